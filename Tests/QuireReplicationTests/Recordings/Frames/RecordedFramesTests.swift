#if Replication
    import Testing

    @testable import QuireReplication

    /// Frames that Sync Gateway and Couchbase Lite have sent.
    @Suite struct RecordedFramesTests {
        @Test(arguments: RecordedFrames.names)
        func `recorded frames are read as the messages of the recording`(name: String) throws {
            let frames = try RecordedFrames(name)
            #expect(!frames.frames.isEmpty)
            for (direction, list) in frames.frames.sorted(by: { $0.key < $1.key }) {
                let received = try ReceivedMessage.all(in: list)
                let recorded = frames.lines(direction).compactMap { RecordedMessage($0) }
                #expect(received.count == recorded.count, "\(direction)")
                for (message, expected) in zip(received, recorded) {
                    Self.compare(message, expected)
                }
            }
        }

        @Test(arguments: RecordedFrames.names)
        func `the checksum after the last recorded frame is that of the recording`(
            name: String
        ) throws {
            let frames = try RecordedFrames(name)
            for (direction, list) in frames.frames {
                let end = try #require(frames.lines(direction).first { $0.tcp != nil })
                #expect(end.frames == list.count)
                let last = try #require(list.last { !Self.isAcknowledgment($0) })
                #expect(last.suffix(4).elementsEqual([UInt8](hex: end.crc ?? "")))
            }
        }

        @Test(arguments: RecordedFrames.names)
        func `written frames are read as the messages of recorded frames`(name: String) throws {
            let frames = try RecordedFrames(name)
            for (direction, list) in frames.frames {
                let written = try Self.written(list)
                #expect(
                    try ReceivedMessage.all(in: written) == ReceivedMessage.all(in: list),
                    "\(direction)")
            }
        }

        @Test(arguments: RecordedFrames.names)
        func `a recorded frame with another checksum is refused`(name: String) throws {
            let frames = try RecordedFrames(name)
            for (direction, list) in frames.frames {
                let index = try #require(list.lastIndex { !Self.isAcknowledgment($0) })
                var changed = list
                changed[index][list[index].count - 1] ^= 0x10
                #expect(throws: BLIPViolation.self, "\(direction)") {
                    _ = try ReceivedMessage.all(in: changed)
                }
            }
        }

        @Test func `acknowledgments of recorded frames are read`() throws {
            let frames = try RecordedFrames("sg-attachments-l")
            var read: Set<String> = []
            for (direction, list) in frames.frames {
                let recorded = frames.lines(direction).filter { $0.bytes != nil }
                let received = list.filter(Self.isAcknowledgment)
                #expect(received.count == recorded.count)
                for (frame, line) in zip(received, recorded) {
                    var receiver = BLIPReceiver(BLIPOptions())
                    guard
                        case .acknowledged(let key, let count) = try receiver.receive(
                            frame, { _ in .expected })
                    else {
                        Issue.record("Line \(line.i) is not read as an acknowledgment.")
                        continue
                    }
                    #expect(count == line.bytes)
                    #expect(key.number == line.n)
                    read.insert(line.type ?? "")
                }
            }
            #expect(read.isSubset(of: ["ACKMSG", "ACKRPY"]))
        }

        private static func compare(_ message: ReceivedMessage, _ expected: RecordedMessage) {
            let line: Comment = "Line \(expected.i)"
            #expect(message.kind == expected.kind, line)
            #expect(message.number == expected.number, line)
            let properties = message.message.properties.elements
            #expect(
                Dictionary(properties.map { ($0.key, $0.value) }) { first, _ in first }
                    == expected.properties, line)
            #expect(properties.count == expected.properties.count, line)
            #expect(message.message.isUrgent == expected.flags.contains("urgent"), line)
            #expect(message.message.isCompressed == expected.flags.contains("compressed"), line)
            if message.kind == .request {
                #expect(message.message.isReplyExpected == expected.expectsReply, line)
            }
            #expect(expected.body.matches(message.message.body), line)
        }

        private static func isAcknowledgment(_ frame: [UInt8]) -> Bool {
            var end = 0
            let type = (try? BLIPFrameHeader(frame, end: &end))?.flags.type
            return type == .requestAcknowledgment || type == .responseAcknowledgment
        }

        /// Decodes frames, and writes the same contents with the same headers.
        private static func written(_ frames: [[UInt8]]) throws -> [[UInt8]] {
            var decoder = BLIPFrameDecoder(limit: 1 << 20)
            var encoder = BLIPFrameEncoder(level: 6)
            return try frames.map { frame in
                guard !isAcknowledgment(frame) else { return frame }
                var start = 0
                let header = try BLIPFrameHeader(frame, end: &start)
                let isCompressed = header.flags.contains(.compressed)
                let contents = try decoder.contents(
                    of: frame[start...], isCompressed: isCompressed)
                let written = try encoder.frame(
                    header, BLIPFrameContents(head: [], body: contents))
                // Compressors differ. The checksum is that of the contents.
                #expect(written.suffix(4) == frame.suffix(4))
                if !isCompressed { #expect(written == frame) }
                return written
            }
        }
    }
#endif
