import Fleece

/// Copies unknown keys from a stored body into a new body.
///
/// It traverses both bodies in parallel, and rewrites only the dictionaries that receive stored
/// values. All other values of the new body are reused where they are.
struct BodyOverlay {
    /// A step on the path to a nested value.
    private enum Step {
        case key(String)
        case item(Int)
    }

    private let merge: UnknownFieldPreserver
    private let stored: FleeceDictionary
    private let new: FleeceDictionary
    private let keys: UnknownFieldPreserver.Keys
    private let writer: FleeceWriter
    /// Whether both bodies use the same shared keys, so that equal key numbers are equal keys.
    private let haveOneTable: Bool
    /// Whether the writer uses the key numbers of the stored body, too.
    private let keepsNumbers: Bool
    private var path: [Step] = []
    private var hasAdopted = false

    init(
        _ merge: UnknownFieldPreserver, stored: FleeceDictionary, new: FleeceDictionary,
        keys: UnknownFieldPreserver.Keys, writer: FleeceWriter
    ) {
        self.merge = merge
        self.stored = stored
        self.new = new
        self.keys = keys
        self.writer = writer
        haveOneTable = stored.storage.sharedKeys === new.storage.sharedKeys
        keepsNumbers = writer.usesKeyNumbers(of: stored.storage)
    }

    /// Writes the merged body if it differs from the new body.
    ///
    /// - Returns: Whether the merged body was written.
    /// - Throws: ``AmbiguousKey``, ``UnnamedKeys``.
    mutating func write() throws -> Bool {
        guard let slot = try merged(stored.value.location, new.value.location) else { return false }
        writer.write(slot)
        return true
    }

    // MARK: Dictionaries

    /// Writes a dictionary together with the stored values that it receives.
    ///
    /// The new body was just encoded, so its depth limits the recursion.
    ///
    /// - Parameters:
    ///   - location: The location of the stored dictionary.
    ///   - newLocation: The location of the new dictionary.
    /// - Returns: The slot, or `nil` if the dictionary does not change.
    /// - Throws: ``AmbiguousKey``, ``UnnamedKeys``.
    private mutating func merged(
        _ location: FleeceLocation, _ newLocation: FleeceLocation
    ) throws -> FleeceSlot? {
        guard let pairs = stored.storage.reader.pairs(location),
            var newPairs = new.storage.reader.pairs(newLocation)
        else { return nil }
        // If a dictionary has two pairs with the same key, the last one wins. An added pair
        // therefore replaces an existing one.
        var added: [FleeceSlot] = []
        guard haveOneTable, !pairs.hasParent, merge.pinnedKey == nil || !path.isEmpty else {
            try pairs.forEach(in: stored.storage) { key, value in
                let newValue = newPairs.find(key, in: new.storage)
                try addMerged(value, with: newValue, to: &added, at: newLocation) { key }
            }
            return written(added, newLocation)
        }
        for index in 0..<pairs.count {
            guard let value = pairs.value(at: index) else { continue }
            if let number = pairs.keyNumber(at: index), let newValue = newPairs.find(number: number)
            {
                let storage = stored.storage
                try addMerged(value, with: newValue, to: &added, at: newLocation) {
                    pairs.key(at: index, in: storage)
                }
            } else if let key = pairs.key(at: index, in: stored.storage) {
                let newValue = newPairs.find(key, in: new.storage)
                try addMerged(value, with: newValue, to: &added, at: newLocation) { key }
            }
        }
        return written(added, newLocation)
    }

    /// Merges a stored pair, and adds the result to the pairs that the new dictionary must receive.
    ///
    /// If the new dictionary already has the merged value, nothing is added.
    @inline(__always)
    private mutating func addMerged(
        _ value: FleeceLocation, with newValue: FleeceLocation?, to added: inout [FleeceSlot],
        at newLocation: FleeceLocation, key: () -> String?
    ) throws {
        if let newValue, !mayDiffer(newValue) { return }
        guard let key = key() else { return }
        try addMerged(key: key, value: value, with: newValue, to: &added, at: newLocation)
    }

