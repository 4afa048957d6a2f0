// Values as JSON text. Of the characters that need no escape in RFC 8259 all are written as they
// are, but for U+007F. Doubles keep a `.0` or an exponent, so that they are read back as doubles.
//
// Example: {"rate": 121.0, "tags": ["a\nb"]} is written as {"rate":121.0,"tags":["a\nb"]}

/// Writes Fleece values as JSON text.
public struct JSONWriter {
    private(set) var output: [UInt8] = []
    let format: JSONFormat
    private var budget = VisitBudget([])

    /// Makes a writer.
    ///
    /// - Parameter format: How the text is laid out.
    public init(format: JSONFormat = .compact) {
        self.format = format
    }

    /// The text so far, in UTF-8.
    public var utf8: [UInt8] { output }

    /// Forgets the text and keeps the memory.
    public mutating func removeAll() {
        output.removeAll(keepingCapacity: true)
    }

    /// Appends the text of a value.
    ///
    /// - Parameter value: Any value. Data becomes base64, undefined `null`.
    /// - Throws: ``JSONError`` if a number is infinite, a string is not UTF-8, or the value is nested
    ///   more than 512 levels deep or repeats itself beyond measure.
    /// - Complexity: O(*n*) in the size of the value, plus sorting if the format asks for it.
    public mutating func write(_ value: FleeceValue) throws(JSONError) {
        budget = VisitBudget(value)
        try write(value, depth: 0)
    }

    /// Appends the text of an object whose pairs come in an order of their own.
    ///
    /// - Parameter pairs: Keys and values; all keys must differ.
    /// - Throws: ``JSONError`` as ``write(_:)``.
    /// - Complexity: O(*n*) in the size of the values.
    public mutating func write(
        object pairs: [(key: String, value: FleeceValue)]
    ) throws(JSONError) {
        budget = VisitBudget(pairs.lazy.map(\.value))
        try writeObject(pairs, depth: 0)
    }

    private mutating func write(_ value: FleeceValue, depth: Int) throws(JSONError) {
        try charge()
        switch value.kind {
        case .null, .undefined: append("null")
        case .boolean: append(value.boolean == true ? "true" : "false")
        case .integer: try writeInteger(value)
        case .float, .double: try writeFloatingPoint(value)
        case .string: try writeString(value)
        case .data: try writeData(value)
        case .array: try writeArray(value, depth: depth)
        case .dictionary: try writeDictionary(value, depth: depth)
        }
    }

    private mutating func charge(bytes: Int = 0) throws(JSONError) {
        guard budget.allows(bytes: bytes) else {
            throw JSONError("the value has more in it than its bytes could sensibly hold")
        }
    }

    // MARK: Numbers

    private mutating func writeInteger(_ value: FleeceValue) throws(JSONError) {
        if let number = value.int64 {
            append(decimal: number.magnitude, isNegative: number < 0)
        } else if let number = value.uint64 {
            append(decimal: number, isNegative: false)
        } else {
            throw JSONError("an integer is damaged")
        }
    }

    private mutating func append(decimal magnitude: UInt64, isNegative: Bool) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
            var start = 20
            var rest = magnitude
            repeat {
                start -= 1
                digits[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            } while rest > 0
            if isNegative { output.append(UInt8(ascii: "-")) }
            output.append(contentsOf: digits[start...])
        }
    }

    /// A number in the fewest digits that tell it from other doubles.
    ///
    /// That goes for a float too: whoever reads the text reads a double, and gets the stored value
    /// only if the text is that double's.
    private mutating func writeFloatingPoint(_ value: FleeceValue) throws(JSONError) {
        guard let number = value.double else { throw JSONError("a number is damaged") }
        if number.isFinite {
            append(number.description)
        } else if format.writesInfinityAsNull {
            append("null")
        } else {
            throw JSONError("a number is not finite: \(number)")
        }
    }

    // MARK: Strings and data

    private mutating func writeString(_ value: FleeceValue) throws(JSONError) {
        guard let bytes = value.storage.region.bytes(value.offset, tag: 4) else {
            throw JSONError("a string is damaged")
        }
        try charge(bytes: bytes.count)
        guard firstInvalidUTF8(bytes) == nil else { throw JSONError("a string is not valid UTF-8") }
        append(quoted: bytes)
    }

    private mutating func writeData(_ value: FleeceValue) throws(JSONError) {
        guard let bytes = value.storage.region.bytes(value.offset, tag: 5) else {
            throw JSONError("data is damaged")
        }
        try charge(bytes: bytes.count)
        output.append(UInt8(ascii: "\""))
        append(base64: bytes)
        output.append(UInt8(ascii: "\""))
    }

    // MARK: Collections

    private mutating func writeArray(_ value: FleeceValue, depth: Int) throws(JSONError) {
        guard let array = value.array else { throw JSONError("an array is damaged") }
        try checkDepth(depth)
        output.append(UInt8(ascii: "["))
        for index in 0..<array.count {
            beginItem(isFirst: index == 0, depth: depth + 1)
            try write(array[index], depth: depth + 1)
        }
        endItems(isEmpty: array.isEmpty, depth: depth)
        output.append(UInt8(ascii: "]"))
    }

    private mutating func writeDictionary(_ value: FleeceValue, depth: Int) throws(JSONError) {
        guard let dictionary = value.dictionary else { throw JSONError("a dictionary is damaged") }
        try checkDepth(depth)
        if format.sortsKeys {
            let pairs = dictionary.sorted { left, right in
                left.key.utf8.lexicographicallyPrecedes(right.key.utf8)
            }
            try writeObject(pairs, depth: depth)
        } else {
            try writeObject(dictionary, depth: depth)
        }
    }

    private mutating func writeObject(
        _ pairs: some Sequence<(key: String, value: FleeceValue)>, depth: Int
    ) throws(JSONError) {
        output.append(UInt8(ascii: "{"))
        var isFirst = true
        for (key, value) in pairs {
            try write(key, value, isFirst: isFirst, depth: depth + 1)
            isFirst = false
        }
        endItems(isEmpty: isFirst, depth: depth)
        output.append(UInt8(ascii: "}"))
    }

    private mutating func write(
        _ key: String, _ value: FleeceValue, isFirst: Bool, depth: Int
    ) throws(JSONError) {
        try charge(bytes: key.utf8.count)
        beginItem(isFirst: isFirst, depth: depth)
        key.withUTF8Bytes { append(quoted: $0) }
        output.append(UInt8(ascii: ":"))
        if format.isPretty { output.append(UInt8(ascii: " ")) }
        try write(value, depth: depth)
    }

    private func checkDepth(_ depth: Int) throws(JSONError) {
        guard depth < FleeceWriter.maximumDepth else {
            throw JSONError("nested more than \(FleeceWriter.maximumDepth) levels deep")
        }
    }

    private mutating func beginItem(isFirst: Bool, depth: Int) {
        if !isFirst { output.append(UInt8(ascii: ",")) }
        if format.isPretty { breakLine(depth) }
    }

    private mutating func endItems(isEmpty: Bool, depth: Int) {
        if format.isPretty, !isEmpty { breakLine(depth) }
    }

    private mutating func breakLine(_ depth: Int) {
        output.append(UInt8(ascii: "\n"))
        output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * depth))
    }

    // MARK: Output

    mutating func append(_ text: String) {
        output.append(contentsOf: text.utf8)
    }

    mutating func append(_ byte: UInt8) {
        output.append(byte)
    }

    mutating func append(bytes: UnsafeRawBufferPointer) {
        output.append(contentsOf: bytes)
    }
}
