/// A validator of untrusted Fleece bytes.
///
/// In valid bytes, every part of the value is in range and precedes what refers to it. The number
/// of levels and of values is within the limits. Keys are strings or numbers, and no dictionary
/// contains a key twice. Strings are valid UTF-8, unless only the structure is validated.
struct FleeceValidator {
    let region: FleeceRegion
    let sharedKeys: SharedKeys
    let limits: FleeceLimits
    private let examinesStrings: Bool
    private var remaining: Int

    init(
        _ region: FleeceRegion, sharedKeys: SharedKeys, limits: FleeceLimits, examinesStrings: Bool
    ) {
        self.region = region
        self.sharedKeys = sharedKeys
        self.limits = limits
        self.examinesStrings = examinesStrings
        remaining = limits.values(in: region)
    }

    mutating func validate() throws(FleeceError) {
        guard region.count >= 2 else { throw invalid("the data has \(region.count) bytes") }
        guard region.count.isMultiple(of: 2) else {
            throw invalid("the data has an odd number of bytes, \(region.count)")
        }
        guard let root = region.root else {
            throw invalid("the root at offset \(region.count - 2) points outside the data")
        }
        try validate(root)
    }

    /// A collection whose items are being validated.
    private struct Level {
        let slots: FleeceSlots
        let isDictionary: Bool
        var next = 0

        var count: Int { slots.count * (isDictionary ? 2 : 1) }
    }

    /// Validates a value and its descendants, using an explicit stack because the stack of the
    /// thread may be small.
    private mutating func validate(_ root: Int) throws(FleeceError) {
        var levels: [Level] = []
        var value: Int? = root
        while true {
            if let offset = value {
                if let level = try enter(offset, depth: levels.count) { levels.append(level) }
                value = nil
            }
            guard var level = levels.popLast() else { return }
            guard level.next < level.count else { continue }
            let index = level.next
            level.next += 1
            levels.append(level)
            let slot = level.slots.offset(index)
            guard let item = region.item(index, of: level.slots) else {
                throw invalid("the item at offset \(slot) is neither in its slot nor before it")
            }
            if level.isDictionary, index.isMultiple(of: 2) {
                try validateKey(item, slot: slot, isFirst: index == 0)
            } else {
                value = item
            }
        }
    }

    /// Validates a single value, and returns the level of its items if it is a collection.
    private mutating func enter(_ offset: Int, depth: Int) throws(FleeceError) -> Level? {
        try charge(1)
        let kind = region.kind(offset)
        switch kind {
        case .null, .boolean, .undefined: break
        case .integer: try require(region.integer(offset) != nil, for: "an integer", at: offset)
        case .float, .double:
            try require(region.floatingPoint(offset) != nil, for: "a number", at: offset)
        case .string:
            guard let bytes = region.bytes(offset, tag: 4) else {
                throw unended("a string", offset)
            }
            try examine(bytes, named: "the string", at: offset)
        case .data: try require(region.bytes(offset, tag: 5) != nil, for: "data", at: offset)
        case .array, .dictionary:
            guard let slots = region.slots(offset, tag: kind == .array ? 6 : 7) else {
                throw invalid("the items of the collection at offset \(offset) are not in the data")
            }
            guard depth < limits.depth else {
                throw FleeceError(
                    .tooDeep, "collections are nested more than \(limits.depth) levels deep")
            }
            if kind == .dictionary, !hasAscendingKeys(slots) { try requireDifferentKeys(slots) }
            return Level(slots: slots, isDictionary: kind == .dictionary)
        }
        return nil
    }

    /// Returns whether the keys are sorted, which implies that they are distinct.
    ///
    /// The result is `false` if a string key also has a number in the table, or if the string keys
    /// are longer in total than the data.
    private func hasAscendingKeys(_ slots: FleeceSlots) -> Bool {
        var bytesLeft = region.count
        var previousNumber = Int.min
        var previousBytes: UnsafeRawBufferPointer?
        for index in 0..<slots.count {
            if let number = region.keyNumber(slot: slots.offset(2 * index)) {
                guard previousBytes == nil, number > previousNumber else { return false }
                previousNumber = number
            } else {
                guard let bytes = region.keyBytes(pair: index, of: slots) else { return false }
                bytesLeft -= bytes.count
                guard bytesLeft >= 0 else { return false }
                if let previousBytes, FleeceRegion.compare(previousBytes, bytes) >= 0 {
                    return false
                }
                if sharedKeys.number(for: KeyWords(bytes)) != nil { return false }
                previousBytes = bytes
            }
        }
        return true
    }

