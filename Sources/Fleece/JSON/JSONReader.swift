// JSON text exactly as defined by RFC 8259: one value of any kind, in UTF-8 without a byte order
// mark, optionally surrounded by white space.
//
// Example: [1, "a"] results in these calls of the writer:
//   beginArray, write(1), write(utf8: "a"), endArray

/// Reads JSON text directly into a ``FleeceWriter``.
///
/// Numbers without a fraction or exponent become integers if they fit in 64 bits; all others become
/// the nearest double. A number outside the range of a double is an error. If a key occurs several
/// times in an object, the last pair wins.
///
/// ```swift
/// let writer = FleeceWriter()
/// try JSONReader.read(#"{"name": "Grand", "stars": 4}"#, into: writer)
/// let hotel = FleeceStorage(try writer.finish())
/// ```
public struct JSONReader {
    let text: UnsafeRawBufferPointer
    var index = 0
    let writer: FleeceWriter
    /// Whether numbers that a double may not represent exactly are written as their text.
    let keepsNumbers: Bool
    /// The bytes of a string whose escapes have been replaced.
    var unescaped: [UInt8] = []
    private var isDictionary: [Bool] = []

    private init(
        _ text: UnsafeRawBufferPointer, _ writer: FleeceWriter, keepsNumbers: Bool = false
    ) {
        self.text = text
        self.writer = writer
        self.keepsNumbers = keepsNumbers
    }

    /// Reads a text that contains one value and writes that value.
    ///
    /// - Parameters:
    ///   - text: JSON in UTF-8.
    ///   - writer: The writer that receives the value, as its root or as an item of its open
    ///     collection.
    /// - Throws: ``JSONError`` with line and column. The values that were written before the error
    ///   remain in the writer; call `reset()` to discard them.
    /// - Complexity: O(*n*) in the length of the text.
    public static func read(
        _ text: UnsafeRawBufferPointer, into writer: FleeceWriter
    ) throws(JSONError) {
        var reader = JSONReader(text, writer)
        try reader.readText()
    }

    /// Reads a text that contains one value and writes that value.
    ///
    /// - Parameters:
    ///   - text: JSON.
    ///   - writer: The writer that receives the value.
    /// - Throws: ``JSONError`` with line and column.
    /// - Complexity: O(*n*) in the length of the text.
    public static func read(_ text: String, into writer: FleeceWriter) throws(JSONError) {
        let result = text.withUTF8Bytes { bytes -> Result<Void, JSONError> in
            Result { () throws(JSONError) in try read(bytes, into: writer) }
        }
        try result.get()
    }

    /// Reads a text that contains one value, and writes long numbers as data that contains their
    /// text.
    ///
    /// These are all numbers that some numeric type would read otherwise from the nearest double
    /// than from the text. JSON has no data, so a decoder can distinguish them from other values.
    ///
    /// - Parameters:
    ///   - text: JSON in UTF-8.
    ///   - writer: The writer that receives the value.
    /// - Throws: ``JSONError`` with line and column.
    /// - Complexity: O(*n*) in the length of the text.
    package static func read(
        _ text: UnsafeRawBufferPointer, keepingNumbersInto writer: FleeceWriter
    ) throws(JSONError) {
        var reader = JSONReader(text, writer, keepsNumbers: true)
        try reader.readText()
    }

    // MARK: The text

    private mutating func readText() throws(JSONError) {
        repeat {
            // A value is expected here. After the start of a nonempty container, the next iteration
            // reads its first value.
            skipSpace()
            let byte = try peek("a value")
            switch byte {
            case UInt8(ascii: "{"):
                try enter(isDictionary: true)
                skipSpace()
                if !consume(UInt8(ascii: "}")) {
                    try readKey("a key or '}'")
                    continue
                }
                leave()
            case UInt8(ascii: "["):
                try enter(isDictionary: false)
                skipSpace()
                if !consume(UInt8(ascii: "]")) { continue }
                leave()
            default: try readScalar(byte)
            }
            try readSeparators()
        } while !isDictionary.isEmpty || !isDone
        skipSpace()
        if index < text.count { throw unexpected("the end of the text") }
    }

    private var isDone = false

    /// Reads what can follow a value: the ends of containers, then a comma or the end of the text.
    private mutating func readSeparators() throws(JSONError) {
        while let inDictionary = isDictionary.last {
            skipSpace()
            let end = inDictionary ? UInt8(ascii: "}") : UInt8(ascii: "]")
            if consume(UInt8(ascii: ",")) {
                if inDictionary { try readKey("a key") }
                return
            }
            guard consume(end) else { throw unexpected(inDictionary ? "',' or '}'" : "',' or ']'") }
            leave()
        }
        isDone = true
    }

    private mutating func enter(isDictionary kind: Bool) throws(JSONError) {
        guard isDictionary.count < FleeceWriter.maximumDepth else {
            throw error("nested more than \(FleeceWriter.maximumDepth) levels deep")
        }
        index += 1
        isDictionary.append(kind)
        if kind { writer.beginDictionary() } else { writer.beginArray() }
    }

    private mutating func leave() {
        if isDictionary.removeLast() { writer.endDictionary() } else { writer.endArray() }
    }

    private mutating func readKey(_ expected: StaticString) throws(JSONError) {
        skipSpace()
        guard try peek(expected) == UInt8(ascii: "\"") else {
            throw unexpected(expected.description)
        }
        try copyString(asKey: true)
        skipSpace()
        guard consume(UInt8(ascii: ":")) else { throw unexpected("':'") }
    }

    private mutating func readScalar(_ byte: UInt8) throws(JSONError) {
        switch byte {
        case UInt8(ascii: "\""): try copyString()
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try readNumber()
        case UInt8(ascii: "t"):
            try readWord("true")
            writer.write(true)
        case UInt8(ascii: "f"):
            try readWord("false")
            writer.write(false)
        case UInt8(ascii: "n"):
            try readWord("null")
            writer.writeNull()
        default: throw unexpected("a value")
        }
    }

    private mutating func readWord(_ word: StaticString) throws(JSONError) {
        let length = word.utf8CodeUnitCount
        let matches =
            index + length <= text.count
            && (0..<length).allSatisfy { text[index + $0] == word.utf8Start[$0] }
        guard matches else { throw unexpected("a value") }
        index += length
    }

    // MARK: Bytes

    @inline(__always)
    mutating func skipSpace() {
        while index < text.count {
            switch text[index] {
            case 0x20, 0x0A, 0x0D, 0x09: index += 1
            default: return
            }
        }
    }

    @inline(__always)
    private mutating func consume(_ byte: UInt8) -> Bool {
        guard index < text.count, text[index] == byte else { return false }
        index += 1
        return true
    }

    @inline(__always)
    private func peek(_ expected: StaticString) throws(JSONError) -> UInt8 {
        guard index < text.count else { throw unexpected(expected.description) }
        return text[index]
    }

    // MARK: Errors

    func error(_ message: String, at offset: Int? = nil) -> JSONError {
        JSONError(message, at: offset ?? index, in: text)
    }

    func unexpected(_ expected: String) -> JSONError {
        guard index < text.count else {
            return error("expected \(expected), found the end of the text")
        }
        let rest = UnsafeRawBufferPointer(rebasing: text[index..<min(index + 4, text.count)])
        let scalar = String(decoding: rest, as: UTF8.self).unicodeScalars.first ?? "?"
        return error("expected \(expected), found \(scalar.debugDescription)")
    }
}
