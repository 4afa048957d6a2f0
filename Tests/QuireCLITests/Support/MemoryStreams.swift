@testable import QuireCLI

/// Bytes that a command reads.
final class MemoryInput: ByteInput {
    private var rest: ArraySlice<UInt8>
    private let pieceLength: Int

    /// Gives a text, a number of bytes at a time.
    init(_ text: String, pieceLength: Int = .max) {
        rest = ArraySlice(text.utf8)
        self.pieceLength = pieceLength
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let piece = rest.prefix(min(buffer.count, pieceLength))
        buffer.copyBytes(from: piece)
        rest.removeFirst(piece.count)
        return piece.count
    }
}

/// Bytes that a command wrote.
final class MemoryOutput: ByteOutput {
    private var bytes: [UInt8] = []

    var text: String { String(decoding: bytes, as: UTF8.self) }

    func write(_ new: UnsafeRawBufferPointer) { bytes += new }
    func flush() {}
}
