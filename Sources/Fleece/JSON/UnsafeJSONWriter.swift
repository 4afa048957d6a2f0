// Values as JSON text. Characters that RFC 8259 allows without an escape are written unescaped,
// except for U+007F. Doubles keep a `.0` or an exponent, so that they are read back as doubles.
//
// Example: {"rate": 121.0, "tags": ["a\nb"]} is written as {"rate":121.0,"tags":["a\nb"]}

/// Writes Fleece values as JSON text.
///
/// A writer can be reused after ``removeAll()``, which keeps its memory.
///
/// ```swift
/// let writer = JSONWriter()
/// try writer.write(hotel)
/// print(writer.text)  // {"name":"Grand","stars":4}
/// ```
public final class JSONWriter {
    let format: JSONFormat
    // Exclusivity is not checked at run time. With checks, writing JSON text takes 60% more time. No
    // code of the caller runs during an access.
    @exclusivity(unchecked) private(set) var bytes: UnsafeMutableRawPointer
    @exclusivity(unchecked) private var capacity: Int
    @exclusivity(unchecked) private(set) var count = 0
    @exclusivity(unchecked) private var budget = VisitBudget([])
    @exclusivity(unchecked) private var isOutOfMemory = false
    /// A condition that stops writing a value early.
    package var interruption: (any WorkInterruption)?
    /// The number of bytes of indentation that can still be written.
    @exclusivity(unchecked) var indentationLeft = 0
    /// The collections around the one that is being written, outermost first.
    ///
    /// Writing uses this stack instead of recursion, because the stack of the thread may be small.
    @exclusivity(unchecked) private var levels: [JSONLevel] = []
    /// The pairs of the levels that have them in an order of their own, outermost first.
    @exclusivity(unchecked) private var sortedPairs: [[(key: String, value: FleeceValue)]] = []

    /// Creates a writer.
    ///
    /// - Parameter format: The layout of the text.
    public init(format: JSONFormat = .compact) {
        self.format = format
        capacity = 1024
        bytes = .allocate(byteCount: capacity, alignment: 8)
    }

    deinit {
        bytes.deallocate()
    }

    /// Removes the text and keeps the memory.
    public func removeAll() {
        count = 0
    }

    /// The text written so far.
    ///
    /// - Complexity: O(*n*) in the length of the text.
    public var text: String {
        withUTF8 { String(decoding: $0, as: UTF8.self) }
    }

    /// Calls a closure with the text written so far, in UTF-8, without copying it.
    ///
    /// - Parameter body: A closure that must not store the pointer or use the writer.
    /// - Returns: The return value of `body`.
    /// - Throws: Any error that `body` throws.
    public func withUTF8<Result>(
        _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        try body(UnsafeRawBufferPointer(start: bytes, count: count))
    }

    /// Appends the text of a value.
    ///
    /// - Parameter value: Any value. Data is written as base64, an undefined value as `null`.
    /// - Throws: ``JSONError`` if a number is infinite, a string is not valid UTF-8, or the value
    ///   is nested more than 512 levels deep, shares its items so often that it is too large when
    ///   expanded, or would have far more indentation than content.
    /// - Complexity: O(*n*) in the size of the value, plus sorting if the format sorts keys.
    public func write(_ value: FleeceValue) throws(JSONError) {
        budget = VisitBudget(value, endingWith: interruption)
        indentationLeft = Self.maximumIndentation(forBytes: value.storage.count)
        isOutOfMemory = false
        try write(value.offset, of: value.storage, outerDepth: 0)
        try checkMemory()
    }

    /// Appends the text of an object with its pairs in the given order.
    ///
    /// - Parameter pairs: Keys and values; the keys must be distinct.
    /// - Throws: ``JSONError``, as ``write(_:)``. The object does not count as a level of nesting.
    /// - Complexity: O(*n*) in the size of the values.
    public func write(object pairs: [(key: String, value: FleeceValue)]) throws(JSONError) {
        budget = VisitBudget(pairs.lazy.map(\.value), endingWith: interruption)
        indentationLeft = Self.maximumIndentation(
            forBytes: pairs.reduce(0) { max($0, $1.value.storage.count) })
        isOutOfMemory = false
        append("{")
        for (index, pair) in pairs.enumerated() {
            try writeKey(pair.key, isFirst: index == 0, depth: 1)
            try write(pair.value.offset, of: pair.value.storage, outerDepth: 1)
        }
        try endItems(isEmpty: pairs.isEmpty, depth: 0)
        append("}")
        try checkMemory()
    }

    // MARK: Values

