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
    @exclusivity(unchecked) private var depthLimit = FleeceWriter.maximumDepth
    /// A condition that stops writing a value early.
    package var interruption: (any WorkInterruption)?
    /// The number of bytes of indentation that can still be written.
    @exclusivity(unchecked) var indentationLeft = 0
    /// The collections that are being written, outermost first.
    ///
    /// Writing uses this stack instead of recursion, because the stack of the thread may be small.
    @exclusivity(unchecked) private var levels: [JSONLevel] = []

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
        levels.removeAll(keepingCapacity: true)
        isOutOfMemory = false
        depthLimit = FleeceWriter.maximumDepth
        do {
            try begin(value)
            try finishLevels()
            try checkMemory()
        } catch {
            // The values may be borrowed, so they must not be retained here.
            levels.removeAll()
            throw error
        }
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

    /// Writes a scalar, or begins a collection whose items are written next.
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
        if isOutOfMemory { throw JSONError("not enough memory for the text") }
    }

    private func charge(bytes: Int = 0) throws(JSONError) {
        try checkMemory()
        guard budget.allows(bytes: bytes) else { throw Self.repetition }
    }

    private static let repetition = JSONError(
        "the value shares its items so often that it is too large when expanded")

    // MARK: Scalars

    private func writeInteger(_ value: FleeceValue) throws(JSONError) {
        guard let (bits, isUnsigned) = value.storage.region.integer(value.offset) else {
            throw JSONError("an integer is damaged")
        }
        let isNegative = !isUnsigned && Int64(bitPattern: bits) < 0
        append(decimal: isNegative ? 0 &- bits : bits, isNegative: isNegative)
    }

    /// Writes a floating-point number with the fewest digits that identify the double.
    ///
    /// This also applies to a stored float: a reader parses the text as a double, and only the text
    /// of that double preserves the stored value.
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

    /// Returns the pairs in stored order, whose keys are copied without creating strings, unless
    /// the format sorts keys or the dictionary has a parent.
    private func items(of dictionary: FleeceDictionary) -> JSONLevel.Items {
        if format.sortsKeys {
            return .pairs(
                dictionary.sorted { left, right in
                    left.key.utf8.lexicographicallyPrecedes(right.key.utf8)
                })
        }
        return dictionary.parent == nil ? .dictionary(dictionary) : .pairs(Array(dictionary))
    }

    /// Charges for keys before they are converted to strings, because all pairs may share one long
    /// key.
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

    /// Writes the remaining items of all open collections.
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

    /// Writes a pair, unless its key cannot be read or its value is undefined.
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
    /// ```swift
    /// let text = try hotel.json(.canonical)
    /// ```
    ///
    /// - Parameter format: The layout of the text.
    /// - Returns: The text.
    /// - Throws: ``JSONError``, as ``JSONWriter/write(_:)``.
    /// - Complexity: O(*n*) in the size of the value.
    public func json(_ format: JSONFormat = .compact) throws(JSONError) -> String {
        let writer = JSONWriter(format: format)
        try writer.write(self)
        return writer.text
    }
}

extension FleeceStorage {
    /// Creates Fleece data from a JSON text.
    ///
    /// ```swift
    /// let hotel = try FleeceStorage(json: #"{"name": "Grand", "stars": 4}"#)
    /// ```
    ///
    /// - Parameter json: A text that contains one value.
    /// - Throws: ``JSONError`` with line and column, or ``FleeceError`` `tooLarge`.
    /// - Complexity: O(*n*) in the length of the text.
    public convenience init(json: String) throws {
        let writer = FleeceWriter()
        try JSONReader.read(json, into: writer)
        self.init(try writer.finish())
    }
}

/// The layout of a JSON text, and the handling of values that JSON cannot represent.
///
/// ```swift
/// print(try hotel.json(JSONFormat(isPretty: true, sortsKeys: true)))
/// ```
public struct JSONFormat: Hashable, Sendable {
    /// Whether the text has line breaks and is indented by two spaces per level.
    ///
    /// A large value with more than 60 levels may have far more indentation than content. If the
    /// indentation exceeds 64 times the size of the value, writing throws an error.
    public var isPretty: Bool

    /// Whether keys are sorted by their bytes, so that equal values have equal texts.
    ///
    /// Otherwise keys are in stored order.
    public var sortsKeys: Bool

    /// Whether an infinite number is written as `null` instead of being an error.
    public var writesInfinityAsNull: Bool

    /// Creates a format.
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

    /// A format without white space, with keys in stored order.
    public static let compact = JSONFormat()

    /// A format with one item per line, indented.
    public static let pretty = JSONFormat(isPretty: true)

    /// A format without white space, with keys sorted by their bytes.
    public static let canonical = JSONFormat(sortsKeys: true)
}
