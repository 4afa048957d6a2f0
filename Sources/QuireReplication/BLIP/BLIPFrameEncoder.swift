#if Replication
    /// The writer of the frames of one direction of a connection.
    struct BLIPFrameEncoder {
        /// The end of each flushed part of a deflate stream, which is not transmitted.
        static let flushedEnd: [UInt8] = [0, 0, 0xff, 0xff]

        private let level: Int
        private var deflater: DeflateStream?
        private var checksum = BLIPChecksum()

        /// - Parameter level: The compression level, 1…9.
        init(level: Int) {
            self.level = level
        }

        /// Returns a frame with a part of a message.
        mutating func frame(
            _ header: BLIPFrameHeader, _ contents: BLIPFrameContents
        ) throws(BLIPViolation) -> [UInt8] {
            var frame: [UInt8] = []
            frame.reserveCapacity(
                BLIPFrameHeader.maximumLength + contents.count + BLIPChecksum.length)
            header.append(to: &frame)
            checksum.add(contents.head)
            checksum.add(contents.body)
            if header.flags.contains(.compressed) {
                try compress(contents, into: &frame)
            } else {
                frame += contents.head
                frame += contents.body
            }
            checksum.append(to: &frame)
            return frame
        }

        /// Returns a frame that acknowledges a number of received bytes.
        static func acknowledgment(of key: BLIPMessageKey, byteCount: UInt64) -> [UInt8] {
            let type: BLIPFrameType =
                key.isResponse ? .responseAcknowledgment : .requestAcknowledgment
            var frame: [UInt8] = []
            BLIPFrameHeader(
                number: key.number, flags: BLIPFrameFlags(type, [.urgent, .noReply])
            ).append(to: &frame)
            BLIPVarint.append(byteCount, to: &frame)
            return frame
        }

        private mutating func compress(
            _ contents: BLIPFrameContents, into frame: inout [UInt8]
        ) throws(BLIPViolation) {
            let deflater: DeflateStream
            if let existing = self.deflater {
                deflater = existing
            } else {
                deflater = try DeflateStream(level: level)
                self.deflater = deflater
            }
            if !contents.head.isEmpty && !contents.body.isEmpty {
                try deflater.compress(contents.head, isLast: false, into: &frame)
                try deflater.compress(contents.body, isLast: true, into: &frame)
            } else {
                let part = contents.head.isEmpty ? contents.body : contents.head
                try deflater.compress(part, isLast: true, into: &frame)
            }
            guard frame.suffix(Self.flushedEnd.count).elementsEqual(Self.flushedEnd) else {
                throw .internalError("A compressed frame has an unexpected end.")
            }
            frame.removeLast(Self.flushedEnd.count)
        }
    }

    /// The contents of a frame: a part of the bytes before the body, and a part of the body.
    struct BLIPFrameContents: Sendable {
        var head: ArraySlice<UInt8>
        var body: ArraySlice<UInt8>

        var count: Int { head.count + body.count }
    }
#endif
