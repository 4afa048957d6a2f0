#if Replication
    import CZlib

    /// The compressor of one direction of a connection: a raw deflate stream.
    final class DeflateStream {
        private static let bufferSize = 32_768

        // zlib's state refers to the stream, so its address must not change.
        private let stream: UnsafeMutablePointer<z_stream>
        private let buffer: UnsafeMutablePointer<UInt8>

        /// - Parameter level: The compression level, 0…9.
        /// - Throws: `BLIPViolation` if memory is exhausted.
        init(level: Int) throws(BLIPViolation) {
            stream = .allocate(capacity: 1)
            stream.initialize(to: z_stream())
            buffer = .allocate(capacity: Self.bufferSize)
            let status = quire_deflate_init(
                stream, Int32(min(max(level, 0), 9)), -MAX_WBITS, MAX_MEM_LEVEL)
            guard status == Z_OK else {
                throw .internalError("The compressor cannot be initialized (\(status)).")
            }
        }

        deinit {
            deflateEnd(stream)
            stream.deallocate()
            buffer.deallocate()
        }

        /// Appends the compressed form of some bytes.
        ///
        /// - Parameters:
        ///   - bytes: The uncompressed bytes.
        ///   - isLast: Whether the peer must be able to decompress all bytes so far.
        ///   - output: Receives the compressed bytes.
        /// - Throws: `BLIPViolation` if zlib fails.
        func compress(
            _ bytes: ArraySlice<UInt8>, isLast: Bool, into output: inout [UInt8]
        ) throws(BLIPViolation) {
            let status = bytes.withUnsafeBufferPointer { bytes in
                // zlib does not change the input. Its declaration lacks `const`.
                stream.pointee.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress)
                stream.pointee.avail_in = uInt(bytes.count)
                defer { stream.pointee.next_in = nil }
                return run(isLast ? Z_SYNC_FLUSH : Z_NO_FLUSH, into: &output)
            }
            guard status == Z_OK || status == Z_BUF_ERROR else {
                throw .internalError("Compression failed (\(status)).")
            }
        }

        /// Calls zlib until it has no more output.
        private func run(_ flush: Int32, into output: inout [UInt8]) -> Int32 {
            var status: Int32
            repeat {
                stream.pointee.next_out = buffer
                stream.pointee.avail_out = uInt(Self.bufferSize)
                status = deflate(stream, flush)
                let count = Self.bufferSize - Int(stream.pointee.avail_out)
                output.append(contentsOf: UnsafeBufferPointer(start: buffer, count: count))
            } while status == Z_OK && stream.pointee.avail_out == 0
            return status
        }
    }
#endif
