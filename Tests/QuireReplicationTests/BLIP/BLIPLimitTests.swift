#if Replication
    import Testing

    @testable import QuireReplication

    /// The limits of received frames and messages.
    @Suite struct BLIPLimitTests {
        static func options(_ change: (inout BLIPOptions) -> Void) -> BLIPOptions {
            var options = BLIPOptions()
            change(&options)
            return options
        }

        /// A frame that is accepted up to a limit, and its code above it.
        static let limits:
            [(name: String, set: @Sendable (inout BLIPOptions, Int) -> Void, code: UInt16)] = [
                ("frame", { $0.maximumFrameSize = 107 + $1 }, 1009),
                ("inflated frame", { $0.maximumInflatedFrameSize = 101 + $1 }, 1009),
                ("message", { $0.maximumMessageSize = 101 + $1 }, 1009),
                ("unfinished bytes", { $0.maximumUnfinishedSize = 100 + $1 }, 1009),
                ("unfinished requests", { $0.maximumUnfinishedRequests = 1 + $1 }, 1008),
            ]

        @Test(arguments: limits.indices)
        func `a limit that is exceeded ends the connection`(index: Int) throws {
            let (name, set, code) = Self.limits[index]
            var sequence = FrameSequence()
            try sequence.add(1, .moreComing, [0] + [UInt8](repeating: 7, count: 100))
            for (difference, expected) in [(0, nil), (1, nil), (-1, code)] {
                var options = BLIPOptions()
                set(&options, difference)
                let reception = Reception(sequence.frames, options)
                #expect(reception.violation?.code == expected, "\(name)")
            }
        }

        @Test func `properties are limited when their length is known`() throws {
            let options = Self.options { $0.maximumPropertySize = 300 }
            for (length, code) in [(300, nil), (301, 1009)] as [(Int, UInt16?)] {
                var sequence = FrameSequence()
                var contents: [UInt8] = []
                BLIPVarint.append(UInt64(length), to: &contents)
                try sequence.add(1, .moreComing, contents)
                #expect(Reception(sequence.frames, options).violation?.code == code)
            }
        }

        @Test func `the longest length of properties is a limit`() throws {
            var sequence = FrameSequence()
            var contents: [UInt8] = []
            BLIPVarint.append(.max, to: &contents)
            try sequence.add(1, contents)
            #expect(Reception(sequence.frames).violation?.code == 1009)
        }

        @Test func `a message is limited over all of its frames`() throws {
            let options = Self.options { $0.maximumMessageSize = 1_000 }
            var sequence = FrameSequence()
            try sequence.add(1, .moreComing, FrameSequence.message("x"))
            for _ in 0..<10 { try sequence.add(1, .moreComing, [UInt8](repeating: 7, count: 100)) }
            #expect(Reception(Array(sequence.frames.prefix(10)), options).violation == nil)
            #expect(Reception(sequence.frames, options).violation?.code == 1009)
        }

        @Test func `finished messages do not count`() throws {
            let options = Self.options {
                $0.maximumUnfinishedSize = 200
                $0.maximumUnfinishedRequests = 1
            }
            var sequence = FrameSequence()
            for number: UInt64 in 1...50 {
                try sequence.add(number, .moreComing, FrameSequence.message("x"))
                try sequence.add(number, .moreComing, [UInt8](repeating: 7, count: 150))
                try sequence.add(number, [7])
            }
            let reception = Reception(sequence.frames, options)
            #expect(reception.violation == nil)
            #expect(reception.bodies.count == 50)
            #expect(reception.unfinishedByteCount == 0)
        }

        @Test func `unfinished messages count together`() throws {
            let options = Self.options { $0.maximumUnfinishedSize = 1_000 }
            var sequence = FrameSequence()
            for number: UInt64 in 1...11 {
                try sequence.add(
                    number, .moreComing, [0] + [UInt8](repeating: 7, count: 100))
            }
            #expect(Reception(Array(sequence.frames.dropLast()), options).violation == nil)
            #expect(Reception(sequence.frames, options).violation?.code == 1009)
        }

        @Test func `properties of unfinished messages count`() throws {
            let options = Self.options { $0.maximumUnfinishedSize = 1_000 }
            var sequence = FrameSequence()
            // 300 bytes of properties that are empty strings.
            let contents = [0xac, 0x02] + [UInt8](repeating: 0, count: 300)
            for number: UInt64 in 1...4 { try sequence.add(number, .moreComing, contents) }
            #expect(Reception(Array(sequence.frames.prefix(3)), options).violation == nil)
            #expect(Reception(sequence.frames, options).violation?.code == 1009)
        }

        @Test func `a decompression bomb is stopped at the limit of a frame`() throws {
            let options = Self.options { $0.maximumInflatedFrameSize = 1 << 20 }
            var sequence = FrameSequence()
            try sequence.add(1, .compressed, [0] + [UInt8](repeating: 0, count: 8 << 20))
            #expect(sequence.frames[0].count < 10_000)
            #expect(Reception(sequence.frames, options).violation?.code == 1009)
        }

        @Test func `a decompression bomb of many frames is stopped at the limit of a message`()
            throws
        {
            let options = Self.options { $0.maximumMessageSize = 4 << 20 }
            var sequence = FrameSequence()
            try sequence.add(1, [.compressed, .moreComing], [0])
            for _ in 0..<8 {
                try sequence.add(
                    1, [.compressed, .moreComing], [UInt8](repeating: 0, count: 1 << 20))
            }
            let reception = Reception(sequence.frames, options)
            #expect(reception.violation?.code == 1009)
            #expect(reception.unfinishedByteCount <= 4 << 20)
        }

        @Test func `frames without contents need no memory`() throws {
            var sequence = FrameSequence()
            for _ in 0..<1_000 { try sequence.add(1, .moreComing, []) }
            try sequence.add(1, FrameSequence.message("x"))
            #expect(Reception(sequence.frames).bodies == ["x"])
        }
    }
#endif
