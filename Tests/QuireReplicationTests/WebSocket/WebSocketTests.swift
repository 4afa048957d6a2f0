#if Replication
    import Foundation
    import QuireNetwork
    import QuireReplication
    import Testing

    @Suite struct WebSocketTests {
        static let sizes = [0, 1, 125, 126, 65_535, 65_536, 1_048_576]

        enum Connection: CaseIterable {
            case pipe, smallPipe, sockets

            func open() async throws -> (any ByteTransport, any ByteTransport) {
                switch self {
                case .pipe: return MemoryPipe.pair()
                case .smallPipe: return MemoryPipe.pair(capacity: 1_000)
                case .sockets:
                    let listener = try SocketListener(host: "127.0.0.1", port: 0)
                    async let accepted = listener.accept()
                    let client = try await SocketTransport.connect(
                        host: "127.0.0.1", port: listener.port)
                    return (client, try #require(await accepted))
                }
            }
        }

        @Test(arguments: Connection.allCases)
        func `messages of all sizes come back`(_ connection: Connection) async throws {
            let pair = try await WebSocketPair(over: connection.open())
            #expect(pair.client.subprotocol == "a" && pair.server.subprotocol == "a")
            async let echo: Void = pair.server.echo()
            for size in Self.sizes {
                try await pair.client.send(testBytes(size))
                #expect(try await pair.client.receive() == testBytes(size))
            }
            await pair.client.close(code: 1000, reason: "done")
            await echo
            #expect(
                pair.server.closeStatus
                    == SocketCloseStatus(code: 1000, reason: "done", byPeer: true))
            #expect(
                pair.client.closeStatus
                    == SocketCloseStatus(code: 1000, reason: "done", byPeer: false))
        }

        @Test func `messages arrive in both directions at the same time and in order`() async throws
        {
            let pair = try await WebSocketPair(over: MemoryPipe.pair(capacity: 100))
            let messages = (0..<300).map { testBytes($0 * 3) }
            async let there = Self.receive(300, from: pair.server)
            async let back = Self.receive(300, from: pair.client)
            async let sent: Void = Self.send(messages, to: pair.client)
            try await Self.send(messages.reversed(), to: pair.server)
            try await sent
            #expect(try await there == messages)
            #expect(try await back == messages.reversed())
        }

        private static func receive(_ count: Int, from socket: WebSocket) async throws -> [[UInt8]]
        {
            var messages: [[UInt8]] = []
            for _ in 0..<count { messages.append(try #require(try await socket.receive())) }
            return messages
        }

        private static func send(_ messages: [[UInt8]], to socket: WebSocket) async throws {
            for message in messages { try await socket.send(message) }
        }

        @Test func `long messages are sent in several frames`() async throws {
            var limits = WebSocketLimits()
            limits.frame = 100
            let pair = try await WebSocketPair(client: limits, server: limits)
            for size in [99, 100, 101, 200, 999] {
                try await pair.client.send(testBytes(size))
                try await pair.server.send(.text(String(repeating: "ä", count: size)))
                #expect(try await pair.server.receive() == testBytes(size))
                #expect(
                    try await pair.client.receiveMessage()
                        == .text(String(repeating: "ä", count: size)))
            }
        }

        @Test func `text messages are not binary messages`() async throws {
            let pair = try await WebSocketPair()
            try await pair.client.send(.text("a"))
            try await pair.client.send([1])
            #expect(try await pair.server.receive() == [1])
        }

        @Test func `sending suspends while much is unsent`() async throws {
            let pair = try await WebSocketPair(over: MemoryPipe.pair(capacity: 1_000))
            let task = Task {
                for _ in 0..<40 { try await pair.client.send(testBytes(100_000)) }
            }
            // The peer does not read more than a megabyte ahead.
            try await Task.sleep(for: .milliseconds(50))
            #expect(!task.isCancelled)
            var count = 0
            while count < 40, try await pair.server.receive() != nil { count += 1 }
            try await task.value
            #expect(count == 40)
        }

        @Test func `a peer that does not receive stops the sender`() async throws {
            let pair = try await WebSocketPair()
            let sent = SentCount()
            let task = Task {
                for _ in 0..<100 {
                    try await pair.client.send(testBytes(100_000))
                    await sent.add()
                }
            }
            try await Task.sleep(for: .milliseconds(200))
            let count = await sent.count
            #expect(count < 20)
            pair.client.abort()
            await #expect(throws: WebSocketError.self) { try await task.value }
        }

        private actor SentCount {
            private(set) var count = 0
            func add() { count += 1 }
        }

        @Test func `messages before the end are received after it`() async throws {
            let pair = try await WebSocketPair()
            for number in 0..<10 { try await pair.client.send([UInt8(number)]) }
            await pair.client.close(code: 4001, reason: "äh")
            let (messages, error) = await pair.server.receiveAll()
            #expect(messages == (0..<10).map { [UInt8($0)] })
            #expect(error == nil)
            #expect(pair.server.closeStatus?.code == 4001)
        }

        @Test func `both sides may close at the same time`() async throws {
            let pair = try await WebSocketPair()
            async let first: Void = pair.client.close(code: 1000, reason: "")
            async let second: Void = pair.server.close(code: 1001, reason: "")
            _ = await (first, second)
            #expect(await pair.client.receiveAll().error == nil)
            #expect(await pair.server.receiveAll().error == nil)
        }

        @Test func `calls after closing end`() async throws {
            let pair = try await WebSocketPair()
            await pair.client.close(code: 1000, reason: "")
            await pair.client.close(code: 1001, reason: "")
            #expect(pair.client.closeStatus?.code == 1000)
            #expect(try await pair.client.receive() == nil)
            let error = await #expect(throws: WebSocketError.self) {
                try await pair.client.send([1])
            }
            #expect(
                error == .closed(SocketCloseStatus(code: 1000, reason: "", byPeer: false)))
        }

        @Test func `a status code that may not be sent is replaced`() async throws {
            let pair = try await WebSocketPair()
            await pair.client.close(code: 1006, reason: "")
            #expect(await pair.server.receiveAll().messages == [])
            #expect(pair.server.closeStatus?.code == 1011)
        }

        @Test func `an aborted connection is lost for the peer`() async throws {
            let pair = try await WebSocketPair()
            pair.client.abort()
            #expect(pair.client.closeStatus?.code == 1006)
            #expect(await pair.server.receiveAll().messages == [])
            #expect(pair.server.closeStatus?.code == 1006)
            #expect(try await pair.client.receive() == nil)
        }

        @Test func `releasing a WebSocket ends the connection`() async throws {
            let (one, other) = MemoryPipe.pair()
            var pair: WebSocketPair? = try await WebSocketPair(over: (one, other))
            let server = try #require(pair?.server)
            pair = nil
            #expect(await server.receiveAll().messages == [])
            #expect(server.closeStatus?.code == 1006)
        }

        @Test(arguments: [200, 201, 250, 500, 1_000, 5_000])
        func `a connection that is lost at any byte is an error`(bytes: Int) async throws {
            let (one, other) = MemoryPipe.pair(lostAfter: bytes)
            let messages = (0..<100).map { testBytes($0) }
            do {
                let pair = try await WebSocketPair(over: (one, other))
                async let received = pair.server.receiveAll()
                for message in messages { try? await pair.client.send(message) }
                let (arrived, error) = await received
                #expect(arrived == Array(messages.prefix(arrived.count)))
                #expect((error as? NetworkError)?.kind == .reset)
                #expect(pair.server.closeStatus?.code == 1006)
                #expect((await pair.client.receiveAll().error as? NetworkError)?.kind == .reset)
            } catch {
                // The handshake was incomplete.
                #expect(bytes < 250)
                #expect((error as? NetworkError)?.kind == .reset)
            }
        }
    }
#endif
