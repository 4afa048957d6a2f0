/// A buffered reader for single bytes of UTF-8.
package struct ByteReader {
    private let input: any ByteInput
    private var buffer = [UInt8](repeating: 0, count: 64 << 10)
    private var index = 0
    private var count = 0
    private var isAfterReturn = false

    /// The line of the next byte, from 1.
    ///
    /// A line ends with a line feed, a carriage return, or both.
    package private(set) var line = 1

    /// The column of the next byte in Unicode scalars, from 1.
    package private(set) var column = 1

    package init(_ input: any ByteInput) {
        self.input = input
    }

    /// Returns the next byte without consuming it, or `nil` at the end.
    package mutating func peek() throws -> UInt8? {
        if index == count {
            index = 0
            count = try buffer.withUnsafeMutableBytes { try input.read(into: $0) }
            if count == 0 { return nil }
        }
        return buffer[index]
    }

    /// Consumes and returns the next byte, or returns `nil` at the end.
    package mutating func next() throws -> UInt8? {
        guard let byte = try peek() else { return nil }
        index += 1
        switch byte {
        case 0x0A where isAfterReturn: isAfterReturn = false
        case 0x0A, 0x0D:
            isAfterReturn = byte == 0x0D
            line += 1
            column = 1
        default:
            isAfterReturn = false
            if byte & 0xC0 != 0x80 { column += 1 }
        }
        return byte
    }

    /// Skips JSON white space.
    package mutating func skipSpace() throws {
        while let byte = try peek(), byte == 0x20 || 0x09...0x0A ~= byte || byte == 0x0D {
            _ = try next()
        }
    }

    /// Returns an error at the next byte.
    func error(_ message: String) -> FormatError {
        FormatError(message, line: line, column: column)
    }
}
