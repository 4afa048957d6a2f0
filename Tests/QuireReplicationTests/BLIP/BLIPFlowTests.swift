#if Replication
    import QuirePlatform
    import Testing

    @testable import QuireReplication

    /// Flow control, cancellation and limits of running connections.
    @Suite(.timeLimit(.minutes(10))) struct BLIPFlowTests {
        @Test func `a receiver that acknowledges nothing stops the sender`() async throws {
            let (first, second) = MemorySocket.pair()
            let connection = BLIPConnection(socket: first)
            async let end = connection.run { $0.respond() }
            try connection.post(BLIPMessage(body: [UInt8](repeating: 1, count: 1_000_000)))
            var frames = 0
            for _ in 0..<8 where try await second.receive() != nil { frames += 1 }
            // Another message passes, so the sender is not blocked, but the first message waits.
            try connection.post(BLIPMessage(body: [1]))
            let frame = try #require(try await second.receive())
            #expect(frame.first == 2)
            #expect(connection.unsentByteCount == 1_000_001 - 8 * 16_000)
            try await second.send([0x01, 0x34, 0xa0, 0xe8, 0x07])
            for _ in 0..<8 where try await second.receive() != nil { frames += 1 }
            #expect(frames == 16)
            connection.abort()
            _ = await end
        }

        @Test func `a long response to a peer that acknowledges arrives`() async throws {
            let body = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
            try await BLIPConnectionTests.connected(handler: { request in
                request.respond(BLIPMessage(body: body, isCompressed: request.message.isCompressed))
            }) { connection in
                for isCompressed in [true, false] {
                    let response = try await connection.request(
                        BLIPMessage(isCompressed: isCompressed))
                    #expect(response.body == body)
                }
            }
        }

        @Test func `a canceled request throws, and its response is ignored`() async throws {
            let (started, continuation) = AsyncStream<BLIPRequest>.makeStream()
            let ends = try await BLIPConnectionTests.connected(handler: {
                continuation.yield($0)
            }) { connection in
                let task = Task { try await connection.request(BLIPMessage(body: [1])) }
                var requests = started.makeAsyncIterator()
                let request = await requests.next()
                task.cancel()
                await #expect(throws: CancellationError.self) { try await task.value }
                request?.respond(BLIPMessage(body: [UInt8](repeating: 1, count: 300_000)))
                // Responses are handled in order of completion, and the first one is long.
                let next = Task { try await connection.request(BLIPMessage(body: [2])) }
                await requests.next()?.respond(BLIPMessage(body: [3]))
                let response = try await next.value
                #expect(response.body == [3])
            }
            #expect(ends.first.closeCode == 1000)
            #expect(ends.second.closeCode == 1000)
        }

        @Test func `a request of a canceled task is not sent`() async throws {
            try await BLIPConnectionTests.connected(handler: { request in
                request.respond(BLIPMessage(body: request.message.body))
            }) { connection in
                let task = Task {
                    while !Task.isCancelled { await Task.yield() }
                    return try await connection.request(BLIPMessage(body: [1]))
                }
                task.cancel()
                await #expect(throws: CancellationError.self) { try await task.value }
                let response = try await connection.request(BLIPMessage(body: [2]))
                #expect(response.body == [2])
            }
        }

        @Test func `a peer that never answers is left by cancellation`() async throws {
            let (first, second) = MemorySocket.pair()
            let connection = BLIPConnection(socket: first)
            async let end = connection.run { $0.respond() }
            let tasks = (0..<200).map { index in
                Task { try await connection.request(BLIPMessage(body: [UInt8(index)])) }
            }
            for _ in 0..<200 { _ = try await second.receive() }
            for task in tasks { task.cancel() }
            for task in tasks {
                await #expect(throws: CancellationError.self) { try await task.value }
            }
            connection.abort()
            _ = await end
        }

        @Test func `a slow handler keeps messages in the socket`() async throws {
            let (first, second) = MemorySocket.pair(capacity: 1_000)
            // The messages are sent while the connection is being closed.
            var options = BLIPOptions()
            options.closeTimeout = .seconds(60)
            let one = BLIPConnection(socket: first, options: options)
            let two = BLIPConnection(socket: second)
            let (gate, open) = AsyncStream<Void>.makeStream()
            async let firstEnd = one.run { _ in }
            async let secondEnd = two.run { _ in
                var waiting = gate.makeAsyncIterator()
                _ = await waiting.next()
            }
            for _ in 0..<200 { try one.post(BLIPMessage(body: [UInt8](repeating: 1, count: 90))) }
            while first.sentCount < 10 { await Task.yield() }
            try await Task.sleep(for: .milliseconds(20))
            // The handler has one message, the socket about ten, and one is about to be sent.
            #expect(first.sentCount < 15)
            #expect(one.unsentByteCount > 15_000)
            open.finish()
            await one.close(code: 1000, reason: "")
            #expect(await firstEnd.closeCode == 1000)
            #expect(await secondEnd.closeCode == 1000)
            #expect(first.sentCount == 200)
        }

        @Test func `the number of unanswered requests is limited`() async throws {
            var options = BLIPOptions()
            options.maximumUnansweredRequests = 10
            let kept = Mutex<[BLIPRequest]>([])
            var sequence = FrameSequence()
            for number: UInt64 in 1...11 { try sequence.add(number, [0]) }
            let sockets = MemorySocket.pair(capacity: .max)
            for frame in sequence.frames { try await sockets.second.send(frame) }
            let connection = BLIPConnection(socket: sockets.first, options: options)
            let end = await connection.run { request in kept.withLock { $0.append(request) } }
            #expect(end.violation?.code == 1008)
            #expect(kept.withLock { $0.count } == 10)
        }

        @Test func `answered requests and those without a reply do not count`() async throws {
            var options = BLIPOptions()
            options.maximumUnansweredRequests = 1
            try await BLIPConnectionTests.connected(options, handler: { $0.respond() }) {
                connection in
                for _ in 0..<20 {
                    try connection.post(BLIPMessage())
                    _ = try await connection.request(BLIPMessage())
                }
            }
        }
    }
#endif
