#if Replication
    import QuireTestSupport
    import Testing

    @testable import QuireReplication

    /// The order and size of frames.
    @Suite struct BLIPSendingQueueTests {
        // MARK: Order

        @Test func `messages take turns`() throws {
            let run = QueueRun()
            for _ in 0..<3 { try run.add(48_000) }
            #expect(run.numbers() == [1, 2, 3, 1, 2, 3, 1, 2, 3])
            #expect(run.queue.unsentByteCount == 0)
        }

        @Test func `a short message does not wait for the end of a long one`() throws {
            let run = QueueRun()
            try run.add(80_000)
            #expect(run.numbers(2) == [1, 1])
            try run.add(10)
            #expect(run.numbers() == [1, 2, 1, 1])
        }

        @Test func `requests get numbers in the order of their first frames`() throws {
            let run = QueueRun()
            for _ in 0..<5 { try run.add(10) }
            try run.add(10, isUrgent: true)
            try run.add(10)
            #expect(run.numbers() == [1, 2, 3, 4, 5, 6, 7])
        }

        @Test func `an urgent message precedes messages that have begun, after one other`() throws {
            let run = QueueRun()
            for _ in 0..<4 { try run.add(48_000) }
            #expect(run.numbers(4) == [1, 2, 3, 4])
            try run.add(10, isUrgent: true)
            #expect(run.numbers(3) == [1, 5, 2])
        }

        @Test func `urgent messages leave one other message between them`() throws {
            let run = QueueRun()
            for _ in 0..<4 { try run.add(48_000) }
            #expect(run.numbers(4) == [1, 2, 3, 4])
            try run.add(10, isUrgent: true)
            try run.add(10, isUrgent: true)
            // The urgent messages are requests, whose first frames keep their order.
            #expect(run.numbers(5) == [1, 5, 2, 6, 3])
        }

        @Test func `a new urgent message does not precede one of which nothing was sent`()
            throws
        {
            let run = QueueRun()
            for _ in 0..<3 { try run.add(48_000) }
            #expect(run.numbers(3) == [1, 2, 3])
            try run.add(20)
            try run.add(10, isUrgent: true)
            #expect(run.numbers(5) == [1, 2, 3, 4, 5])
        }

        @Test func `a long urgent message alternates with others`() throws {
            let run = QueueRun()
            for _ in 0..<3 { try run.add(80_000) }
            #expect(run.numbers(3) == [1, 2, 3])
            try run.add(64_000, isUrgent: true)
            #expect(run.numbers(8) == [1, 4, 2, 4, 3, 4, 1, 4])
        }

        @Test func `frames are short if the next message is urgent`() throws {
            let run = QueueRun()
            try run.add(40_000)
            try run.add(40_000, isUrgent: true)
            var sizes: [Int] = []
            while let frame = run.next() {
                sizes.append(frame.number == 1 ? frame.size : -frame.size)
            }
            #expect(sizes == [4_000, -16_000, 4_000, -16_000, 4_000, -8_000, 16_000, 12_000])
        }

        @Test func `urgent messages at any rate do not starve others`() throws {
            let run = QueueRun()
            for _ in 0..<2 { try run.add(60_000) }
            _ = run.numbers(2)
            var others = 0
            for _ in 0..<20 {
                try run.add(10, isUrgent: true)
                if let frame = run.next(), frame.size > 10 { others += 1 }
            }
            #expect(others >= 6)
        }

        @Test func `acknowledgments are first, and one for each message`() throws {
            let run = QueueRun()
            try run.add(10, isUrgent: true)
            let key = BLIPMessageKey(isResponse: true, number: 70)
            run.queue.acknowledge(key, byteCount: 50_000)
            run.queue.acknowledge(BLIPMessageKey(isResponse: false, number: 70), byteCount: 1)
            run.queue.acknowledge(key, byteCount: 100_000)
            #expect(run.next()?.size == 100_000)
            #expect(run.next()?.size == 1)
            #expect(run.numbers() == [1])
            run.queue.acknowledge(key, byteCount: 150_000)
            #expect(run.next()?.size == 150_000)
        }

        @Test func `a canceled request is not sent and has no number`() throws {
            let run = QueueRun()
            let ids = (0..<3).map { _ in run.handlers.makeID() }
            for id in ids {
                run.handlers.add(id) { _ in }
                try run.add(20_000, handler: id)
            }
            _ = run.handlers.abandon(ids[1])
            #expect(run.numbers() == [1, 2, 1, 2])
            #expect(run.queue.unsentByteCount == 0)
        }

        @Test func `a request that is canceled after its first frame is sent completely`() throws {
            let run = QueueRun()
            let id = run.handlers.makeID()
            run.handlers.add(id) { _ in }
            try run.add(40_000, handler: id)
            #expect(run.numbers(1) == [1])
            _ = run.handlers.abandon(id)
            #expect(run.numbers() == [1, 1])
            #expect(run.handlers.expectation(1) == .abandoned)
        }

        // MARK: Flow control

        @Test func `a message waits at more than 128,000 unacknowledged bytes`() throws {
            let run = QueueRun()
            try run.add(1_000_000)
            // 8 frames of 16,004 bytes.
            #expect(run.numbers() == [UInt64](repeating: 1, count: 8))
            let key = BLIPMessageKey(isResponse: false, number: 1)
            #expect(!run.acknowledged(key, byteCount: 31))
            #expect(run.numbers() == [])
            #expect(run.acknowledged(key, byteCount: 32))
            #expect(run.numbers() == [1])
            // 80,020 bytes are not acknowledged.
            #expect(run.acknowledged(key, byteCount: 64_016))
            #expect(run.numbers().count == 3)
        }

        @Test func `a waiting message does not stop others`() throws {
            let run = QueueRun()
            try run.add(1_000_000)
            _ = run.numbers()
            try run.add(10)
            try run.add(response: 1, 10)
            #expect(run.numbers() == [2, 1])
        }

        @Test func `acknowledgments of requests and responses are separate`() throws {
            let run = QueueRun()
            try run.add(1_000_000)
            try run.add(response: 1, 1_000_000)
            #expect(run.numbers().count == 16)
            let response = BLIPMessageKey(isResponse: true, number: 1)
            #expect(run.acknowledged(response, byteCount: 64_016))
            #expect(run.numbers().count == 4)
        }

        static let ineffective: [(isResponse: Bool, number: UInt64, count: UInt64)] = [
            (false, 2, 64_016), (false, 0, .max), (true, 1, 64_016), (false, .max, 0),
            (false, 1, 0),
        ]

        @Test(arguments: ineffective)
        func `an acknowledgment of another message has no effect`(
            isResponse: Bool, number: UInt64, count: UInt64
        ) throws {
            let run = QueueRun()
            try run.add(1_000_000)
            _ = run.numbers()
            let key = BLIPMessageKey(isResponse: isResponse, number: number)
            #expect(!run.acknowledged(key, byteCount: count))
            #expect(run.numbers() == [])
        }

        @Test func `an acknowledgment of more than the sent bytes opens the window once`() throws {
            let run = QueueRun()
            try run.add(1_000_000)
            _ = run.numbers()
            let key = BLIPMessageKey(isResponse: false, number: 1)
            #expect(run.acknowledged(key, byteCount: .max))
            #expect(run.numbers().count == 8)
        }

        @Test func `an earlier number does not close the window again`() throws {
            let run = QueueRun()
            try run.add(1_000_000)
            _ = run.numbers()
            let key = BLIPMessageKey(isResponse: false, number: 1)
            _ = run.acknowledged(key, byteCount: 128_032)
            _ = run.acknowledged(key, byteCount: 50_000)
            #expect(run.numbers().count == 8)
        }

        @Test func `an acknowledgment between two frames counts`() throws {
            let run = QueueRun()
            try run.add(1_000_000)
            _ = run.numbers(7)
            let key = BLIPMessageKey(isResponse: false, number: 1)
            #expect(!run.acknowledged(key, byteCount: 64_016))
            #expect(run.numbers().count == 5)
        }

        @Test func `an acknowledgment while a frame is encoded counts`() throws {
            let run = QueueRun()
            try run.add(1_000_000)
            _ = run.numbers(7)
            guard case .frame(.contents(let header, let contents)) = run.queue.next(&run.handlers)
            else {
                Issue.record("There is no frame.")
                return
            }
            let key = BLIPMessageKey(isResponse: false, number: 1)
            #expect(!run.acknowledged(key, byteCount: 64_016))
            run.queue.didEncode(header, byteCount: contents.count + 4)
            #expect(run.numbers().count == 4)
        }

        // MARK: Contents

        @Test func `frames contain each byte once, in order`() throws {
            var random = SplitMix64(seed: 8)
            for _ in 0..<50 {
                let bytes = (0..<random.next(below: 120_000)).map { UInt8(truncatingIfNeeded: $0) }
                let properties: BLIPProperties = [
                    "id": String(repeating: "x", count: random.next(below: 40_000))
                ]
                let message = BLIPMessage(properties: properties, body: bytes)
                let run = QueueRun()
                run.queue.append(
                    try BLIPOutgoingMessage(.response, to: 1, message, compressing: false))
                var sent: [UInt8] = []
                while case .frame(let frame) = run.queue.next(&run.handlers) {
                    guard case .contents(let header, let contents) = frame else { continue }
                    sent += contents.head + contents.body
                    run.queue.didEncode(header, byteCount: 0)
                    #expect(header.flags.contains(.moreComing) == (run.queue.unsentByteCount > 0))
                }
                let expected = try message.encodedHead() + bytes
                #expect(sent == expected)
            }
        }

        @Test func `many waiting messages are sent in order`() throws {
            let run = QueueRun()
            for _ in 0..<20_000 { try run.add(2) }
            #expect(run.numbers() == Array(1...20_000))
        }
    }
#endif
