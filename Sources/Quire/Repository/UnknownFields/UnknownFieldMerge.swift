import Fleece

/// Carries what a model does not know from the stored body over to the new one.
///
/// Mostly there is nothing to carry over, which is found out without looking at the model: no key of
/// the stored body is missing in the new one. Only if one is, the model is asked for its keys.
struct UnknownFieldMerge<Model: Decodable> {
    let rule: UnknownFields
    /// A key of the body whose stored value stays, whatever the new one is.
    var pinnedKey: String?
    let elements: [UnknownFields.Elements]

    /// Makes a merge of a rule.
    ///
    /// - Throws: ``QuireError`` if a property that the rule names cannot be found in the body.
    init(_ rule: UnknownFields) throws {
        self.rule = rule
        elements = try rule.elements.map { try $0.get() }
    }

    /// Whether the stored body has keys that the new one has not.
    func isNeeded(_ stored: FleeceDictionary, _ new: FleeceDictionary) -> Bool {
        pinnedKey != nil || isNeeded(stored, new, path: elements.isEmpty ? nil : [])
    }

    // The new body is a tree that was just encoded, so the recursion goes no deeper than that.
    private func isNeeded(
        _ stored: FleeceDictionary, _ new: FleeceDictionary, path: [String]?
    ) -> Bool {
        for (key, value) in stored {
            guard let newValue = new[key] else { return true }
            if let inner = value.dictionary, let newInner = newValue.dictionary {
                if isNeeded(inner, newInner, path: path.map { $0 + [key] }) { return true }
            } else if let path, let pairs = pairs(value, newValue, at: path + [key]),
                pairs.contains(where: { isNeeded($0.stored, $0.new, path: nil) })
            {
                return true
            }
        }
        return false
    }

    /// The elements of two arrays that are the same, where there is a rule how to tell.
    private func pairs(
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

    // MARK: Merging

    /// Writes the new body with what was unknown in the stored one.
    ///
    /// - Parameters:
    ///   - stored: The stored body.
    ///   - new: The new one.
    ///   - keys: The keys that the model has.
    ///   - writer: Gets the merged body.
    /// - Returns: Whether anything was carried over.
    /// - Throws: ``UndecidedKey``.
    func write(
        _ stored: FleeceDictionary, _ new: FleeceDictionary, keys: RecordedKeys,
        into writer: FleeceWriter
    ) throws -> Bool {
        try merge(stored, new, keys, at: [], writer)
    }

    private func merge(
        _ stored: FleeceDictionary, _ new: FleeceDictionary, _ keys: RecordedKeys,
        at path: [String], _ writer: FleeceWriter
    ) throws -> Bool {
        var hasKept = false
        writer.beginDictionary()
        for (key, value) in new {
            writer.writeKey(key)
            if path.isEmpty, key == pinnedKey, let storedValue = stored[key] {
                writer.write(copyOf: storedValue)
                hasKept = true
                continue
            }
            // Only in a dictionary can there be more keys, and in an array where a rule says so.
            let mayLack = value.kind == .dictionary || !elements.isEmpty && value.kind == .array
            guard mayLack, let child = keys.existingChild(key), let storedValue = stored[key] else {
                writer.write(copyOf: value)
                continue
            }
            let merged = try merge(storedValue, value, child, at: path + [key], writer)
            hasKept = merged || hasKept
        }
        for (key, value) in stored where new[key] == nil {
            guard try !isKnown(key, keys, at: path) else { continue }
            writer.writeKey(key)
            writer.write(copyOf: value)
            hasKept = true
        }
        writer.endDictionary()
        return hasKept
    }

    private func merge(
        _ stored: FleeceValue, _ new: FleeceValue, _ keys: RecordedKeys, at path: [String],
        _ writer: FleeceWriter
    ) throws -> Bool {
        if keys.isKeyed, let stored = stored.dictionary, let new = new.dictionary {
            return try merge(stored, new, keys, at: path, writer)
        }
        guard let pairs = pairs(stored, new, at: path), let array = new.array,
            array.count == keys.items.count
        else {
            writer.write(copyOf: new)
            return false
        }
        let matches = Dictionary(uniqueKeysWithValues: pairs.map { ($0.index, $0.stored) })
        var hasKept = false
        writer.beginArray()
        for (index, item) in array.enumerated() {
            guard let match = matches[index], let item = item.dictionary else {
                writer.write(copyOf: item)
                continue
            }
            let merged = try merge(match, item, keys.items[index], at: path, writer)
            hasKept = merged || hasKept
        }
        writer.endArray()
        return hasKept
    }

    private func isKnown(_ key: String, _ keys: RecordedKeys, at path: [String]) throws -> Bool {
        switch keys.answer(for: key) {
        case .known: return true
        case .unknown: return false
        case .undecided:
            let place = path + [key]
            if let known = rule.knownKeys { return known.contains(place) }
            guard let isKnown = SampledKeys.of(Model.self).isKnown(place) else {
                throw UndecidedKey(place: place)
            }
            return isKnown
        }
    }
}

/// A key of which it cannot be told whether the model knows it.
struct UndecidedKey: Error {
    let place: [String]
}
