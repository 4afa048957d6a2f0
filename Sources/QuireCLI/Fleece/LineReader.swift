/// Reads lines of bytes; only the one that is read is in memory.
struct LineReader {
    private var reader: ByteReader

    /// The number of the line that was read last, from 1.
    private(set) var line = 0

    init(_ input: any ByteInput) {
        reader = ByteReader(input)
    }

    /// Returns the next line without its end, or `nil` if there are no more.
    mutating func next() throws -> [UInt8]? {
        guard try reader.peek() != nil else { return nil }
        line += 1
        var bytes: [UInt8] = []
        while let byte = try reader.next(), byte != UInt8(ascii: "\n") { bytes.append(byte) }
        if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        return bytes
    }
}
