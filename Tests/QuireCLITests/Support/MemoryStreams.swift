import QuireFormats

@testable import QuireCLI

/// An input from memory.
final class MemoryInput: ByteInput {
    private var rest: ArraySlice<UInt8>
    private let pieceLength: Int

    /// Creates an input that returns a text in chunks.
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

/// An output to memory.
final class MemoryOutput: ByteOutput {
    private var bytes: [UInt8] = []

    var text: String { String(decoding: bytes, as: UTF8.self) }

    func write(_ new: UnsafeRawBufferPointer) { bytes += new }
    func flush() {}
}
