/// A buffered reader for single bytes.
package struct ByteReader {
    private let input: any ByteInput
    private var buffer = [UInt8](repeating: 0, count: 64 << 10)
    private var index = 0
    private var count = 0

    /// The line of the next byte, from 1.
    package private(set) var line = 1

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
        if byte == UInt8(ascii: "\n") { line += 1 }
        return byte
    }

    /// Skips JSON white space.
    package mutating func skipSpace() throws {
        while let byte = try peek(), byte == 0x20 || 0x09...0x0A ~= byte || byte == 0x0D {
            _ = try next()
        }
    }

    /// Skips a UTF-8 byte order mark.
    package mutating func skipByteOrderMark() throws {
        guard try peek() == 0xEF else { return }
        for expected: UInt8 in [0xEF, 0xBB, 0xBF] where try next() != expected {
            throw FormatError("the file is not UTF-8")
        }
    }
}
