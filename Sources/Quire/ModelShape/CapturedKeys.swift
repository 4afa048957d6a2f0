/// The keys that a value has encoded, and those of the values in it.
final class CapturedKeys {
    /// Whether a type has a stored key.
    enum Answer {
        /// The type has it: a document without it is one where the property is `nil`.
        case known
        /// The type does not have it.
        case unknown
        /// The type accepts any key.
        case ambiguous
    }

    /// Whether it is a dictionary, all of whose keys are its own.
    var isWhole = false
    /// The key of the identity, which is kept outside of the body.
    var identityKey: String?

    private(set) var keys: Set<String> = []
    private var keyTypes: [any CodingKey.Type] = []
    private var children: [String: CapturedKeys] = [:]
    private(set) var items: [CapturedKeys] = []

    /// Notes the type of keys of a container.
    func note(_ type: any CodingKey.Type) {
        if !keyTypes.contains(where: { $0 == type }) { keyTypes.append(type) }
    }

    /// Notes a key that was encoded.
    func note(_ key: String) { keys.insert(key) }

    /// The keys of the value for a key, which is noted.
    func child(_ key: String) -> CapturedKeys {
        keys.insert(key)
        if let child = children[key] { return child }
        let child = CapturedKeys()
        children[key] = child
        return child
    }

    /// The keys of the value for a key, if it was encoded.
    func existingChild(_ key: String) -> CapturedKeys? { children[key] }

    /// The keys of one more item of an array.
    func nextItem() -> CapturedKeys {
        items.append(CapturedKeys())
        return items[items.count - 1]
    }

    /// Whether the value is a dictionary with keys.
    var isKeyed: Bool { isWhole || !keyTypes.isEmpty }

    /// Whether a key that is stored is one of the type's.
    func answer(for key: String) -> Answer {
        if key == identityKey { return .unknown }
        if isWhole || keys.contains(key) { return .known }
        var isAmbiguous = false
        for type in keyTypes where type.init(stringValue: key) != nil {
            // An enumeration has the keys of the type; other types of keys can accept any.
            guard EncodedKeys.areOpen(type) else { return .known }
            isAmbiguous = true
        }
        return isAmbiguous ? .ambiguous : .unknown
    }
}
