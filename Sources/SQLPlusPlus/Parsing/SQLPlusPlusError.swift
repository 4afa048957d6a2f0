/// An error in the text of a query or path.
///
/// ```swift
/// do {
///     _ = try SelectStatement.parse("SELECT name FORM hotels")
/// } catch {
///     print(error.line, error.column, error.message)
/// }
/// ```
public struct SQLPlusPlusError: Error, Hashable, Sendable {
    /// A description of what was expected and what was found, without the location.
    public let message: String

    /// The location in the text, as a zero-based offset in UTF-8 bytes.
    public let offset: Int

    /// The line number, starting at 1.
    ///
    /// A line ends with LF, CR or CR LF.
    public let line: Int

    /// The column in the line, in Unicode scalars, starting at 1.
    public let column: Int

    /// Creates an error at a location in a text.
    init(_ message: String, at offset: Int, in bytes: [UInt8]) {
        var line = 1
        var column = 1
        var previous: UInt8 = 0
        for byte in bytes.prefix(offset) {
            if byte == UInt8(ascii: "\n") && previous == UInt8(ascii: "\r") {
                // The CR has already ended the line.
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
    /// The location followed by the message: `line 1, column 8: expected …`.
    public var description: String { "line \(line), column \(column): \(message)" }
}
