#if Replication
    import QuireTestSupport
    import Testing

    @testable import QuireReplication

    /// How frames become messages.
    @Suite struct BLIPReceiverTests {
        @Test(arguments: [3, 6, 7] as [UInt8])
        func `a frame of an unknown type is ignored`(type: UInt8) throws {
            var sequence = FrameSequence()
            try sequence.add(1, FrameSequence.message("a"))
            sequence.add(raw: [9, type | 0x48, 1, 2, 3])
            sequence.add(raw: [9, type])
            try sequence.add(2, FrameSequence.message("b"))
            #expect(Reception(sequence.frames).bodies == ["a", "b"])
        }

        @Test func `unknown flags are ignored`() throws {
            var sequence = FrameSequence()
            try sequence.add(
                1, BLIPFrameFlags(rawValue: 0x80), FrameSequence.message("a"))
            var second = FrameSequence()
            try second.add(1, FrameSequence.message("a"))
            // Flags of two bytes.
            let frame = [1, 0x80, 0x7f] + second.frames[0].dropFirst(2)
            #expect(Reception(sequence.frames).bodies == ["a"])
            #expect(Reception([frame]).bodies == ["a"])
        }

        @Test func `messages can be cut into frames at each byte`() throws {
            let properties: BLIPProperties = [
                "Profile": "rev", "id": String(repeating: "x", count: 150),
            ]
            let message = BLIPMessage(properties: properties, body: Array("body".utf8))
            let bytes = try message.encodedHead() + message.body
            for cut in 0...bytes.count {
                var sequence = FrameSequence()
                try sequence.add(1, .moreComing, Array(bytes[..<cut]))
                try sequence.add(1, .compressed, Array(bytes[cut...]))
                var receiver = BLIPReceiver(BLIPOptions())
                let first = try receiver.receive(sequence.frames[0]) { _ in .unknown }
                guard case .none = first,
                    case .request(message, 1) = try receiver.receive(
                        sequence.frames[1], { _ in .unknown })
                else {
                    Issue.record("The message differs if it is cut at \(cut).")
                    return
                }
            }
        }

        @Test func `a message can arrive one byte at a time`() throws {
            let message = BLIPMessage(properties: ["a": "1"], body: Array("body".utf8))
            var sequence = FrameSequence()
            for byte in try message.encodedHead() + message.body {
                try sequence.add(1, .moreComing, [byte])
            }
            try sequence.add(1, [])
            #expect(Reception(sequence.frames).bodies == ["body"])
        }

        @Test func `frames of several messages can alternate`() throws {
            var sequence = FrameSequence()
            for number: UInt64 in 1...5 {
                try sequence.add(number, .moreComing, FrameSequence.message("\(number)"))
                try sequence.add(
                    .response, number, .moreComing, FrameSequence.message("r\(number)"))
            }
            for number: UInt64 in [3, 1, 5, 4, 2] {
                try sequence.add(.response, number, Array("+".utf8))
                try sequence.add(number, Array("-".utf8))
            }
            #expect(
                Reception(sequence.frames).bodies == [
                    "r3+", "3-", "r1+", "1-", "r5+", "5-", "r4+", "4-", "r2+", "2-",
                ])
        }

        @Test func `received bytes are acknowledged at each 50,000`() throws {
            var sequence = FrameSequence()
            try sequence.add(1, .moreComing, FrameSequence.message(""))
            for _ in 0..<10 {
                try sequence.add(1, .moreComing, [UInt8](repeating: 1, count: 16_000))
            }
            try sequence.add(1, [UInt8](repeating: 1, count: 60_000))
            // A frame counts with its checksum, but without its header. The first has 5 bytes.
            #expect(Reception(sequence.frames).acknowledged == [64_021, 128_037])
        }

        @Test func `compressed bytes are acknowledged as they arrive`() throws {
            var sequence = FrameSequence()
            for _ in 0..<100 {
                try sequence.add(
                    .response, 1, [.compressed, .moreComing], [UInt8](repeating: 0, count: 16_000))
            }
            #expect(Reception(sequence.frames).acknowledged == [])
        }

        @Test func `an abandoned response is acknowledged, but not kept`() throws {
            let options = BLIPLimitTests.options { $0.maximumMessageSize = 1_000 }
            var sequence = FrameSequence()
            for _ in 0..<4 {
                try sequence.add(.response, 10, .moreComing, [UInt8](repeating: 0, count: 16_000))
            }
            try sequence.add(.response, 10, [1])
            try sequence.add(1, FrameSequence.message("next"))
            let reception = Reception(sequence.frames, options)
            #expect(reception.violation == nil)
            #expect(reception.bodies == ["", "next"])
            #expect(reception.acknowledged == [64_016])
        }

        @Test func `a response that is abandoned midway releases its memory`() throws {
            var receiver = BLIPReceiver(BLIPOptions())
            var sequence = FrameSequence()
            try sequence.add(.response, 1, .moreComing, [UInt8](repeating: 0, count: 16_000))
            try sequence.add(.response, 1, .moreComing, [UInt8](repeating: 0, count: 16_000))
            _ = try receiver.receive(sequence.frames[0]) { _ in .expected }
            #expect(receiver.unfinishedByteCount == 15_999)
            _ = try receiver.receive(sequence.frames[1]) { _ in .abandoned }
            #expect(receiver.unfinishedByteCount == 0)
        }
    }
#endif
