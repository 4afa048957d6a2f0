import Fleece

/// Carries what a model does not know from the stored body over to the new one.
///
/// Mostly there is nothing to carry over, which is found out without looking at the model: no key of
/// the stored body is missing in the new one. Only if one is, it is asked which keys the model has.
struct UnknownFieldMerge<Model: Decodable> {
    let rule: UnknownFields
    /// A key of the body whose stored value stays, whatever the new one is.
    var pinnedKey: String?
    let elements: [UnknownFields.Elements]

    /// What is known of the keys of the model that the new body was made of.
    enum Keys {
        /// What its encoding has told, which may not be enough.
        case encoded(EncodedKeys)
        /// What a closer look at it has told.
        case captured(CapturedKeys)
    }

    /// Makes a merge of a rule.
    ///
    /// - Throws: ``QuireError`` if a property that the rule names cannot be found in the body.
    init(_ rule: UnknownFields) throws {
        self.rule = rule
        elements = try rule.elements.map { try $0.get() }
    }

    /// Writes the new body with what was unknown in the stored one, if there is such a thing.
    ///
    /// - Parameters:
    ///   - stored: The stored body.
    ///   - new: The new one.
    ///   - encodedKeys: What the model's encoding has told of its keys; `nil` if nothing.
    ///   - writer: Gets the merged body; nothing has been written to it yet.
    ///   - record: Has a closer look at the model's keys, where that is necessary.
    /// - Returns: Whether anything was carried over. If not, the writer holds nothing of use.
    /// - Throws: ``AmbiguousKey``, or what `record` throws.
    func write(
        _ stored: FleeceDictionary, _ new: FleeceDictionary, encodedKeys: EncodedKeys?,
        into writer: FleeceWriter, record: () throws -> CapturedKeys
    ) throws -> Bool {
        do {
            let keys = Keys.encoded(encodedKeys ?? EncodedKeys())
            return try write(stored, new, keys, writer)
        } catch is KeysNotTold {
            writer.reset()
            return try write(stored, new, .captured(record()), writer)
        }
    }

    private func write(
        _ stored: FleeceDictionary, _ new: FleeceDictionary, _ keys: Keys, _ writer: FleeceWriter
    ) throws -> Bool {
        guard !writer.canAdopt(new.storage) else {
            var merger = BodyMerger(self, stored, new, keys, writer)
            return try merger.write()
        }
        // The body has other numbers for its keys than the writer: it is written with these first,
        // so that its dictionaries lie elsewhere than where they were encoded.
        if case .encoded = keys { throw KeysNotTold() }
        let copy = FleeceWriter(sharedKeys: writer.sharedKeys)
        copy.write(copyOf: new.value)
        let storage = FleeceStorage(
            try copy.finish(), sharedKeys: writer.sharedKeys?.snapshot ?? .empty)
        guard let new = storage.rootDictionary else { return false }
        var merger = BodyMerger(self, stored, new, keys, writer)
        return try merger.write()
    }

    /// The elements of two arrays that are the same, where there is a rule how to tell.
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

    /// Whether the model knows a key, of which neither its encoding nor its keys tell.
    ///
    /// - Parameter place: The keys that lead to it.
    /// - Returns: The answer.
    /// - Throws: ``AmbiguousKey``.
    func isKnown(_ place: [String]) throws -> Bool {
        if let known = rule.knownKeys { return known.contains(place) }
        guard let isKnown = DecodedKeys.of(Model.self).contain(place) else {
            throw AmbiguousKey(place: place)
        }
        return isKnown
    }
}

/// What the encoding has told of the model's keys is not enough.
struct KeysNotTold: Error {}
