#if Replication
    import QuirePlatform
    import QuireNetwork
    import Testing

    @testable import QuireReplication

    /// The ends of a connection.
    @Suite(.timeLimit(.minutes(10))) struct BLIPEndTests {
        /// Runs a connection whose peer sends frames, and returns its end and what the peer was sent.
        static func end(
            after frames: [[UInt8]], _ options: BLIPOptions = BLIPOptions()
        ) async throws -> (end: BLIPEnd, status: SocketCloseStatus?) {
            let sockets = MemorySocket.pair(capacity: .max)
            for frame in frames { try await sockets.second.send(frame) }
            let connection = BLIPConnection(socket: sockets.first, options: options)
            let end = await connection.run { $0.respond() }
            return (end, sockets.second.closeStatus)
        }

        static let violations: [(code: UInt16, build: BLIPViolationTests.Build)] = [
            (1002, { try $0.add(2, [0]) }),
            (1003, { $0.add(raw: [1, 0, 0, 1, 2, 3, 4]) }),
            (1009, { $0.add(raw: [UInt8](repeating: 1, count: 1 << 20 + 1)) }),
        ]

        @Test(arguments: violations.indices)
        func `a violation closes the connection with its code`(index: Int) async throws {
            let (code, build) = Self.violations[index]
            var sequence = FrameSequence()
            try build(&sequence)
            let (end, status) = try await Self.end(after: sequence.frames)
            #expect(end.violation?.code == code)
            #expect(status?.code == code)
            #expect(status?.reason == end.violation?.message)
            #expect(status?.byPeer == true)
        }

        @Test func `a violation fails the requests that wait`() async throws {
            let sockets = MemorySocket.pair()
            let connection = BLIPConnection(socket: sockets.first)
            async let end = connection.run { $0.respond() }
            let response = Task { try await connection.request(BLIPMessage()) }
            _ = try await sockets.second.receive()
            try await sockets.second.send([0x80])
            await #expect(throws: BLIPViolation.self) { try await response.value }
            #expect(await end.violation?.code == 1002)
        }

        @Test func `requests after the end throw the error of the connection`() async throws {
            let (first, second) = MemorySocket.pair()
            let connection = BLIPConnection(socket: first)
            async let end = connection.run { $0.respond() }
            await second.close(code: 4001, reason: "later")
            #expect(await end.closeCode == 4001)
            let status = SocketCloseStatus(code: 4001, reason: "later", byPeer: true)
            await #expect(throws: BLIPClosedError(status: status)) {
                try await connection.request(BLIPMessage())
            }
            let results = Mutex<[Bool]>([])
            try connection.post(BLIPMessage()) { result in
                results.withLock { $0.append((try? result.get()) == nil) }
            }
            try connection.post(BLIPMessage())
            #expect(results.withLock { $0 } == [true])
            #expect(connection.unsentByteCount == 0)
        }

        @Test func `a connection that is lost fails all requests`() async throws {
            let (first, second) = MemorySocket.pair()
            let connection = BLIPConnection(socket: first)
            async let end = connection.run { $0.respond() }
            let failures = await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<500 {
                    group.addTask {
                        await #expect(throws: (any Error).self) {
                            try await connection.request(BLIPMessage(body: [1]))
                        } != nil
                    }
                }
                // The requests are received, and never answered.
                for _ in 0..<500 { _ = try? await second.receive() }
                second.abort()
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(failures == 500)
            #expect(await end.closeCode == 1006)
        }

        @Test func `a canceled run ends the connection without a handshake`() async throws {
            let (first, second) = MemorySocket.pair()
            let connection = BLIPConnection(socket: first)
            let run = Task { await connection.run { $0.respond() } }
            let response = Task { try await connection.request(BLIPMessage()) }
            _ = try await second.receive()
            run.cancel()
            guard case .failed(let error) = await run.value else {
                Issue.record("The connection was not canceled.")
                return
            }
            #expect(error is CancellationError)
            await #expect(throws: CancellationError.self) { try await response.value }
            #expect(second.closeStatus?.code == 1006)
        }

        // The reader still works on a received frame while another task ends the connection.
        @Test func `a response that arrives after the end is no violation`() throws {
            var state = BLIPConnectionState()
            let id = state.handlers.makeID()
            state.handlers.add(id, handler: { _ in })
            _ = state.handlers.begin(id, number: 1)
            _ = state.finish(.closed(.lost))
            var sequence = FrameSequence()
            try sequence.add(.response, 1, FrameSequence.message("late"))
            var receiver = BLIPReceiver(BLIPOptions())
            let frame = sequence.frames[0]
            #expect(throws: Never.self) {
                _ = try receiver.receive(frame) { state.expectation($0) }
            }
        }

        @Test func `an aborted connection is lost`() async {
            let (first, second) = MemorySocket.pair()
            let connection = BLIPConnection(socket: first)
            async let end = connection.run { $0.respond() }
            connection.abort()
            #expect(await end.closeCode == 1006)
            #expect(second.closeStatus?.code == 1006)
        }

        @Test func `a connection runs once`() async {
            let (first, _) = MemorySocket.pair()
            let connection = BLIPConnection(socket: first)
            await connection.close(code: 1000, reason: "before it runs")
            #expect(await connection.run { $0.respond() }.closeCode == 1000)
        }

        @Test func `a second run ends immediately`() async {
            let (first, second) = MemorySocket.pair()
            let connection = BLIPConnection(socket: first)
            async let end = connection.run { $0.respond() }
            // The first run has begun when its peer receives a message.
            try? connection.post(BLIPMessage())
            _ = try? await second.receive()
            #expect(await connection.run { $0.respond() }.violation?.code == 1011)
            await connection.close(code: 1000, reason: "")
            #expect(await end.closeCode == 1000)
        }

        // MARK: Closing

        @Test func `messages that wait are sent before the connection is closed`() async throws {
            let (first, second) = MemorySocket.pair(capacity: 1_000)
            var options = BLIPOptions()
            options.closeTimeout = .seconds(60)
            let connection = BLIPConnection(socket: first, options: options)
            async let end = connection.run { $0.respond() }
            for index in 0..<100 {
                try connection.post(BLIPMessage(body: [UInt8](repeating: UInt8(index), count: 300)))
            }
            while first.sentCount == 0 { await Task.yield() }
            async let closing: Void = connection.close(code: 1000, reason: "done")
            var count = 0
            while try await second.receive() != nil { count += 1 }
            await closing
            #expect(count == 100)
            #expect(await end.closeCode == 1000)
        }

        @Test func `requests after closing has begun throw`() async throws {
            let (first, second) = MemorySocket.pair(capacity: 100)
            let connection = BLIPConnection(socket: first)
            async let end = connection.run { $0.respond() }
            try connection.post(BLIPMessage(body: [UInt8](repeating: 1, count: 16_000)))
            try connection.post(BLIPMessage(body: [UInt8](repeating: 1, count: 16_000)))
            while first.sentCount == 0 { await Task.yield() }
            async let closing: Void = connection.close(code: 1000, reason: "done")
            while connection.state.withLock({ $0.sendingFailure == nil }) { await Task.yield() }
            await #expect(throws: BLIPClosedError.self) {
                try await connection.request(BLIPMessage())
            }
            while try await second.receive() != nil {}
            await closing
            #expect(await end.closeCode == 1000)
        }

        @Test func `closing has a time limit if the peer receives nothing`() async throws {
            var options = BLIPOptions()
            options.closeTimeout = .milliseconds(50)
            let (first, second) = MemorySocket.pair(capacity: 100)
            let connection = BLIPConnection(socket: first, options: options)
            async let end = connection.run { $0.respond() }
            for _ in 0..<3 {
                try connection.post(BLIPMessage(body: [UInt8](repeating: 1, count: 99)))
            }
            while first.sentCount == 0 { await Task.yield() }
            await connection.close(code: 1000, reason: "done")
            _ = await end
            #expect(second.closeStatus?.code == 1006)
        }

        @Test func `a handler can close the connection`() async throws {
            let (first, second) = MemorySocket.pair()
            let (one, two) = (BLIPConnection(socket: first), BLIPConnection(socket: second))
            async let firstEnd = one.run { _ in }
            async let secondEnd = two.run { _ in await two.close(code: 4002, reason: "fatal") }
            try one.post(BLIPMessage())
            #expect(await firstEnd.closeCode == 4002)
            #expect(await secondEnd.closeCode == 4002)
        }

        @Test func `a handler can close the connection several times`() async throws {
            let (first, second) = MemorySocket.pair()
            let (one, two) = (BLIPConnection(socket: first), BLIPConnection(socket: second))
            async let firstEnd = one.run { _ in }
            async let secondEnd = two.run { _ in
                for _ in 0..<3 { await two.close(code: 4002, reason: "fatal") }
            }
            try one.post(BLIPMessage())
            #expect(await firstEnd.closeCode == 4002)
            #expect(await secondEnd.closeCode == 4002)
        }

        @Test func `a violation is reported to a peer that receives slowly`() async throws {
            let (first, second) = MemorySocket.pair(capacity: 100)
            let connection = BLIPConnection(socket: first)
            async let end = connection.run { $0.respond() }
            for _ in 0..<3 {
                try connection.post(BLIPMessage(body: [UInt8](repeating: 1, count: 99)))
            }
            while first.sentCount < 2 { await Task.yield() }
            try await second.send([0x02, 0x00])
            #expect(await end.violation?.code == 1002)
            #expect(second.closeStatus?.code == 1002)
        }

        @Test func `closing twice closes once`() async {
            let (first, second) = MemorySocket.pair()
            let connection = BLIPConnection(socket: first)
            async let end = connection.run { $0.respond() }
            async let one: Void = connection.close(code: 1000, reason: "one")
            async let two: Void = connection.close(code: 1000, reason: "two")
            _ = await (one, two)
            #expect(await end.closeCode == 1000)
            #expect(second.closeStatus?.byPeer == true)
        }

        static let failures: [any Error] = [
            WebSocketError.closed(.lost), WebSocketError.violation(code: 1002, "odd"),
            NetworkError(.reset, "gone"), BLIPViolation.internalError("full"),
            CancellationError(), BLIPClosedError(status: .lost),
        ]

        @Test(arguments: failures.indices)
        func `a request that a lost connection leaves unanswered is no failure of the database`(
            index: Int
        ) {
            let error = BLIPError(local: BLIPEnd.failed(Self.failures[index]).error)
            #expect(error.message != "unexpected error")
        }
    }
#endif