    /// Returns whether the merged value can differ from the new value.
    ///
    /// Only a dictionary, an array with a matching rule, and the pinned key can receive stored
    /// values.
    @inline(__always)
    private func mayDiffer(_ newValue: FleeceLocation) -> Bool {
        switch new.storage.reader.kind(newValue) {
        case .dictionary: true
        case .array: !merge.elements.isEmpty
        default: path.isEmpty && merge.pinnedKey != nil
        }
    }

    private mutating func addMerged(
        key: String, value: FleeceLocation, with newValue: FleeceLocation?,
        to added: inout [FleeceSlot], at newLocation: FleeceLocation
    ) throws {
        if path.isEmpty, key == merge.pinnedKey {
            added += [keySlot(key), copy(of: value)]
        } else if let newValue {
            path.append(.key(key))
            let slot = try changed(value, newValue)
            path.removeLast()
            if let slot { added += [keySlot(key), slot] }
        } else if try !isKnown(key, newLocation) {
            added += [keySlot(key), copy(of: value)]
        }
    }

    private mutating func changed(
        _ value: FleeceLocation, _ newValue: FleeceLocation
    ) throws -> FleeceSlot? {
        switch (stored.storage.reader.kind(value), new.storage.reader.kind(newValue)) {
        case (.dictionary, .dictionary): try merged(value, newValue)
        case (.array, .array): try mergedArray(value, newValue)
        default: nil
        }
    }

    private mutating func mergedArray(
        _ location: FleeceLocation, _ newLocation: FleeceLocation
    ) throws -> FleeceSlot? {
        let (old, replacement) = (
            FleeceValue(stored.storage, location), FleeceValue(new.storage, newLocation)
        )
        var slots: [FleeceSlot]?
        for pair in merge.pairs(old, replacement, at: keysOfPath) ?? [] {
            path.append(.item(pair.index))
            let slot = try merged(pair.stored.value.location, pair.new.value.location)
            path.removeLast()
            guard let slot else { continue }
            if slots == nil { slots = new.storage.adoptedSlots(newLocation) }
            slots?[pair.index] = slot
        }
        return slots.map { writer.encodeArray($0) }
    }

    // MARK: Writing

    private mutating func adopt() {
        guard !hasAdopted else { return }
        hasAdopted = true
        writer.adopt(new.storage, before: new.value.location)
    }

    private mutating func keySlot(_ key: String) -> FleeceSlot {
        adopt()
        return writer.encodeKey(key)
    }

    private mutating func copy(of location: FleeceLocation) -> FleeceSlot {
        adopt()
        let value = FleeceValue(stored.storage, location)
        return keepsNumbers
            ? writer.encode(numberedCopyOf: value) : writer.encode(copyOf: value)
    }

    private func written(_ added: [FleeceSlot], _ newLocation: FleeceLocation) -> FleeceSlot? {
        added.isEmpty
            ? nil : writer.encodeDictionary(new.storage.adoptedSlots(newLocation) + added)
    }

    // MARK: The model's keys

    private var keysOfPath: [String] {
        path.compactMap { if case .key(let key) = $0 { key } else { nil } }
    }

    /// Returns whether a stored key that is missing in the new dictionary is known to the model.
    ///
    /// The merged body omits a known key.
    private func isKnown(_ key: String, _ newLocation: FleeceLocation) throws -> Bool {
        switch keys {
        case .encoded(let keys):
            guard let isKnown = keys.isKnown(key, at: newLocation) else { throw UnnamedKeys() }
            return isKnown
        case .captured(let root):
            // The model does not encode this value with keys, so all of its keys count as known.
            guard let level = level(below: root) else { return true }
            switch level.answer(for: key) {
            case .known: return true
            case .unknown: return false
            case .ambiguous: return try merge.isKnown(keysOfPath + [key])
            }
        }
    }

    private func level(below root: CapturedKeys) -> CapturedKeys? {
        var level = root
        for step in path {
            switch step {
            case .key(let key):
                guard let child = level.existingChild(key) else { return nil }
                level = child
            case .item(let index):
                guard level.items.indices.contains(index) else { return nil }
                level = level.items[index]
            }
        }
        return path.isEmpty || level.isKeyed ? level : nil
    }
}
