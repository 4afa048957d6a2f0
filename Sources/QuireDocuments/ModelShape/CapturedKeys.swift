/// The keys that a value has encoded, including those of nested values.
package final class CapturedKeys {
    /// The answer to the question whether a stored key belongs to a type.
    package enum Answer {
        /// The type has the key. If a document doesn't contain it, the property is `nil`.
        case known
        /// The type doesn't have the key.
        case unknown
        /// The type accepts any key.
        case ambiguous
    }

    /// Whether the value is a dictionary, so that all stored keys belong to it.
    var isWhole = false
    /// The key of the identity, which is stored outside the body.
    var identityKey: String?

    private(set) var keys: Set<String> = []
    private var keyTypes: [any CodingKey.Type] = []
    /// The strategy that determines the names of keys in documents.
    private var strategy = KeyStrategy.asIs
    /// The coding keys by their names in documents.
    private var names: [String: String] = [:]
    /// Two coding keys with the same name in documents, or `nil` if there are none.
    private var ownConflict: [String]?
    private var children: [String: CapturedKeys] = [:]
    package private(set) var items: [CapturedKeys] = []

    /// Records the type of a container's coding keys.
    func note(_ type: any CodingKey.Type, named strategy: KeyStrategy) {
        self.strategy = strategy
        if !keyTypes.contains(where: { $0 == type }) { keyTypes.append(type) }
    }

    /// Records an encoded key.
    ///
    /// - Parameters:
    ///   - key: The name of the key in documents.
    ///   - name: The coding key.
    func note(_ key: String, of name: String) {
        keys.insert(key)
        guard strategy != .asIs else { return }
        let first = names[key, default: name]
        names[key] = first
        if first != name, ownConflict == nil { ownConflict = [first, name].sorted() }
    }

    /// Two coding keys of one object with the same name in documents, or `nil` if there are none.
    package var conflict: [String]? {
        ownConflict ?? children.values.lazy.compactMap(\.conflict).first
            ?? items.lazy.compactMap(\.conflict).first
    }

    /// Records a key, and returns the captured keys of its value.
    ///
    /// - Parameters:
    ///   - key: The name of the key in documents.
    ///   - name: The coding key.
    /// - Returns: The keys.
    func child(_ key: String, of name: String) -> CapturedKeys {
        note(key, of: name)
        if let child = children[key] { return child }
        let child = CapturedKeys()
        children[key] = child
        return child
    }

    /// Returns the captured keys of a key's value, or `nil` if the key was not encoded.
    package func existingChild(_ key: String) -> CapturedKeys? { children[key] }

    /// Records an additional item of an array, and returns its captured keys.
    func nextItem() -> CapturedKeys {
        items.append(CapturedKeys())
        return items[items.count - 1]
    }

    /// Whether the value is an object with keys.
    package var isKeyed: Bool { isWhole || !keyTypes.isEmpty }

    /// Returns whether a stored key belongs to the type.
    package func answer(for key: String) -> Answer {
        if key == identityKey { return .unknown }
        if isWhole || keys.contains(key) { return .known }
        var isAmbiguous = false
        for type in keyTypes where strategy.hasKey(type, stored: key) {
            // An enumeration of coding keys accepts only the keys of the type. Other types of
            // coding keys may accept any key.
            guard EncodedKeys.areOpen(type) else { return .known }
            isAmbiguous = true
        }
        return isAmbiguous ? .ambiguous : .unknown
    }
}
