#if Replication
    import QuirePlatform
    import Testing

    @testable import QuireReplication

    /// Bodies that are read while they are sent, and received in parts.
    @Suite(.timeLimit(.minutes(10))) struct BLIPBodyTests {
        private static func bytes(_ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: $0 &* $0 / 7) }
        }

        /// Answers a request with a body of which the beginning is in memory.
        private static func respond(
            _ request: BLIPRequest, _ body: [UInt8], beginning: Int, part: Int,
            failingAfter maximum: Int = .max
        ) {
            let position = Mutex(beginning)
            let source = BLIPBodySource(byteCount: body.count - beginning) {
                position.withLock { position in
                    guard position < maximum else { return [] }
                    let next = body[position...].prefix(part)
                    position += next.count
                    return Array(next)
                }
            }
            let isCompressed = request.message.isCompressed
            request.respond(
                BLIPMessage(body: Array(body.prefix(beginning)), isCompressed: isCompressed),
                continuedBy: beginning < body.count ? source : nil)
        }

        /// Returns the body of the response to a request, received in parts.
        private static func body(
            of connection: BLIPConnection, isCompressed: Bool = false
        ) async throws -> [UInt8] {
            let received = Mutex<[UInt8]>([])
            let response = try await connection.request(BLIPMessage(isCompressed: isCompressed)) {
                part in
                received.withLock { $0 += part }
            }
            return received.withLock { $0 } + response.body
        }

        @Test(arguments: [
            (0, 0, 1), (1, 0, 1), (1, 1, 1), (20, 0, 1), (20, 3, 7), (16_000, 0, 16_000),
            (16_001, 1, 16_000), (40_000, 16_000, 8_000), (40_000, 15_999, 24_001),
            (40_000, 39_999, 1), (300_000, 128_000, 128_000), (300_000, 0, 300_000),
        ])
        func `a body that is read while it is sent arrives unchanged`(
            count: Int, beginning: Int, part: Int
        ) async throws {
            let body = Self.bytes(count)
            let ends = try await BLIPConnectionTests.connected(handler: {
                Self.respond($0, body, beginning: beginning, part: part)
            }) { connection in
                for isCompressed in [false, true] {
                    let message = BLIPMessage(isCompressed: isCompressed)
                    let response = try await connection.request(message)
                    #expect(response.body == body)
                    #expect(
                        try await Self.body(of: connection, isCompressed: isCompressed) == body)
                }
            }
            #expect([ends.first.closeCode, ends.second.closeCode] == [1000, 1000])
        }

        @Test(arguments: [false, true])
        func `a body that is received in parts can be longer than other messages`(
            isCompressed: Bool
        ) async throws {
            var options = BLIPOptions()
            options.maximumMessageSize = 20_000
            options.maximumUnfinishedSize = 50_000
            let body = Self.bytes(1_000_000)
            try await BLIPConnectionTests.connected(
                options, handler: { Self.respond($0, body, beginning: 1_000, part: 50_000) }
            ) { connection in
                let received = try await Self.body(of: connection, isCompressed: isCompressed)
                #expect(received == body)
            }
        }

        @Test(arguments: [0, 10, 1_000, 50_000, 250_000])
        func `a body that cannot be read further ends there, and the connection remains`(
            maximum: Int
        ) async throws {
            let body = Self.bytes(300_000)
            try await BLIPConnectionTests.connected(handler: {
                Self.respond($0, body, beginning: 10, part: 10_000, failingAfter: maximum)
            }) { connection in
                for _ in 0..<2 {
                    let received = try await Self.body(of: connection)
                    #expect(received.count >= 10 && received.count < body.count)
                    #expect(received[...] == body.prefix(received.count))
                }
            }
        }

        @Test(arguments: [0, 3, 20])
        func `an error of the receiver fails the request, and the connection remains`(
            number: Int
        ) async throws {
            let body = Self.bytes(500_000)
            try await BLIPConnectionTests.connected(handler: {
                Self.respond($0, body, beginning: 100, part: 60_000)
            }) { connection in
                let count = Mutex(0)
                await #expect(throws: BLIPError.badRequest("full")) {
                    _ = try await connection.request(BLIPMessage()) { _ in
                        let index = count.withLock { count in
                            defer { count += 1 }
                            return count
                        }
                        if index == number { throw BLIPError.badRequest("full") }
                    }
                }
                #expect(count.withLock { $0 } == number + 1)
                let received = try await Self.body(of: connection)
                #expect(received == body)
            }
        }

        @Test func `the body of an error is not passed to the receiver`() async throws {
            let error = BLIPError.http(404, "missing")
            await BLIPConnectionTests.connected(handler: { $0.fail(error) }) { connection in
                let parts = Mutex(0)
                await #expect(throws: error) {
                    _ = try await connection.request(BLIPMessage()) { _ in
                        parts.withLock { $0 += 1 }
                    }
                }
                #expect(parts.withLock { $0 } == 0)
            }
        }

        @Test func `a slow receiver stops the reading of the body`() async throws {
            let read = Mutex(0)
            try await BLIPConnectionTests.connected(handler: { request in
                let source = BLIPBodySource(byteCount: 10_000_000) {
                    read.withLock { $0 += 100_000 }
                    return [UInt8](repeating: 1, count: 100_000)
                }
                request.respond(BLIPMessage(), continuedBy: source)
            }) { connection in
                let received = Mutex(0)
                _ = try await connection.request(BLIPMessage()) { part in
                    if received.withLock({ $0 }) == 0 {
                        try await Task.sleep(for: .milliseconds(50))
                        // The window of the sender, and what it reads ahead.
                        let count = read.withLock { $0 }
                        #expect(count <= 300_000)
                    }
                    received.withLock { $0 += part.count }
                }
                #expect(received.withLock { $0 } == 10_000_000)
            }
            #expect(read.withLock { $0 } == 10_000_000)
        }

        @Test func `a message whose body is being read keeps its place`() throws {
            let run = QueueRun()
            let source = BLIPBodySource(byteCount: 20_000) { [] }
            run.queue.append(
                try BLIPOutgoingMessage(
                    .response, to: 9, BLIPMessage(body: [1]), source: source, compressing: false))
            try run.add(10)
            guard case .read = run.queue.next(&run.handlers) else {
                Issue.record("No part is needed.")
                return
            }
            try run.add(10)
            run.queue.didRead(Self.bytes(20_000))
            #expect(run.numbers() == [9, 1, 2, 9])
            #expect(run.queue.unsentByteCount == 0)
            // After the end of a connection, the queue is empty.
            run.queue.didRead([1, 2, 3])
            #expect(run.next() == nil)
        }

        @Test func `parts of a response are passed on as they arrive`() throws {
            var sequence = FrameSequence()
            try sequence.add(.response, 40, .moreComing, FrameSequence.message("ab"))
            try sequence.add(.response, 40, .moreComing, [])
            try sequence.add(.response, 40, .moreComing, Array("cd".utf8))
            try sequence.add(.response, 40, Array("ef".utf8))
            #expect(Reception(sequence.frames).bodies == ["ab", "cd", "ef"])
        }
    }
#endif
