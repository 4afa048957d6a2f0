#if Replication
    import QuireTestSupport
    import Testing

    @testable import QuireReplication

    /// Frames as other implementations write them.
    ///
    /// The bytes were written by a Python program of 20 lines: `zlib.compressobj(6, zlib.DEFLATED, -15,
    /// 9)` with `flush(zlib.Z_SYNC_FLUSH)` for the contents, and `zlib.crc32` with the previous value for
    /// the checksum.
    @Suite struct BLIPFrameTests {
        /// One direction of a connection: each frame depends on the preceding ones.
        static let frames: [(name: String, hex: String, message: Expected?)] = [
            (
                "request",
                "01002250726f66696c6500676574436865636b706f696e7400636c69656e740063702d3100e5977d5a",
                Expected(.request, 1, ["Profile": "getCheckpoint", "client": "cp-1"], "")
            ),
            (
                "urgent compressed request without reply",
                """
                0238120828ca4fcbcc496548ce48cc4b4f2d66888e36d4514a54d251327448528a8d25890b001e8cdd14
                """,
                Expected(
                    .request, 2, ["Profile": "changes"],
                    #"[[1,"a","1@b"]][[1,"a","1@b"]][[1,"a","1@b"]][[1,"a","1@b"]]"#,
                    [.urgent, .compressed, .noReply])
            ),
            (
                "response", "01010972657600312d6363007b226c6f63616c223a377d85ae782d",
                Expected(.response, 1, ["rev": "1-cc"], #"{"local":7}"#)
            ),
            (
                "compressed error response",
                """
                ac020a52742d2aca2fd275c9cf4dcccc63f008090960808838e7a7a43298189830e466161767e6a503\
                0012b9ac06
                """,
                Expected(
                    .errorResponse, 300, ["Error-Domain": "HTTP", "Error-Code": "404"], "missing",
                    .compressed)
            ),
            (
                "request without properties and body", "0300003b73f314",
                Expected(.request, 3, [:], "")
            ),
            ("first frame of two", "04481283d95a0400ea0e6343", nil),
            (
                "last frame, which is not compressed",
                """
                0400657600696400c3b6f09f98800078787878787878787878787878787878787878786f6190e9
                """,
                Expected(
                    .request, 4, ["Profile": "rev", "id": "ö\u{1F600}"],
                    String(repeating: "x", count: 20), .compressed)
            ),
            (
                "compressed frame after a plain one",
                "0219e22c4a2d6330d44d4e66a856cac94f4ecc51b232af050054244759",
                Expected(
                    .response, 2, ["rev": "1-cc"], #"{"local":7}"#, [.urgent, .compressed])
            ),
        ]

        /// A message that was read.
        struct Expected: Equatable, Sendable {
            let type: BLIPFrameType
            let number: UInt64
            let message: BLIPMessage

            init(
                _ type: BLIPFrameType, _ number: UInt64, _ properties: BLIPProperties,
                _ body: String, _ flags: BLIPFrameFlags = []
            ) {
                self.type = type
                self.number = number
                message = BLIPMessage(
                    properties: properties, body: Array(body.utf8),
                    isUrgent: flags.contains(.urgent),
                    isCompressed: flags.contains(.compressed),
                    isReplyExpected: type == .request && !flags.contains(.noReply))
            }

            init?(_ event: BLIPReceiver.Event) {
                switch event {
                case .request(let message, let number):
                    (type, self.number, self.message) = (.request, number, message)
                case .response(let message, let number, let isError):
                    type = isError ? .errorResponse : .response
                    (self.number, self.message) = (number, message)
                default: return nil
                }
            }
        }

        @Test func `frames of another implementation are read`() throws {
            var receiver = BLIPReceiver(BLIPOptions())
            for frame in Self.frames {
                let event = try receiver.receive([UInt8](hex: frame.hex)) { _ in .expected }
                #expect(Expected(event) == frame.message, "\(frame.name)")
            }
            #expect(receiver.unfinishedByteCount == 0)
        }

        @Test func `written frames have the bytes of another implementation`() throws {
            var encoder = BLIPFrameEncoder(level: 6)
            var decoder = BLIPFrameDecoder(limit: 1_000)
            for frame in Self.frames {
                let bytes = [UInt8](hex: frame.hex)
                var start = 0
                let header = try BLIPFrameHeader(bytes, end: &start)
                let isCompressed = header.flags.contains(.compressed)
                let contents = try decoder.contents(of: bytes[start...], isCompressed: isCompressed)
                let written = try encoder.frame(
                    header,
                    BLIPFrameContents(head: contents.prefix(3), body: contents.dropFirst(3)))
                // Versions of zlib compress differently, but the checksum is that of the contents.
                #expect(
                    isCompressed ? written.suffix(4) == bytes.suffix(4) : written == bytes,
                    "\(frame.name)")
            }
        }

        static let acknowledgments: [(key: BLIPMessageKey, count: UInt64, hex: String)] = [
            (BLIPMessageKey(isResponse: false, number: 4), 64_016, "043490f403"),
            (BLIPMessageKey(isResponse: true, number: 300), 128_032, "ac0235a0e807"),
        ]

        @Test(arguments: acknowledgments)
        func `an acknowledgment has no checksum`(
            key: BLIPMessageKey, count: UInt64, hex: String
        ) throws {
            let bytes = [UInt8](hex: hex)
            #expect(BLIPFrameEncoder.acknowledgment(of: key, byteCount: count) == bytes)
            var receiver = BLIPReceiver(BLIPOptions())
            guard case .acknowledged(key, count) = try receiver.receive(bytes, { _ in .unknown })
            else {
                Issue.record("The frame is not an acknowledgment.")
                return
            }
        }

        @Test func `compressed and plain contents of any size are read as written`() throws {
            var random = SplitMix64(seed: 5)
            for level in [1, 6, 9] {
                var encoder = BLIPFrameEncoder(level: level)
                var decoder = BLIPFrameDecoder(limit: 1 << 20)
                for size in [0, 1, 2, 3, 15_999, 16_000, 32_768, 65_536, 65_537, 300_000] {
                    let bytes = (0...size).map { _ in
                        random.once(in: 2) ? UInt8(truncatingIfNeeded: random.next()) : 7
                    }
                    let flags: BLIPFrameFlags = random.once(in: 3) ? [] : .compressed
                    let header = BLIPFrameHeader(number: 1, flags: flags)
                    let frame = try encoder.frame(
                        header, BLIPFrameContents(head: bytes.prefix(1), body: bytes.dropFirst()))
                    let contents = try decoder.contents(
                        of: frame.dropFirst(header.length), isCompressed: flags == .compressed)
                    #expect(Array(contents) == bytes)
                }
            }
        }

        @Test func `frames with random contents have at most 16 KB`() throws {
            var random = SplitMix64(seed: 6)
            let sizes = [
                (BLIPSendingQueue.frameSize, 16_384),
                (BLIPSendingQueue.frameSizeBeforeUrgent, 4_096),
            ]
            for (size, limit) in sizes {
                for level in 1...9 {
                    var encoder = BLIPFrameEncoder(level: level)
                    for _ in 0..<5 {
                        let bytes = (0..<size).map { _ in UInt8(truncatingIfNeeded: random.next()) }
                        let frame = try encoder.frame(
                            BLIPFrameHeader(number: .max, flags: .compressed),
                            BLIPFrameContents(head: bytes.prefix(40), body: bytes.dropFirst(40)))
                        #expect(frame.count <= limit)
                    }
                }
            }
        }
    }

    extension [UInt8] {
        /// Creates bytes from hexadecimal digits.
        init(hex: String) {
            let digits = hex.compactMap(\.hexDigitValue)
            self = stride(from: 0, to: digits.count - 1, by: 2).map {
                UInt8(digits[$0] << 4 | digits[$0 + 1])
            }
        }
    }
#endif
