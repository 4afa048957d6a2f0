#if Replication
    @testable import QuireReplication

    /// The frames of an input.
    ///
    /// Random bytes have wrong checksums, so an input describes frames instead. The first byte of each is
    /// the kind and the number of the following contents, in units of 8 bytes.
    struct FuzzedFrames {
        /// A frame, and the message that it belongs to.
        struct Frame {
            let bytes: [UInt8]
        }

        private var rest: ArraySlice<UInt8>
        private var checksum = BLIPChecksum()
        private let deflater = try? DeflateStream(level: 1)
        private let inflater = try? InflateStream()
        /// The contents of unfinished messages.
        private var contents: [BLIPMessageKey: [UInt8]] = [:]

        init(_ bytes: [UInt8]) {
            rest = bytes[...]
        }

        /// Removes and returns the contents of a message.
        mutating func finish(_ key: BLIPMessageKey) -> [UInt8] {
            contents.removeValue(forKey: key) ?? []
        }

        /// Returns the next frame of the input.
        mutating func next() -> Frame? {
            guard let kind = rest.popFirst() else { return nil }
            let part = Array(rest.prefix((Int(kind) >> 3 + 1) * 8))
            rest = rest.dropFirst(part.count)
            var start = 0
            // The other kinds are the bytes as they are.
            guard kind & 7 != 0, let header = try? BLIPFrameHeader(part, end: &start),
                let type = header.flags.type
            else { return Frame(bytes: part) }
            switch type {
            case .requestAcknowledgment, .responseAcknowledgment: return Frame(bytes: part)
            default: break
            }
            let key = BLIPMessageKey(isResponse: type != .request, number: header.number)
            var frame = Array(part[..<start])
            var added: [UInt8] = []
            if !header.flags.contains(.compressed) {
                added = Array(part[start...])
                if kind & 7 == 7, let byte = added.first {
                    added = [UInt8](repeating: byte, count: added.count * 40)
                }
                frame += added
            } else if kind & 7 < 4 {
                added = Array(part[start...])
                if kind & 7 == 3 { added = [UInt8](repeating: 0, count: added.count * 400) }
                var compressed: [UInt8] = []
                try? deflater?.compress(added[...], isLast: true, into: &compressed)
                compressed.removeLast(min(4, compressed.count))
                _ = inflate(compressed)
                frame += compressed
            } else {
                added = inflate(Array(part[start...]))
                frame += part[start...]
            }
            checksum.add(added[...])
            checksum.append(to: &frame)
            contents[key, default: []] += added
            return Frame(bytes: frame)
        }

        /// Returns the decompressed form of some bytes, so that the streams of both sides are equal.
        private func inflate(_ bytes: [UInt8]) -> [UInt8] {
            var contents: [UInt8] = []
            try? inflater?.decompress(bytes[...], limit: 1 << 20, into: &contents)
            try? inflater?.decompress(
                BLIPFrameEncoder.flushedEnd[...], limit: 1 << 20, into: &contents)
            return contents
        }
    }
#endif