    /// Validates the bytes of a string.
    ///
    /// Several items may point to the same string, so its length counts toward the limit each time.
    @inline(__always)
    private mutating func examine(
        _ bytes: UnsafeRawBufferPointer, named name: StaticString, at offset: Int
    ) throws(FleeceError) {
        if bytes.count >= 64 { try charge(bytes.count >> 6) }
        guard !examinesStrings || isASCII(bytes) || isUTF8(bytes) else {
            throw invalid("\(name) at offset \(offset) is not valid UTF-8")
        }
    }

    private mutating func charge(_ count: Int) throws(FleeceError) {
        remaining -= count
        guard remaining >= 0 else {
            throw FleeceError(
                .tooLarge,
                "data of \(region.count) bytes has over \(limits.valuesPerByte) values per byte")
        }
    }

    private func requireDifferentKeys(_ slots: FleeceSlots) throws(FleeceError) {
        var keys: Set<[UInt8]> = []
        var numbers: Set<Int> = []
        var bytesLeft = region.count
        for index in 0..<slots.count {
            let isNew: Bool
            if let number = region.keyNumber(slot: slots.offset(2 * index)) {
                isNew = numbers.insert(number).inserted
            } else {
                guard let bytes = region.keyBytes(pair: index, of: slots) else { continue }
                bytesLeft -= bytes.count
                guard bytesLeft >= 0 else {
                    throw invalid("the dictionary at offset \(slots.start) has keys that overlap")
                }
                let number = sharedKeys.number(for: KeyWords(bytes))
                isNew =
                    number.map { numbers.insert($0).inserted } ?? keys.insert(Array(bytes)).inserted
            }
            guard isNew else {
                throw invalid("the dictionary at offset \(slots.start) has a key twice")
            }
        }
    }

    /// Validates that a key is a string or a number in its slot.
    ///
    /// The first key may be the link to a parent.
    private mutating func validateKey(_ key: Int, slot: Int, isFirst: Bool) throws(FleeceError) {
        if let number = region.keyNumber(slot: slot) {
            let isLink = isFirst && number == FleeceDictionary.parentNumber
            if number >= 0 || isLink { return }
        }
        guard let bytes = region.bytes(key, tag: 4) else {
            throw invalid("the key at offset \(slot) is neither a string nor a number")
        }
        try examine(bytes, named: "the key", at: slot)
    }

    private func require(
        _ isValid: Bool, for name: String, at offset: Int
    ) throws(FleeceError) {
        if !isValid { throw unended(name, offset) }
    }

    private func unended(_ name: String, _ offset: Int) -> FleeceError {
        invalid("\(name) at offset \(offset) extends past the end of the data")
    }

    private func invalid(_ message: String) -> FleeceError { FleeceError(.invalidData, message) }
}

extension FleeceStorage {
    /// Creates a storage with a copy of untrusted Fleece bytes, after validating them.
    ///
    /// ```swift
    /// let storage = try bytes.withUnsafeBytes { received in
    ///     try FleeceStorage(validating: received)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - bytes: The bytes to copy.
    ///   - sharedKeys: The table that resolves numbered keys.
    ///   - limits: The limits for the work that reading the bytes may cause.
    /// - Throws: ``FleeceError`` of reason `invalidData`, whose message names the cause and the
    ///   offset, `tooDeep` or `tooLarge`. Strings and keys that are not valid UTF-8 are invalid.
    /// - Complexity: O(*n*) in the number of bytes.
    public convenience init(
        validating bytes: UnsafeRawBufferPointer, sharedKeys: SharedKeys = .empty,
        limits: FleeceLimits = FleeceLimits()
    ) throws(FleeceError) {
        try self.init(bytes, sharedKeys: sharedKeys, limits: limits, examinesStrings: true)
    }

    /// Creates a storage with a copy of untrusted Fleece bytes, after validating their structure.
    ///
    /// Strings and keys that are not valid UTF-8 are accepted: other programs may have stored such
    /// data, and the values around them are still readable.
    ///
    /// - Parameters:
    ///   - bytes: The bytes to copy.
    ///   - sharedKeys: The table that resolves numbered keys.
    /// - Throws: ``FleeceError`` of reason `invalidData`, `tooDeep` or `tooLarge`.
    /// - Complexity: O(*n*) in the number of bytes.
    package convenience init(
        validatingStructureOf bytes: UnsafeRawBufferPointer, sharedKeys: SharedKeys = .empty
    ) throws(FleeceError) {
        try self.init(bytes, sharedKeys: sharedKeys, limits: FleeceLimits(), examinesStrings: false)
    }

    private convenience init(
        _ bytes: UnsafeRawBufferPointer, sharedKeys: SharedKeys, limits: FleeceLimits,
        examinesStrings: Bool
    ) throws(FleeceError) {
        var validator = FleeceValidator(
            FleeceRegion(bytes), sharedKeys: sharedKeys, limits: limits,
            examinesStrings: examinesStrings)
        try validator.validate()
        self.init(copying: bytes, sharedKeys: sharedKeys)
    }
}