    /// Writes a value and everything in it.
    ///
    /// - Parameters:
    ///   - root: The offset of the value.
    ///   - storage: The storage of the value. It is passed on, because a property would have to retain
    ///     it for each access, and it may be borrowed.
    ///   - outerDepth: The number of objects around the value.
    /// - Throws: ``JSONError``, as ``write(_:)``.
    private func write(
        _ root: Int, of storage: FleeceStorage, outerDepth: Int
    ) throws(JSONError) {
        defer {
            levels.removeAll(keepingCapacity: true)
            // After an error, there are pairs left, whose values may be borrowed.
            if !sortedPairs.isEmpty { sortedPairs.removeAll() }
        }
        let region = storage.region
        guard region.word(root) >> 13 == 3 else { return try writeScalar(root, region) }
        var level = try beginCollection(root, of: storage, depth: 0)
        while true {
            guard level.next < level.count else {
                try end(level, depth: outerDepth + levels.count)
                guard let outer = levels.popLast() else { return }
                level = outer
                continue
            }
            let index = level.next
            level.next &+= 1
            let depth = outerDepth &+ levels.count &+ 1
            let offset: Int
            switch level.items {
            case .array:
                try beginItem(isFirst: level.isEmpty, depth: depth)
                level.isEmpty = false
                guard let item = region.item(index, of: level.slots) else {
                    try charge()
                    append("null")
                    continue
                }
                offset = item
            case .pairs:
                // A pair without a readable key or value is not written.
                guard let value = region.item(2 &* index &+ 1, of: level.slots),
                    !region.isUndefined(value),
                    try writeKey(index, of: level, storage, depth: depth)
                else { continue }
                level.isEmpty = false
                offset = value
            case .sortedPairs:
                let pair = sortedPairs[sortedPairs.count - 1][index]
                try writeKey(pair.key, isFirst: index == 0, depth: depth)
                level.isEmpty = false
                offset = pair.value.offset
            }
            // The tag of an array is 6, and that of a dictionary 7.
            if region.word(offset) >> 13 == 3 {
                let inner = try beginCollection(offset, of: storage, depth: levels.count &+ 1)
                levels.append(level)
                level = inner
            } else {
                try writeScalar(offset, region)
            }
        }
    }

    @inline(__always)
    private func writeScalar(_ offset: Int, _ region: FleeceRegion) throws(JSONError) {
        try charge()
        let word = region.word(offset)
        switch word >> 12 {
        case 0: append(small: Int(Int16(bitPattern: word << 4) >> 4))
        case 4: try writeString(offset, region)
        default: try writeOther(offset, region)
        }
    }

    private func writeOther(_ offset: Int, _ region: FleeceRegion) throws(JSONError) {
        switch region.kind(offset) {
        case .boolean: if region.boolean(offset) == true { append("true") } else { append("false") }
        case .integer: try writeInteger(offset, region)
        case .float, .double: try writeFloatingPoint(offset, region)
        case .data: try writeData(offset, region)
        default: append("null")
        }
    }

    @inline(__always)
    private func checkMemory() throws(JSONError) {
        if isOutOfMemory { throw JSONError("not enough memory for the text") }
    }

    @inline(__always)
    private func charge(bytes: Int = 0) throws(JSONError) {
        guard budget.allows(bytes: bytes) else { throw exhaustion() }
    }

    private func charge(items: Int) throws(JSONError) {
        guard budget.allows(items: items) else { throw exhaustion() }
    }

    private func exhaustion() -> JSONError {
        isOutOfMemory
            ? JSONError("not enough memory for the text")
            : JSONError("the value shares its items so often that it is too large when expanded")
    }

    private func writeInteger(_ offset: Int, _ region: FleeceRegion) throws(JSONError) {
        guard let (bits, isUnsigned) = region.integer(offset) else {
            throw JSONError("an integer is damaged")
        }
        let isNegative = !isUnsigned && Int64(bitPattern: bits) < 0
        append(decimal: isNegative ? 0 &- bits : bits, isNegative: isNegative)
    }

    /// Writes a floating-point number with the fewest digits that identify the double.
    ///
    /// This also applies to a stored float: a reader parses the text as a double, and only the text
    /// of that double preserves the stored value.
    private func writeFloatingPoint(_ offset: Int, _ region: FleeceRegion) throws(JSONError) {
        guard let number = region.floatingPoint(offset) else {
            throw JSONError("a number is damaged")
        }
        if number.isFinite {
            append(finite: number)
        } else if format.writesInfinityAsNull {
            append("null")
        } else {
            throw JSONError("a number is not finite: \(number)")
        }
    }

    private func writeString(_ offset: Int, _ region: FleeceRegion) throws(JSONError) {
        guard let bytes = region.bytes(offset, tag: 4) else {
            throw JSONError("a string is damaged")
        }
        try charge(bytes: bytes.count)
        guard append(quoted: bytes) else { throw JSONError("a string is not valid UTF-8") }
    }

    private func writeData(_ offset: Int, _ region: FleeceRegion) throws(JSONError) {
        guard let bytes = region.bytes(offset, tag: 5) else {
            throw JSONError("data is damaged")
        }
        try charge(bytes: bytes.count)
        append("\"")
        append(base64: bytes)
        append("\"")
    }

    // MARK: Collections

