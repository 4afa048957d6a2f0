#if Gzip
    import CZlib

    /// An input that decompresses gzip data, which can consist of several members.
    package final class GzipInput: ByteInput {
        private static let bufferSize = 64 << 10

        private let input: any ByteInput
        // zlib's state refers to the stream, so its address must not change.
        private let stream: UnsafeMutablePointer<z_stream>
        private let buffer: UnsafeMutableRawBufferPointer
        private var state = State.atStart

        private enum State { case atStart, inMember, atEnd }

        /// - Throws: ``FormatError`` if memory is exhausted.
        package init(_ input: any ByteInput) throws {
            self.input = input
            stream = .allocate(capacity: 1)
            stream.initialize(to: z_stream())
            buffer = .allocate(byteCount: Self.bufferSize, alignment: 1)
            // 16 selects the header and the checksum of gzip.
            guard quire_inflate_init(stream, MAX_WBITS + 16) == Z_OK else {
                throw FormatError("cannot decompress: memory is exhausted")
            }
        }

        deinit {
            inflateEnd(stream)
            stream.deallocate()
            buffer.deallocate()
        }

        package func read(into output: UnsafeMutableRawBufferPointer) throws -> Int {
            guard let start = output.bindMemory(to: UInt8.self).baseAddress else { return 0 }
            let room = min(output.count, Int(UInt32.max))
            stream.pointee.next_out = start
            stream.pointee.avail_out = uInt(room)
            while stream.pointee.avail_out == uInt(room), state != .atEnd {
                guard try fill() else {
                    if state == .inMember { throw FormatError("the gzip data is truncated") }
                    state = .atEnd
                    break
                }
                if state == .atStart, skipPadding() { continue }
                try inflateSome()
            }
            return room - Int(stream.pointee.avail_out)
        }

        /// Reads compressed bytes if there are none; returns `false` at the end.
        private func fill() throws -> Bool {
            if stream.pointee.avail_in > 0 { return true }
            let count = try input.read(into: buffer)
            stream.pointee.next_in = buffer.bindMemory(to: UInt8.self).baseAddress
            stream.pointee.avail_in = uInt(count)
            return count > 0
        }

        /// Skips a zero byte after a member, as tapes pad files with zeros.
        ///
        /// - Returns: Whether there was one.
        private func skipPadding() -> Bool {
            guard let next = stream.pointee.next_in, next.pointee == 0 else { return false }
            stream.pointee.next_in = next + 1
            stream.pointee.avail_in -= 1
            return true
        }

        private func inflateSome() throws {
            state = .inMember
            switch inflate(stream, Z_NO_FLUSH) {
            case Z_OK, Z_BUF_ERROR: break
            case Z_STREAM_END:
                state = .atStart
                guard inflateReset(stream) == Z_OK else { fallthrough }
            default: throw FormatError("the gzip data is damaged")
            }
        }
    }
#endif
