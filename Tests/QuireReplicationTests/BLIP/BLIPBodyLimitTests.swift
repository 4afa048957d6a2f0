#if Replication
    import Testing

    @testable import QuireReplication

    /// The limits of bodies and properties, by the kind of the message.
    @Suite struct BLIPBodyLimitTests {
        static let options: BLIPOptions = {
            var options = BLIPOptions()
            options.bodyLimits.requests = ["rev": .max, "changes": 100]
            options.bodyLimits.otherRequests = 50
            options.bodyLimits.responses = 80
            options.bodyLimits.errors = 20
            return options
        }()

        /// Returns the frames of a message with 30 bytes of the body in each.
        private static func frames(
            _ type: BLIPFrameType, _ number: UInt64, _ profile: String?, size: Int
        ) throws -> [[UInt8]] {
            var message = BLIPMessage()
            message["Profile"] = profile
            var rest = try message.encodedHead() + [UInt8](repeating: 0x61, count: size)
            var sequence = FrameSequence()
            while rest.count > 30 {
                try sequence.add(type, number, [.moreComing, .compressed], Array(rest.prefix(30)))
                rest.removeFirst(30)
            }
            try sequence.add(type, number, .compressed, rest)
            return sequence.frames
        }

        static let bodies: [(type: BLIPFrameType, profile: String?, size: Int, limit: Int?)] = [
            (.request, "changes", 100, nil), (.request, "changes", 101, 100),
            (.request, "changes", 400, 100), (.request, "rev", 400, nil),
            (.request, "norev", 50, nil), (.request, "norev", 51, 50), (.request, nil, 51, 50),
            (.response, nil, 80, nil), (.response, nil, 81, 80), (.response, "rev", 81, 80),
            (.errorResponse, nil, 20, nil), (.errorResponse, nil, 21, 20),
        ]

        @Test(arguments: bodies)
        func `a body has a limit for its kind of message`(
            type: BLIPFrameType, profile: String?, size: Int, limit: Int?
        ) throws {
            let frames = try Self.frames(type, 1, profile, size: size)
            let reception = Reception(frames, Self.options)
            #expect(reception.refusals == (limit.map { [BLIPError.tooLong($0)] } ?? []))
        }

        @Test func `a body in one frame has the same limit`() throws {
            var sequence = FrameSequence()
            let head = try BLIPMessage(properties: ["Profile": "changes"]).encodedHead()
            try sequence.add(1, .compressed, head + [UInt8](repeating: 0x61, count: 101))
            #expect(Reception(sequence.frames, Self.options).refusals == [.tooLong(100)])
        }

        @Test func `a body that is too long is not kept while it arrives`() throws {
            let frames = try Self.frames(.request, 1, "changes", size: 1_000)
            let reception = Reception(Array(frames.dropLast()), Self.options)
            #expect(reception.unfinishedByteCount == 0)
        }

        @Test func `messages after a body that is too long are received`() throws {
            var sequence = FrameSequence()
            try sequence.add(1, [0] + [UInt8](repeating: 0x61, count: 51))
            try sequence.add(2, FrameSequence.message("x"))
            #expect(Reception(sequence.frames, Self.options).bodies == ["x"])
        }

        @Test func `a body that is received in parts has no limit`() throws {
            let frames = try Self.frames(.response, 40, nil, size: 400)
            let reception = Reception(frames, Self.options)
            #expect(reception.bodies.joined().utf8.count == 400)
        }

        static let counts: [(count: Int, code: UInt16?)] = [
            (0, nil), (12, nil), (256, nil), (257, 1008), (51_200, 1008),
        ]

        @Test(arguments: counts)
        func `the number of properties is limited`(count: Int, code: UInt16?) throws {
            var contents: [UInt8] = []
            BLIPVarint.append(UInt64(2 * count), to: &contents)
            var sequence = FrameSequence()
            let properties = [UInt8](repeating: 0, count: 2 * count)
            try sequence.add(1, .compressed, contents + properties)
            #expect(Reception(sequence.frames).violation?.code == code)
        }

        static let values: [(text: String, value: String?)] = [
            ("", nil), ("Profile\0rev\0", "rev"), ("a\01\0Profile\0rev\0", "rev"),
            ("Profile\0rev\0Profile\0changes\0", "rev"), ("a\0Profile\0", nil),
            ("Profile\0", nil), ("Profile", nil), ("profile\0rev\0", nil), ("Profile\0\0", ""),
        ]

        @Test(arguments: values)
        func `a value is found in the transmitted form`(text: String, value: String?) {
            let bytes = Array("xx".utf8) + Array(text.utf8)
            let found = BLIPProperties.value(of: "Profile", in: bytes.dropFirst(2))
            #expect(found.map { String(decoding: $0, as: UTF8.self) } == value)
        }
    }
#endif
