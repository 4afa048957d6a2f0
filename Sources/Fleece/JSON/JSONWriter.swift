// Values as JSON text. Of the characters that need no escape in RFC 8259 all are written as they
// are, but for U+007F. Doubles keep a `.0` or an exponent, so that they are read back as doubles.
//
// Example: {"rate": 121.0, "tags": ["a\nb"]} is written as {"rate":121.0,"tags":["a\nb"]}

/// Writes Fleece values as JSON text.
///
/// A writer can be used again after ``removeAll()`` and keeps its memory.
public final class JSONWriter {
    let format: JSONFormat
    // Unchecked, as in `FleeceWriter`: no code of a caller's runs during an access.
    @exclusivity(unchecked) private(set) var bytes: UnsafeMutableRawPointer
    @exclusivity(unchecked) private var capacity: Int
    @exclusivity(unchecked) private(set) var count = 0
    @exclusivity(unchecked) private var budget = VisitBudget([])
    @exclusivity(unchecked) private var isOutOfMemory = false
    @exclusivity(unchecked) private var depthLimit = FleeceWriter.maximumDepth
    /// What ends the writing of a value early.
    package var interruption: (any WorkInterruption)?
    /// The number of bytes of indentation that may still be written.
    @exclusivity(unchecked) var indentationLeft = 0
    /// The collections that were begun, outermost first.
    ///
    /// It is a stack of the writer's own, since the thread's may be small.
    @exclusivity(unchecked) private var levels: [JSONLevel] = []

    /// Makes a writer.
    ///
    /// - Parameter format: How the text is laid out.
    public init(format: JSONFormat = .compact) {
        self.format = format
        capacity = 1024
        bytes = .allocate(byteCount: capacity, alignment: 8)
    }

    deinit {
        bytes.deallocate()
    }

    /// Forgets the text and keeps the memory.
    public func removeAll() {
        count = 0
    }

    /// The text so far.
    ///
    /// - Complexity: O(*n*) in its length.
    public var text: String {
        withUTF8 { String(decoding: $0, as: UTF8.self) }
    }

    /// Calls a closure with the text so far, in UTF-8, without a copy.
    ///
    /// - Parameter body: A closure that must not keep the pointer or use the writer.
    /// - Returns: What the closure returns.
    /// - Throws: What the closure throws.
    public func withUTF8<Result>(
        _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        try body(UnsafeRawBufferPointer(start: bytes, count: count))
    }

    /// Appends the text of a value.
    ///
    /// - Parameter value: Any value. Data becomes base64, undefined `null`.
    /// - Throws: ``JSONError`` if a number is infinite, a string is not UTF-8, or the value is nested
    ///   more than 512 levels deep, repeats itself beyond measure or would have far more indentation
    ///   than content.
    /// - Complexity: O(*n*) in the size of the value, plus sorting if the format asks for it.
    public func write(_ value: FleeceValue) throws(JSONError) {
        budget = VisitBudget(value, endingWith: interruption)
        indentationLeft = Self.maximumIndentation(forBytes: value.storage.count)
        levels.removeAll(keepingCapacity: true)
        isOutOfMemory = false
        depthLimit = FleeceWriter.maximumDepth
        do {
            try begin(value)
            try finishLevels()
            try checkMemory()
        } catch {
            // The values may be borrowed, and must not stay.
            levels.removeAll()
            throw error
        }
    }

    /// Appends the text of an object whose pairs come in an order of their own.
    ///
    /// - Parameter pairs: Keys and values; all keys must differ.
    /// - Throws: ``JSONError`` as ``write(_:)``. The object is not one of the levels of its values.
    /// - Complexity: O(*n*) in the size of the values.
    public func write(object pairs: [(key: String, value: FleeceValue)]) throws(JSONError) {
        budget = VisitBudget(pairs.lazy.map(\.value), endingWith: interruption)
        indentationLeft = Self.maximumIndentation(
            forBytes: pairs.reduce(0) { max($0, $1.value.storage.count) })
        levels.removeAll(keepingCapacity: true)
        isOutOfMemory = false
        depthLimit = FleeceWriter.maximumDepth + 1
        append("{")
        levels.append(JSONLevel(.pairs(pairs)))
        do {
            try finishLevels()
            try checkMemory()
        } catch {
            levels.removeAll()
            throw error
        }
    }

