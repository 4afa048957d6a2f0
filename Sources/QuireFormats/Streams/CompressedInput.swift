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
        #if Gzip
            return try GzipInput(peeked)
        #else
            throw FormatError(
                "gzip data requires the package trait Gzip, which Replication includes; or "
                    + "decompress the file first, with gzip -dc FILE")
        #endif
    }
}
