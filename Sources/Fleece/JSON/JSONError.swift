/// An error in a JSON text, or a value that cannot be written as JSON.
///
/// ```swift
/// do {
///     try JSONReader.read(#"{"name": }"#, into: writer)
/// } catch {
///     print(error.message, "in line", error.line)
/// }
/// ```
public struct JSONError: Error, Hashable, Sendable {
    /// The offset of the error in bytes from the start of the text, or `nil` if it is unknown.
    public let offset: Int?

    /// The line number, starting at 1, or 0 if the error concerns a value instead of a text.
    public let line: Int

    /// The column in Unicode scalars, starting at 1, or 0 if the error concerns a value.
    public let column: Int

    /// A description of what was expected and what was found.
    public let message: String

    /// Creates an error at an offset in a text.
    ///
    /// - Complexity: O(*n*) in the offset.
    init(_ message: String, at offset: Int, in text: UnsafeRawBufferPointer) {
        var line = 1
        var column = 1
        for byte in text[..<min(offset, text.count)] {
            if byte == UInt8(ascii: "\n") {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
        self.offset = offset
        self.line = line
        self.column = column
        self.message = message
    }

    /// Creates an error at a line and column.
    init(_ message: String, line: Int, column: Int) {
        offset = nil
        self.line = line
        self.column = column
        self.message = message
    }

    /// Returns this error with another line number, for a line that is part of a longer text.
    func onLine(_ line: Int) -> JSONError {
        JSONError(message, line: line, column: column)
    }

    /// Creates an error about a value that cannot be written as JSON.
    init(_ message: String) {
        offset = nil
        line = 0
        column = 0
        self.message = message
    }
}

extension JSONError: CustomStringConvertible {
    /// The message, followed by the line and column if they are known.
    public var description: String {
        line == 0 ? message : "\(message) at line \(line), column \(column)"
    }
}
