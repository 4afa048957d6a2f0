#if Replication
    /// The reader of the contents of the frames of one direction of a connection.
    struct BLIPFrameDecoder {
        private let limit: Int
        private var inflater: InflateStream?
        private var checksum = BLIPChecksum()

        /// - Parameter limit: The maximum size of the contents of a frame after decompression.
        init(limit: Int) {
            self.limit = limit
        }

        /// Returns the contents of a frame.
        ///
        /// - Parameters:
        ///   - frame: The bytes of the frame after its header, with the checksum.
        ///   - isCompressed: Whether the contents are compressed.
        /// - Returns: The contents before compression.
        /// - Throws: `BLIPViolation` if the checksum differs or the contents cannot be decompressed.
        mutating func contents(
            of frame: ArraySlice<UInt8>, isCompressed: Bool
        ) throws(BLIPViolation) -> ArraySlice<UInt8> {
            guard frame.count >= BLIPChecksum.length else {
                throw .protocolError("A frame has no checksum.")
            }
            var contents = frame.dropLast(BLIPChecksum.length)
            if isCompressed {
                contents = try decompress(contents)[...]
            } else if contents.count > limit {
                throw .tooLong("A frame has more than \(limit) bytes.")
            }
            checksum.add(contents)
            guard checksum.matches(frame.suffix(BLIPChecksum.length)) else {
                throw .invalidData("The checksum of a frame is wrong.")
            }
            return contents
        }

        private mutating func decompress(
            _ bytes: ArraySlice<UInt8>
        ) throws(BLIPViolation) -> [UInt8] {
            let inflater: InflateStream
            if let existing = self.inflater {
                inflater = existing
            } else {
                inflater = try InflateStream()
                self.inflater = inflater
            }
            var contents: [UInt8] = []
            try inflater.decompress(bytes, limit: limit, into: &contents)
            try inflater.decompress(
                BLIPFrameEncoder.flushedEnd[...], limit: limit, into: &contents)
            return contents
        }
    }
#endif
