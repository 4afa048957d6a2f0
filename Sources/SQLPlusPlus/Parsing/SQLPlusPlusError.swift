/// A text that is not of the dialect, or not a path.
public struct SQLPlusPlusError: Error, Hashable, Sendable {
    /// What was expected and what was found, without the place.
    public let message: String

    /// The place in the text, in bytes of UTF-8 from 0.
    public let offset: Int

    /// The line of the place, from 1; a line ends with LF, CR or both.
    public let line: Int

    /// The column of the place in its line, in Unicode scalars from 1.
    public let column: Int

    /// Creates an error about a place of a text.
    init(_ message: String, at offset: Int, in bytes: [UInt8]) {
        var line = 1
        var column = 1
        var previous: UInt8 = 0
        for byte in bytes.prefix(offset) {
            if byte == UInt8(ascii: "\n") && previous == UInt8(ascii: "\r") {
                // The line ended with the CR already.
            } else if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
            previous = byte
        }
        self.message = message
        self.offset = offset
        self.line = line
        self.column = column
    }
}

extension SQLPlusPlusError: CustomStringConvertible {
    /// The message after its place: `line 1, column 8: expected …`.
    public var description: String { "line \(line), column \(column): \(message)" }
}
