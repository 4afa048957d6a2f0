import Fleece

/// A source of bytes.
package protocol ByteInput: AnyObject {
    /// Reads the next bytes.
    ///
    /// - Returns: The number of bytes read; 0 at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int
}

extension ByteInput {
    /// Reads the rest of the input as a string.
    ///
    /// - Throws: ``FormatError`` if the input is not UTF-8.
    package func readAll() throws -> String {
        guard let text = String(validUTF8: try readBytes()) else {
            throw FormatError("the input is not UTF-8")
        }
        return text
    }

    /// Reads the rest of the input.
    package func readBytes() throws -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while case let count = try buffer.withUnsafeMutableBytes(read(into:)), count > 0 {
            bytes += buffer[..<count]
        }
        return bytes
    }
}

/// An input that counts the bytes read.
package final class CountingInput: ByteInput {
    private let input: any ByteInput
    /// The number of bytes read.
    package private(set) var count = 0

    package init(_ input: any ByteInput) {
        self.input = input
    }

    package func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let read = try input.read(into: buffer)
        count += read
        return read
    }
}

/// Bytes in memory as an input.
package final class BytesInput: ByteInput {
    private let bytes: [UInt8]
    private var position = 0

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    package func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let piece = bytes[position..<min(position + buffer.count, bytes.count)]
        buffer.copyBytes(from: piece)
        position += piece.count
        return piece.count
    }
}

/// An input whose bytes a closure reads.
final class ClosureInput: ByteInput {
    private let source: (UnsafeMutableRawBufferPointer) throws -> Int

    init(_ source: @escaping (UnsafeMutableRawBufferPointer) throws -> Int) {
        self.source = source
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        // A wrong number must not exceed the buffer.
        min(max(try source(buffer), 0), buffer.count)
    }
}
