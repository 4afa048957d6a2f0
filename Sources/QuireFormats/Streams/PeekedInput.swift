/// An input whose first bytes can be inspected before they are read.
final class PeekedInput: ByteInput {
    private let input: any ByteInput
    private var peeked: ArraySlice<UInt8> = []

    init(_ input: any ByteInput) {
        self.input = input
    }

    /// Returns the first bytes, or fewer at the end of the input.
    func prefix(_ count: Int) throws -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: count)
        while peeked.count < count {
            let missing = count - peeked.count
            let read = try buffer.withUnsafeMutableBytes {
                try input.read(into: UnsafeMutableRawBufferPointer(rebasing: $0[..<missing]))
            }
            if read == 0 { break }
            peeked += buffer[..<read]
        }
        return Array(peeked.prefix(count))
    }

    /// Skips bytes that have been inspected.
    func skip(_ count: Int) { peeked.removeFirst(min(count, peeked.count)) }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        guard !peeked.isEmpty else { return try input.read(into: buffer) }
        let piece = peeked.prefix(buffer.count)
        buffer.copyBytes(from: piece)
        peeked.removeFirst(piece.count)
        return piece.count
    }
}