    /// Begins an array or a dictionary, whose items are written next.
    ///
    /// - Parameters:
    ///   - offset: The offset of the collection.
    ///   - storage: The storage of the collection.
    ///   - depth: The number of collections of the storage around it.
    /// - Returns: The collection.
    /// - Throws: ``JSONError``, as ``write(_:)``.
    private func beginCollection(
        _ offset: Int, of storage: FleeceStorage, depth: Int
    ) throws(JSONError) -> JSONLevel {
        try charge()
        let region = storage.region
        let level: JSONLevel
        if let slots = region.slots(offset, tag: 6) {
            try charge(items: slots.count)
            level = JSONLevel(items: .array, slots: slots, count: slots.count)
            append("[")
        } else if let slots = region.slots(offset, tag: 7) {
            if format.sortsKeys || region.hasParentLink(slots) {
                let pairs = try pairs(
                    of: FleeceDictionary(storage: storage, offset: offset, slots: slots))
                sortedPairs.append(pairs)
                level = JSONLevel(items: .sortedPairs, slots: slots, count: pairs.count)
            } else {
                try charge(items: slots.count)
                level = JSONLevel(items: .pairs, slots: slots, count: slots.count)
            }
            append("{")
        } else {
            throw JSONError("an array or dictionary is damaged")
        }
        guard depth < FleeceWriter.maximumDepth else {
            throw JSONError("nested more than \(FleeceWriter.maximumDepth) levels deep")
        }
        return level
    }

    private func end(_ level: JSONLevel, depth: Int) throws(JSONError) {
        try endItems(isEmpty: level.isEmpty, depth: depth)
        switch level.items {
        case .array: append("]")
        case .pairs: append("}")
        case .sortedPairs:
            append("}")
            sortedPairs.removeLast()
        }
    }

    /// Returns the pairs of a dictionary that has a parent or whose keys are sorted.
    private func pairs(
        of dictionary: FleeceDictionary
    ) throws(JSONError) -> [(key: String, value: FleeceValue)] {
        guard budget.allows(dictionary) else { throw exhaustion() }
        // All pairs may share one long key, so the keys are charged before they become strings.
        var next: FleeceDictionary? = dictionary
        while let dictionary = next {
            for index in 0..<dictionary.slots.count {
                let key = dictionary.storage.region.keyBytes(pair: index, of: dictionary.slots)
                if let key { try charge(bytes: key.count) }
            }
            next = dictionary.parent
        }
        guard format.sortsKeys else { return Array(dictionary) }
        return dictionary.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    }

    // MARK: Keys

    private func writeKey(_ key: String, isFirst: Bool, depth: Int) throws(JSONError) {
        try charge(bytes: key.utf8.count)
        try beginItem(isFirst: isFirst, depth: depth)
        _ = key.withUTF8Bytes { append(quoted: $0) }
        endKey()
    }

    /// Writes the key of a pair with its separators.
    ///
    /// - Returns: `false` if the key cannot be read; nothing is written then.
    @inline(__always)
    private func writeKey(
        _ index: Int, of level: JSONLevel, _ storage: FleeceStorage, depth: Int
    ) throws(JSONError) -> Bool {
        let slot = level.slots.offset(2 &* index)
        let number = storage.region.keyNumber(slot: slot)
        if let number, !format.isPretty,
            let key = storage.sharedKeys.table.plainKey(number)
        {
            try charge(bytes: key.length)
            append(key: key, isFirst: level.isEmpty)
            return true
        }
        return try writeOtherKey(number, at: index, of: level, in: storage, depth: depth)
    }

    private func writeOtherKey(
        _ number: Int?, at index: Int, of level: JSONLevel, in storage: FleeceStorage, depth: Int
    ) throws(JSONError) -> Bool {
        let start = count
        try beginItem(isFirst: level.isEmpty, depth: depth)
        var isWritten = false
        if let number {
            if let name = storage.sharedKeys.name(for: number) {
                isWritten = name.withUTF8Bytes { append(quoted: $0) }
            }
        } else if let key = storage.region.keyBytes(pair: index, of: level.slots) {
            isWritten = append(quoted: key)
        }
        guard isWritten else {
            count = start
            return false
        }
        try charge(bytes: count - start)
        endKey()
        return true
    }

    // MARK: Output

    /// Reserves space for the given number of bytes and returns its address.
    @inline(__always)
    func reserve(_ length: Int) -> UnsafeMutableRawPointer {
        if count &+ length > capacity { grow(count + length) }
        return bytes + count
    }

    /// Records that the given number of reserved bytes has been written.
    @inline(__always)
    func advance(_ length: Int) { count &+= length }

    private func grow(_ needed: Int) {
        var size = max(needed, capacity * 2)
        if !MemoryProbe.canAllocate(size) {
            // The text is discarded: the next value throws, and the bytes written so far are
            // overwritten.
            isOutOfMemory = true
            budget.end()
            size = max(needed - count, capacity)
            count = 0
            if size == capacity { return }
        }
        let larger = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 8)
        larger.copyMemory(from: bytes, byteCount: count)
        bytes.deallocate()
        bytes = larger
        capacity = size
    }
}