    /// Writes a scalar, or begins a collection whose items are to be written next.
    private func begin(_ value: FleeceValue) throws(JSONError) {
        try charge()
        switch value.kind {
        case .null, .undefined: append("null")
        case .boolean: append(value.boolean == true ? "true" : "false")
        case .integer: try writeInteger(value)
        case .float, .double: try writeFloatingPoint(value)
        case .string: try writeString(value)
        case .data: try writeData(value)
        case .array:
            guard let array = value.array else { throw JSONError("an array is damaged") }
            guard budget.allows(array) else { throw Self.repetition }
            try enter(.array(array))
            append("[")
        case .dictionary:
            guard let dictionary = value.dictionary else {
                throw JSONError("a dictionary is damaged")
            }
            guard budget.allows(dictionary) else { throw Self.repetition }
            try chargeKeys(of: dictionary)
            try enter(items(of: dictionary))
            append("{")
        }
    }

    @inline(__always)
    private func checkMemory() throws(JSONError) {
        if isOutOfMemory { throw JSONError("there is no memory for the text") }
    }

    private func charge(bytes: Int = 0) throws(JSONError) {
        try checkMemory()
        guard budget.allows(bytes: bytes) else { throw Self.repetition }
    }

    private static let repetition = JSONError(
        "the value has more in it than its bytes could sensibly hold")

    // MARK: Scalars

    private func writeInteger(_ value: FleeceValue) throws(JSONError) {
        guard let (bits, isUnsigned) = value.storage.region.integer(value.offset) else {
            throw JSONError("an integer is damaged")
        }
        let isNegative = !isUnsigned && Int64(bitPattern: bits) < 0
        append(decimal: isNegative ? 0 &- bits : bits, isNegative: isNegative)
    }

    /// A number in the fewest digits that tell it from other doubles.
    ///
    /// That goes for a float too: whoever reads the text reads a double, and gets the stored value
    /// only if the text is that double's.
    private func writeFloatingPoint(_ value: FleeceValue) throws(JSONError) {
        guard let number = value.double else { throw JSONError("a number is damaged") }
        if number.isFinite {
            number.description.withUTF8Bytes { append(bytes: $0) }
        } else if format.writesInfinityAsNull {
            append("null")
        } else {
            throw JSONError("a number is not finite: \(number)")
        }
    }

    private func writeString(_ value: FleeceValue) throws(JSONError) {
        guard let bytes = value.storage.region.bytes(value.offset, tag: 4) else {
            throw JSONError("a string is damaged")
        }
        try charge(bytes: bytes.count)
        guard append(quoted: bytes) else { throw JSONError("a string is not valid UTF-8") }
    }

    private func writeData(_ value: FleeceValue) throws(JSONError) {
        guard let bytes = value.storage.region.bytes(value.offset, tag: 5) else {
            throw JSONError("data is damaged")
        }
        try charge(bytes: bytes.count)
        append("\"")
        append(base64: bytes)
        append("\"")
    }

    // MARK: Collections

    /// Pairs as they lie, whose keys go from bytes to bytes, unless they need another order or are
    /// not all in one place.
    private func items(of dictionary: FleeceDictionary) -> JSONLevel.Items {
        if format.sortsKeys {
            return .pairs(
                dictionary.sorted { left, right in
                    left.key.utf8.lexicographicallyPrecedes(right.key.utf8)
                })
        }
        return dictionary.parent == nil ? .dictionary(dictionary) : .pairs(Array(dictionary))
    }

    /// Charges for keys before they become strings to be sorted: all pairs may share one long key.
    private func chargeKeys(of dictionary: FleeceDictionary) throws(JSONError) {
        guard format.sortsKeys || dictionary.parent != nil else { return }
        var next: FleeceDictionary? = dictionary
        while let dictionary = next {
            for index in 0..<dictionary.slots.count {
                let key = dictionary.storage.region.keyBytes(pair: index, of: dictionary.slots)
                if let key { try charge(bytes: key.count) }
            }
            next = dictionary.parent
        }
    }

    private func enter(_ items: JSONLevel.Items) throws(JSONError) {
        guard levels.count < depthLimit else {
            throw JSONError("nested more than \(FleeceWriter.maximumDepth) levels deep")
        }
        levels.append(JSONLevel(items))
    }

