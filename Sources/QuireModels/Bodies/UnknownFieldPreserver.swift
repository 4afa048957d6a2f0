import Fleece

/// Copies keys that are unknown to a model from the stored body to the new body.
///
/// In most cases, the new body has all keys of the stored body, and there is nothing to copy. The
/// keys of the model are determined only if a key is missing.
///
/// The type is not generic, because each save would have to look up the metadata of a generic type.
struct UnknownFieldPreserver {
    let rule: UnknownFields
    private let model: any Decodable.Type
    /// A key at the top level whose stored value is kept, even if the new body has another value.
    var pinnedKey: String?
    let elements: [UnknownFields.Elements]

    /// The known keys of the model from which the new body was encoded.
    enum Keys {
        /// The keys recorded while the model was encoded. They may be insufficient.
        case encoded(EncodedKeys)
        /// The keys captured by encoding the model a second time.
        case captured(CapturedKeys)
    }

    /// Creates a merge from the rule of a model's type.
    ///
    /// - Throws: ``QuireError`` if a property in the rule cannot be located in the body.
    init(_ rule: UnknownFields, of model: any Decodable.Type) throws {
        self.rule = rule
        self.model = model
        elements = try rule.elements.map { try $0.get() }
    }

    /// Writes the new body with the unknown keys of the stored body, if there are any.
    ///
    /// - Parameters:
    ///   - stored: The stored body.
    ///   - new: The new body.
    ///   - encodedKeys: The keys recorded while the model was encoded, or `nil` if they were not
    ///     recorded.
    ///   - writer: An empty writer, which receives the merged body.
    ///   - record: A closure that captures the keys of the model. It is called only if necessary.
    /// - Returns: Whether any key was copied. If not, the contents of the writer are undefined.
    /// - Throws: ``AmbiguousKey``, or an error that `record` throws.
    func write(
        _ stored: FleeceDictionary, _ new: FleeceDictionary, encodedKeys: EncodedKeys?,
        into writer: FleeceWriter, record: () throws -> CapturedKeys
    ) throws -> Bool {
        do {
            let keys = Keys.encoded(encodedKeys ?? EncodedKeys())
            return try write(stored, mergedWith: new, keys: keys, to: writer)
        } catch is UnnamedKeys {
            writer.reset()
            return try write(stored, mergedWith: new, keys: .captured(record()), to: writer)
        }
    }

    private func write(
        _ stored: FleeceDictionary, mergedWith new: FleeceDictionary, keys: Keys,
        to writer: FleeceWriter
    ) throws -> Bool {
        guard !writer.canAdopt(new.storage) else {
            var merger = BodyOverlay(self, stored: stored, new: new, keys: keys, writer: writer)
            return try merger.write()
        }
        // The body and the writer use different shared keys, so the body must be encoded again.
        // This changes the locations of its dictionaries, which invalidates the recorded keys.
        if case .encoded = keys { throw UnnamedKeys() }
        let copy = FleeceWriter(sharedKeys: writer.sharedKeys)
        copy.write(copyOf: new.value)
        let storage = FleeceStorage(
            try copy.finish(), sharedKeys: writer.sharedKeys?.snapshot ?? .empty)
        guard let new = storage.rootDictionary else { return false }
        var merger = BodyOverlay(self, stored: stored, new: new, keys: keys, writer: writer)
        return try merger.write()
    }

    /// Returns the elements of two arrays that match, or `nil` if no rule applies to the array.
    func pairs(
        _ stored: FleeceValue, _ new: FleeceValue, at path: [String]
    ) -> [(index: Int, stored: FleeceDictionary, new: FleeceDictionary)]? {
        guard let rule = elements.first(where: { $0.path == path }), let storedItems = stored.array,
            let newItems = new.array
        else { return nil }
        var byIdentity: [String: FleeceDictionary] = [:]
        for item in storedItems {
            guard let identity = identity(item, rule), let item = item.dictionary else { continue }
            if byIdentity[identity] == nil { byIdentity[identity] = item }
        }
        return newItems.enumerated().compactMap { index, item in
            guard let identity = identity(item, rule), let item = item.dictionary,
                let match = byIdentity.removeValue(forKey: identity)
            else { return nil }
            return (index, match, item)
        }
    }

    private func identity(_ item: FleeceValue, _ rule: UnknownFields.Elements) -> String? {
        try? item.value(at: FleecePath(rule.identity))?.json(.canonical)
    }

    /// Returns whether a key is known to the model, if neither its recorded nor its captured keys
    /// determine this.
    ///
    /// - Parameter location: The path of the key.
    /// - Returns: Whether the key is known.
    /// - Throws: ``AmbiguousKey``.
    func isKnown(_ location: [String]) throws -> Bool {
        if let known = rule.knownKeys { return known.contains(location) }
        guard let isKnown = DecodedKeys.of(model).contain(location) else {
            throw AmbiguousKey(location: location)
        }
        return isKnown
    }
}

/// An error thrown if the keys recorded while the model was encoded are insufficient.
struct UnnamedKeys: Error {}
