#if Replication
    import QuirePlatform
    import QuireNetwork
    import Testing

    @testable import QuireReplication

    /// BLIP connections over WebSockets.
    @Suite(.timeLimit(.minutes(10))) struct BLIPWebSocketTests {
        @Test func `messages arrive unchanged through WebSockets`() async throws {
            let pair = try await WebSocketPair()
            let first = ExchangePeer(pair.client, seed: 4)
            let second = ExchangePeer(pair.server, seed: 104)
            async let firstEnd = first.run()
            async let secondEnd = second.run()
            async let firstDone: Void = first.send(500, largest: 100_000)
            await second.send(500, largest: 100_000)
            await firstDone
            await first.waitUntilReceived(500)
            await second.waitUntilReceived(500)
            await first.connection.close(code: 1000, reason: "done")
            let ends = await (firstEnd, secondEnd)
            #expect(first.sent.sorted() == second.received.sorted())
            #expect(second.sent.sorted() == first.received.sorted())
            #expect(first.differences + second.differences == 0)
            #expect(ends.0.closeCode == 1000)
            #expect(ends.1.closeCode == 1000)
        }

        @Test func `the peer receives the code and the reason of a violation`() async throws {
            let pair = try await WebSocketPair()
            let connection = BLIPConnection(socket: pair.client)
            async let end = connection.run { $0.respond() }
            // A request with number 5, which must be 1
            try await pair.server.send([0x05, 0x00, 0x00, 0x3b, 0x73, 0xf3, 0x14])
            while try await pair.server.receive() != nil {}
            let status = pair.server.closeStatus
            let violation = await end.violation
            #expect(violation?.code == 1002)
            #expect(status?.code == 1002)
            #expect(status?.reason == violation?.message)
            #expect(status?.byPeer == true)
        }

        @Test func `requests fail if the connection is lost`() async throws {
            let transports = MemoryPipe.pair()
            let pair = try await WebSocketPair(over: transports)
            let connection = BLIPConnection(socket: pair.client)
            let run = Task { await connection.run { $0.respond() } }
            let request = Task { try await connection.request(BLIPMessage()) }
            // Wait until the request was sent.
            _ = try await pair.server.receive()
            transports.1.close()
            await #expect(throws: (any Error).self) { try await request.value }
            let end = await run.value
            #expect(end.closeCode != 1000)
        }
    }
#endif
