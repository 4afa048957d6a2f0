extension FleeceWriter {
    /// Writes a copy of a value of another document and returns its slot.
    ///
    /// Keys are looked up again, so the copy contains this writer's key numbers. If the value is
    /// nested too deeply, is damaged, or is too large when its shared items are expanded, the
    /// writer records a failure.
    ///
    /// - Parameter value: A value of any kind.
    /// - Returns: The slot of the copy.
    /// - Complexity: O(*n*) in the size of the value.
    public func encode(copyOf value: FleeceValue) -> FleeceSlot {
        write(copyOf: value)
        return items.popLast() ?? .null
    }

    /// Writes a copy of a value of another document in canonical form and returns its slot.
    ///
    /// In canonical form, values with equal contents have equal bytes, regardless of the order of
    /// keys in their documents: pairs are written in the order of the UTF-8 bytes of their keys,
    /// each key before its value, and floats as doubles. A copy of a value in canonical form, or of
    /// an item of it, is also in canonical form. Integers and floating-point numbers have different
    /// bytes.
    ///
    /// The writer records a failure in the same cases as ``encode(copyOf:)``.
    ///
    /// - Parameter value: A value of any kind.
    /// - Returns: The slot of the copy.
    /// - Precondition: The writer has no shared keys.
    /// - Complexity: O(*n* log *n*) in the size of the value.
    package func encode(canonicalCopyOf value: FleeceValue) -> FleeceSlot {
        precondition(sharedKeys == nil, "a canonical copy has no shared keys")
        write(copyOf: value, isCanonical: true)
        return items.popLast() ?? .null
    }

    /// Writes a copy of a value of another document.
    ///
    /// The writer records a failure in the same cases as ``encode(copyOf:)``, and if the writer's
    /// interruption stops the copy.
    public func write(copyOf value: FleeceValue) {
        write(copyOf: value, isCanonical: false)
    }

    private func write(copyOf value: FleeceValue, isCanonical: Bool) {
        var budget = VisitBudget(value, endingWith: interruption)
        var levels: [CopiedLevel] = []
        var steps = 0
        begin(copyOf: value, isCanonical: isCanonical, levels: &levels, budget: &budget)
        while var level = levels.popLast() {
            steps &+= 1
            if steps & 0x7FFF == 0, interruption?.isDue == true { failForRepetition() }
            guard let item = level.next(), failure == nil else {
                level.isDictionary ? endDictionary() : endArray()
                continue
            }
            levels.append(level)
            if let key = item.key {
                guard charge(key.utf8.count, &budget) else { continue }
                writeKey(key)
            }
            begin(copyOf: item.value, isCanonical: isCanonical, levels: &levels, budget: &budget)
        }
    }

    /// Writes a scalar, or begins a collection whose items are copied next.
    private func begin(
        copyOf value: FleeceValue, isCanonical: Bool, levels: inout [CopiedLevel],
        budget: inout VisitBudget
    ) {
        switch value.kind {
        case .array:
            guard let array = value.array else { return refuseDamage() }
            guard budget.allows(array) else { return refuseRepetition() }
            beginArray()
            levels.append(.array(array, next: 0))
        case .dictionary:
            guard let dictionary = value.dictionary else { return refuseDamage() }
            guard budget.allows(dictionary) else { return refuseRepetition() }
            beginDictionary()
            levels.append(
                isCanonical
                    ? .sorted(Self.sortedPairs(of: dictionary), next: 0)
                    : .dictionary(dictionary.makeIterator()))
        case .float where isCanonical: write(encode(value.double ?? 0))
        default:
            guard let slot = encode(copyOfScalar: value, &budget) else { return refuseDamage() }
            write(slot)
        }
    }

    private static func sortedPairs(
        of dictionary: FleeceDictionary
    ) -> [(key: String, value: FleeceValue)] {
        dictionary.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    }

    private func encode(
        copyOfScalar value: FleeceValue, _ budget: inout VisitBudget
    ) -> FleeceSlot? {
        switch value.kind {
        case .null: .null
        case .boolean: value.boolean.map(encode)
        case .integer: value.int64.map(encode) ?? value.uint64.map(encode)
        case .float: value.double.map { encode(Float($0)) }
        case .double: value.double.map(encode)
        case .string:
            value.withStringBytes { charge($0.count, &budget) ? encodeString($0) : .null }
        case .data: value.withDataBytes { charge($0.count, &budget) ? encode(data: $0) : .null }
        case .undefined, .array, .dictionary: FleeceSlot(inline: 0x3C00)
        }
    }

    private func charge(_ bytes: Int, _ budget: inout VisitBudget) -> Bool {
        if budget.allows(bytes: bytes) { return true }
        failForRepetition()
        return false
    }

    private func failForRepetition() {
        fail(.tooLarge, "the value to copy shares its items so often that it is too large")
    }

    private func refuseRepetition() {
        failForRepetition()
        write(.null)
    }

    private func refuseDamage() {
        fail(.invalidData, "the value to copy is damaged")
        write(.null)
    }
}

/// A collection whose items are being copied.
///
/// Copying uses a stack of these values instead of recursion, because the stack of the thread may
/// be small.
private enum CopiedLevel {
    case array(FleeceArray, next: Int)
    case dictionary(FleeceDictionary.Iterator)
    case sorted([(key: String, value: FleeceValue)], next: Int)
    /// A temporary state while the iterator advances, so that the iterator's set of keys has only
    /// one reference and is not copied.
    case moving

    var isDictionary: Bool {
        switch self {
        case .dictionary, .sorted: true
        case .array, .moving: false
        }
    }

    mutating func next() -> (key: String?, value: FleeceValue)? {
        switch self {
        case .array(let array, let index):
            guard index < array.count else { return nil }
            self = .array(array, next: index + 1)
            return (nil, array[index])
        case .dictionary(var pairs):
            self = .moving
            let pair = pairs.next()
            self = .dictionary(pairs)
            return pair.map { ($0.key, $0.value) }
        case .sorted(let pairs, let index):
            guard index < pairs.count else { return nil }
            self = .sorted(pairs, next: index + 1)
            return (pairs[index].key, pairs[index].value)
        case .moving: return nil
        }
    }
}