    /// Writes what is left of all the collections that were begun.
    private func finishLevels() throws(JSONError) {
        while !levels.isEmpty {
            let top = levels.count - 1
            let index = levels[top].next
            guard index < levels[top].count else {
                try endItems(isEmpty: levels[top].isEmpty, depth: top)
                if levels[top].isArray { append("]") } else { append("}") }
                levels.removeLast()
                continue
            }
            levels[top].next = index + 1
            switch levels[top].items {
            case .array(let array):
                try beginItem(isFirst: index == 0, depth: top + 1)
                levels[top].isEmpty = false
                try begin(array[index])
            case .pairs(let pairs):
                try charge(bytes: pairs[index].key.utf8.count)
                try beginItem(isFirst: index == 0, depth: top + 1)
                levels[top].isEmpty = false
                _ = pairs[index].key.withUTF8Bytes { append(quoted: $0) }
                endKey()
                try begin(pairs[index].value)
            case .dictionary(let dictionary): try writePair(index, of: dictionary, level: top)
            }
        }
    }

    /// Writes a pair, unless its key cannot be read or its value says that there is none.
    private func writePair(
        _ index: Int, of dictionary: FleeceDictionary, level: Int
    ) throws(JSONError) {
        guard let value = dictionary.value(at: index), value.kind != .undefined else { return }
        let end = count
        try beginItem(isFirst: levels[level].isEmpty, depth: level + 1)
        guard append(keyAt: index, of: dictionary) else {
            count = end
            return
        }
        levels[level].isEmpty = false
        try charge(bytes: count - end)
        endKey()
        try begin(value)
    }

    // MARK: Output

    /// Makes room for some more bytes and returns where they go.
    @inline(__always)
    func reserve(_ length: Int) -> UnsafeMutableRawPointer {
        if count &+ length > capacity { grow(count + length) }
        return bytes + count
    }

    /// Says how many of the bytes that there is room for have been written.
    @inline(__always)
    func advance(_ length: Int) { count &+= length }

    private func grow(_ needed: Int) {
        var size = max(needed, capacity * 2)
        if !MemoryProbe.canAllocate(size) {
            // The text is given up: the next value throws, and the bytes so far are overwritten.
            isOutOfMemory = true
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

extension FleeceValue {
    /// Returns the JSON text of this value.
    ///
    /// - Parameter format: How the text is laid out.
    /// - Returns: The text.
    /// - Throws: ``JSONError`` as ``JSONWriter/write(_:)``.
    /// - Complexity: O(*n*) in the size of the value.
    public func json(_ format: JSONFormat = .compact) throws(JSONError) -> String {
        let writer = JSONWriter(format: format)
        try writer.write(self)
        return writer.text
    }
}

extension FleeceStorage {
    /// Makes Fleece of a JSON text.
    ///
    /// - Parameter json: A text of one value.
    /// - Throws: ``JSONError`` with line and column, or ``FleeceError`` `tooLarge`.
    /// - Complexity: O(*n*) in the length of the text.
    public convenience init(json: String) throws {
        let writer = FleeceWriter()
        try JSONReader.read(json, into: writer)
        self.init(try writer.finish())
    }
}

/// How a JSON text is laid out, and what is done with values that JSON has no form for.
public struct JSONFormat: Hashable, Sendable {
    /// Whether the text has line breaks and is indented by two spaces.
    ///
    /// A large value with more than 60 levels may have far more indentation than content. If the
    /// indentation exceeds 64 times the size of the value, writing throws an error.
    public var isPretty: Bool

    /// Whether keys are sorted by their bytes, so that equal values have equal texts.
    ///
    /// Otherwise they come in the order in which they are stored.
    public var sortsKeys: Bool

    /// Whether an infinite number is written as `null` instead of being an error.
    public var writesInfinityAsNull: Bool

    /// Makes a format.
    ///
    /// - Parameters:
    ///   - isPretty: Whether the text has line breaks and is indented.
    ///   - sortsKeys: Whether keys are sorted by their bytes.
    ///   - writesInfinityAsNull: Whether an infinite number becomes `null`.
    public init(
        isPretty: Bool = false, sortsKeys: Bool = false, writesInfinityAsNull: Bool = false
    ) {
        self.isPretty = isPretty
        self.sortsKeys = sortsKeys
        self.writesInfinityAsNull = writesInfinityAsNull
    }

    /// No white space; keys in the order in which they are stored.
    public static let compact = JSONFormat()

    /// One item a line, indented.
    public static let pretty = JSONFormat(isPretty: true)

    /// No white space; keys sorted by their bytes.
    public static let canonical = JSONFormat(sortsKeys: true)
}
