/// Detection of compressed files by their first bytes.
package enum CompressedInput {
    /// Returns an input that decompresses gzip data and passes other data unchanged.
    ///
    /// No text format begins with the two bytes of gzip, which are not UTF-8.
    ///
    /// - Parameter input: An unread input.
    /// - Returns: An input of uncompressed bytes.
    /// - Throws: ``FormatError`` if the data is compressed and the package was built without zlib.
    package static func decompressing(_ input: any ByteInput) throws -> any ByteInput {
        let peeked = PeekedInput(input)
        guard try peeked.prefix(2) == [0x1F, 0x8B] else { return peeked }
        #if Replication
            return try GzipInput(peeked)
        #else
            throw FormatError(
                "gzip data requires the package trait Replication; "
                    + "use: gzip -dc FILE | quire import DB -")
        #endif
    }
}

/// An input whose first bytes can be inspected before they are read.
private final class PeekedInput: ByteInput {
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
        return Array(peeked)
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        guard !peeked.isEmpty else { return try input.read(into: buffer) }
        let piece = peeked.prefix(buffer.count)
        buffer.copyBytes(from: piece)
        peeked.removeFirst(piece.count)
        return piece.count
    }
}
