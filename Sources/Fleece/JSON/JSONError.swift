/// What is wrong with a JSON text, or why a value cannot become one.
public struct JSONError: Error, Hashable, Sendable {
    /// Where the text goes wrong, in bytes from its start; `nil` if that is not known.
    public let offset: Int?

    /// The line, counted from 1; 0 for a value that has no JSON text.
    public let line: Int

    /// The column in the line, in Unicode scalars, counted from 1; 0 where there is no line.
    public let column: Int

    /// What was expected and what was found.
    public let message: String

    /// Makes an error about a place in a text.
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

    /// Makes an error about a place in a text that is known by its line and column.
    init(_ message: String, line: Int, column: Int) {
        offset = nil
        self.line = line
        self.column = column
        self.message = message
    }

    /// The same error in a text of which this one's was a line.
    func onLine(_ line: Int) -> JSONError {
        JSONError(message, line: line, column: column)
    }

    /// Makes an error about a value that has no JSON text.
    init(_ message: String) {
        offset = nil
        line = 0
        column = 0
        self.message = message
    }
}

extension JSONError: CustomStringConvertible {
    /// The message, with line and column where there are some.
    public var description: String {
        line == 0 ? message : "\(message) at line \(line), column \(column)"
    }
}
