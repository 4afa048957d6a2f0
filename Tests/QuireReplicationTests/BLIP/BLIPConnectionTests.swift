#if Replication
    import QuirePlatform
    import Testing

    @testable import QuireReplication

    /// Requests, responses and the end of a connection.
    @Suite(.timeLimit(.minutes(10))) struct BLIPConnectionTests {
        typealias Handler = @Sendable (BLIPRequest) async -> Void

        /// Runs both ends of a connection while a closure uses the first.
        ///
        /// - Parameters:
        ///   - options: The options of both ends.
        ///   - handler: The handler of the second end.
        ///   - body: The closure. Afterwards, the first end is closed with 1000.
        /// - Returns: How both ends ended.
        @discardableResult
        static func connected(
            _ options: BLIPOptions = BLIPOptions(), handler: @escaping Handler,
            _ body: @Sendable (BLIPConnection) async throws -> Void
        ) async rethrows -> (first: BLIPEnd, second: BLIPEnd) {
            let sockets = MemorySocket.pair()
            let first = BLIPConnection(socket: sockets.first, options: options)
            let second = BLIPConnection(socket: sockets.second, options: options)
            async let firstEnd = first.run { $0.fail(.unknownProfile) }
            async let secondEnd = second.run(handler)
            do {
                try await body(first)
            } catch {
                first.abort()
                _ = await (firstEnd, secondEnd)
                throw error
            }
            await first.close(code: 1000, reason: "done")
            return await (firstEnd, secondEnd)
        }

        // MARK: Responses

        @Test func `a request returns its response`() async throws {
            let ends = try await Self.connected(handler: { request in
                request.respond(
                    BLIPMessage(properties: ["echo": request.message.profile ?? ""], body: [1, 2]))
            }) { connection in
                let response = try await connection.request(
                    BLIPMessage(properties: ["Profile": "test"], body: [9]))
                #expect(response.properties["echo"] == "test")
                #expect(response.body == [1, 2])
                #expect(!response.isReplyExpected)
            }
            #expect(ends.first.closeCode == 1000)
            #expect(ends.second.closeCode == 1000)
        }

        @Test func `an error response is thrown`() async {
            let error = BLIPError(domain: "HTTP", code: 404, message: "missing “ö”")
            await Self.connected(handler: { $0.fail(error) }) { connection in
                await #expect(throws: error) { try await connection.request(BLIPMessage()) }
            }
        }

        @Test func `a request that is released without an answer gets the error 501`() async {
            await Self.connected(handler: { _ in }) { connection in
                await #expect(throws: BLIPError.unanswered) {
                    try await connection.request(BLIPMessage())
                }
            }
        }

        @Test func `only the first answer is sent`() async throws {
            try await Self.connected(handler: { request in
                request.respond(BLIPMessage(body: [1]))
                request.fail(.unknownProfile)
                request.respond(BLIPMessage(body: [2]))
            }) { connection in
                for _ in 0..<3 {
                    let response = try await connection.request(BLIPMessage())
                    #expect(response.body == [1])
                }
            }
        }

        @Test func `a request without a reply is not answered`() async throws {
            let counter = Counter()
            let ends = try await Self.connected(handler: { request in
                await counter.add()
                request.respond(BLIPMessage(body: [1]))
                request.fail(.unanswered)
            }) { connection in
                for _ in 0..<10 { try connection.post(BLIPMessage()) }
                #expect(try await connection.request(BLIPMessage()).body == [1])
            }
            #expect(ends.first.closeCode == 1000)
            #expect(await counter.value == 11)
        }

        @Test func `a response that cannot be transmitted becomes an error`() async {
            await Self.connected(handler: { request in
                request.respond(BLIPMessage(properties: ["a": "\0"]))
            }) { connection in
                await #expect(throws: BLIPError.untransmittable) {
                    try await connection.request(BLIPMessage())
                }
            }
        }

        @Test func `a request that cannot be transmitted is an error`() async {
            await Self.connected(handler: { $0.respond() }) { connection in
                let message = BLIPMessage(properties: ["a": "\0"])
                await #expect(throws: BLIPMessageError.nulInProperty) {
                    try await connection.request(message)
                }
                #expect(throws: BLIPMessageError.nulInProperty) { try connection.post(message) }
                // The connection is not affected.
                await #expect(throws: Never.self) {
                    _ = try await connection.request(BLIPMessage())
                }
            }
        }

        @Test func `a response is urgent if the request was`() async throws {
            try await Self.connected(handler: { $0.respond() }) { connection in
                for isUrgent in [true, false] {
                    let response = try await connection.request(BLIPMessage(isUrgent: isUrgent))
                    #expect(response.isUrgent == isUrgent)
                }
            }
        }

        @Test func `responses can be sent later and in another order`() async throws {
            let kept = Mutex<[BLIPRequest]>([])
            try await Self.connected(handler: { request in
                let requests = kept.withLock { requests in
                    requests.append(request)
                    return requests.count == 100 ? requests : []
                }
                for request in requests.reversed() {
                    request.respond(BLIPMessage(body: request.message.body.reversed()))
                }
                if !requests.isEmpty { kept.withLock { $0 = [] } }
            }) { connection in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for index in 0..<100 {
                        group.addTask {
                            let body = [UInt8](repeating: UInt8(index), count: index * 300) + [1]
                            let response = try await connection.request(BLIPMessage(body: body))
                            #expect(response.body == body.reversed())
                        }
                    }
                    try await group.waitForAll()
                }
            }
        }

        @Test func `both sides can send requests at the same time`() async throws {
            let sockets = MemorySocket.pair()
            let first = BLIPConnection(socket: sockets.first)
            let second = BLIPConnection(socket: sockets.second)
            async let firstEnd = first.run { $0.respond(BLIPMessage(body: [1])) }
            async let secondEnd = second.run { $0.respond(BLIPMessage(body: [2])) }
            async let one = first.request(BLIPMessage())
            async let two = second.request(BLIPMessage())
            #expect(try await (one.body, two.body) == ([2], [1]))
            await second.close(code: 4002, reason: "bye")
            #expect(await firstEnd.closeCode == 4002)
            #expect(await secondEnd.closeCode == 4002)
        }

        @Test func `a closure receives a response`() async throws {
            try await Self.connected(handler: { $0.respond(BLIPMessage(body: [7])) }) {
                connection in
                let body = try await withCheckedThrowingContinuation { continuation in
                    do {
                        try connection.post(BLIPMessage()) {
                            continuation.resume(with: $0.map(\.body))
                        }
                    } catch {
                        continuation.resume(throwing: error)
                    }
                }
                #expect(body == [7])
            }
        }

        @Test(arguments: [0, 1, 9])
        func `the compression level is an option`(level: Int) async throws {
            var options = BLIPOptions()
            options.compressionLevel = level
            try await Self.connected(
                options,
                handler: { $0.respond(BLIPMessage(body: [$0.message.isCompressed ? 1 : 0])) }
            ) { connection in
                let response = try await connection.request(BLIPMessage(isCompressed: true))
                #expect(response.body == [level > 0 ? 1 : 0])
            }
        }
    }

    actor Counter {
        private(set) var value = 0
        func add() { value += 1 }
    }
#endif
