#if Replication
    import CZlib

    /// The decompressor of one direction of a connection.
    final class InflateStream {
        private static let bufferSize = 65_536

        // zlib's state refers to the stream, so its address must not change.
        private let stream: UnsafeMutablePointer<z_stream>
        private let buffer: UnsafeMutablePointer<UInt8>

        /// - Throws: `BLIPViolation` if memory is exhausted.
        init() throws(BLIPViolation) {
            stream = .allocate(capacity: 1)
            stream.initialize(to: z_stream())
            buffer = .allocate(capacity: Self.bufferSize)
            let status = quire_inflate_init(stream, -MAX_WBITS)
            guard status == Z_OK else {
                throw .internalError("The decompressor cannot be initialized (\(status)).")
            }
        }

        deinit {
            inflateEnd(stream)
            stream.deallocate()
            buffer.deallocate()
        }

        /// Appends the decompressed form of some bytes.
        ///
        /// - Parameters:
        ///   - bytes: Compressed bytes.
        ///   - limit: The maximum length of `output`.
        ///   - output: Receives the decompressed bytes.
        /// - Throws: `BLIPViolation` if the bytes are not deflated, end the stream, or have too many
        ///   decompressed bytes.
        func decompress(
            _ bytes: ArraySlice<UInt8>, limit: Int, into output: inout [UInt8]
        ) throws(BLIPViolation) {
            let outcome = bytes.withUnsafeBufferPointer { bytes in
                // zlib does not change the input. Its declaration lacks `const`.
                stream.pointee.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress)
                stream.pointee.avail_in = uInt(bytes.count)
                defer { stream.pointee.next_in = nil }
                return run(limit: limit, into: &output)
            }
            if let outcome { throw outcome }
        }

        /// Calls zlib until it has no more input and output.
        private func run(limit: Int, into output: inout [UInt8]) -> BLIPViolation? {
            repeat {
                stream.pointee.next_out = buffer
                stream.pointee.avail_out = uInt(Self.bufferSize)
                let status = inflate(stream, Z_SYNC_FLUSH)
                let count = Self.bufferSize - Int(stream.pointee.avail_out)
                guard output.count + count <= limit else {
                    return .tooLong("A frame has more than \(limit) bytes after decompression.")
                }
                output.append(contentsOf: UnsafeBufferPointer(start: buffer, count: count))
                // Without input, zlib reports that it made no progress.
                guard status == Z_OK || (status == Z_BUF_ERROR && stream.pointee.avail_in == 0)
                else { return .invalidData("A frame cannot be decompressed (\(status)).") }
            } while stream.pointee.avail_out == 0 || stream.pointee.avail_in > 0
            return nil
        }
    }
#endif
