#if Replication
    import Foundation
    import QuireNetwork
    import Testing

    @testable import QuireReplication

    /// The handling of peers that send arbitrary bytes, do not read or do not answer.
    @Suite struct WebSocketPeerTests {
        static func frame(_ opcode: WebSocketOpcode, _ payload: [UInt8] = []) -> [UInt8] {
            WebSocketFrame.encode(opcode, payload, mask: WebSocketMask(key: 0x0102_0304))
        }

        /// Returns the frames of a server until the end of the connection.
        static func events(
            from stream: some ByteTransport, count: Int = .max
        ) async -> [WebSocketDecoder.Event] {
            var decoder = WebSocketDecoder(isServer: false, limits: WebSocketLimits())
            var events: [WebSocketDecoder.Event] = []
            while events.count < count, let part = try? await stream.receive(maximum: 1_000),
                !part.isEmpty
            {
                var input = part[...]
                while let event = try? decoder.decode(&input) { events.append(event) }
            }
            return events
        }

        @Test func `a ping is answered with its content`() async throws {
            let (client, server) = try await WebSocketPair.rawClient()
            try await client.send(Self.frame(.ping, [1, 2, 3]))
            #expect(await Self.events(from: client, count: 1) == [.pong([1, 2, 3])])
            withExtendedLifetime(server) {}
        }

        @Test func `pings of a peer that does not read need no memory`() async throws {
            let (client, server) = try await WebSocketPair.rawClient(capacity: 100)
            let ping = Self.frame(.ping, testBytes(125))
            for _ in 0..<2_000 { try await client.send(ping) }
            try await client.send(Self.frame(.ping, [9]))
            let answers = await Self.answers(from: client, until: .pong([9]))
            #expect(answers < 2_000)
            withExtendedLifetime(server) {}
        }

        /// Counts the frames of a server up to the given one.
        private static func answers(
            from stream: some ByteTransport, until last: WebSocketDecoder.Event
        ) async -> Int {
            var decoder = WebSocketDecoder(isServer: false, limits: WebSocketLimits())
            var count = 0
            while let part = try? await stream.receive(maximum: 1_000), !part.isEmpty {
                var input = part[...]
                while let event = try? decoder.decode(&input) {
                    count += 1
                    if event == last { return count }
                }
            }
            return count
        }

        @Test func `an unexpected pong is ignored`() async throws {
            let (client, server) = try await WebSocketPair.rawClient()
            try await client.send(Self.frame(.pong, [1]) + Self.frame(.binary, [2]))
            #expect(try await server.receive() == [2])
        }

        @Test(
            arguments: [
                ([], nil, 1005), ([0x03, 0xE8], 1000, 1000), ([0x0F, 0xA1, 0x61], 4001, 4001),
            ] as [([UInt8], UInt16?, UInt16)])
        func `the end is answered with the same code`(
            payload: [UInt8], code: UInt16?, status: UInt16
        ) async throws {
            let (client, server) = try await WebSocketPair.rawClient()
            try await client.send(Self.frame(.close, payload))
            #expect(await Self.events(from: client) == [.close(code: code, reason: "")])
            #expect(try await server.receive() == nil)
            #expect(server.closeStatus?.code == status)
            #expect(server.closeStatus?.byPeer == true)
        }

        @Test func `messages after the end are ignored`() async throws {
            let (client, server) = try await WebSocketPair.rawClient()
            try await client.send(
                Self.frame(.binary, [1]) + Self.frame(.close, [0x03, 0xE8])
                    + Self.frame(.binary, [2]))
            #expect(await server.receiveAll().messages == [[1]])
        }

        static let violations: [(bytes: [UInt8], code: UInt16)] = [
            // A frame without a mask, and one with reserved bits
            ([0x82, 0x00], 1002), ([0xF2, 0x80], 1002),
            // A text that is not UTF-8
            (frame(.text, [0xFF]), 1007),
            // A frame of 16 MB, which exceeds the limit
            ([0x82, 0xFF, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0], 1009),
        ]

        @Test(arguments: violations)
        func `a violation ends the connection with its code`(
            bytes: [UInt8], code: UInt16
        ) async throws {
            let (client, server) = try await WebSocketPair.rawClient()
            try await client.send(Self.frame(.binary, [1]) + bytes)
            let (messages, error) = await server.receiveAll()
            #expect(messages == [[1]])
            guard case .violation(code: code, _) = error as? WebSocketError else {
                Issue.record("\(String(describing: error))")
                return
            }
            guard case .close(code: code, _) = await Self.events(from: client, count: 1).first
            else {
                Issue.record("no frame closes the connection")
                return
            }
            #expect(server.closeStatus?.code == code && server.closeStatus?.byPeer == false)
            client.close()
            await #expect(throws: WebSocketError.self) { try await server.send([1]) }
        }

        @Test func `a peer that does not end the connection after a violation is disconnected`()
            async throws
        {
            var limits = WebSocketLimits()
            limits.closing = .milliseconds(50)
            let (client, server) = try await WebSocketPair.rawClient(limits: limits)
            try await client.send([0xFF, 0xFF])
            #expect(await Self.events(from: client).count == 1)
            withExtendedLifetime(server) {}
        }

        @Test func `a peer that does not answer the closing handshake is disconnected`()
            async throws
        {
            var limits = WebSocketLimits()
            limits.closing = .milliseconds(50)
            let (client, server) = try await WebSocketPair.rawClient(limits: limits)
            async let events = Self.events(from: client)
            await server.close(code: 1000, reason: "end")
            #expect(server.closeStatus?.code == 1006)
            #expect(await events == [.close(code: 1000, reason: "end")])
            #expect(try await server.receive() == nil)
        }

        @Test func `a peer that does not read is disconnected when this side closes`() async throws
        {
            var limits = WebSocketLimits()
            limits.closing = .milliseconds(50)
            let (client, server) = try await WebSocketPair.rawClient(limits: limits, capacity: 200)
            try await server.send(testBytes(1_000))
            await server.close(code: 1000, reason: "")
            #expect(server.closeStatus?.code == 1006)
            withExtendedLifetime(client) {}
        }

        @Test func `a peer that ends the connection without a handshake is lost`() async throws {
            let (client, server) = try await WebSocketPair.rawClient()
            try await client.send(Self.frame(.binary, [1]) + [0x82])
            client.close()
            let (messages, error) = await server.receiveAll()
            #expect(messages == [[1]] && error == nil)
            #expect(server.closeStatus?.code == 1006)
            #expect(server.closeStatus?.byPeer == false)
        }

        // MARK: Heartbeat

        @Test func `a silent peer receives a ping`() async throws {
            var limits = WebSocketLimits()
            limits.heartbeat = .milliseconds(20)
            let (client, server) = try await WebSocketPair.rawClient(limits: limits)
            #expect(await Self.events(from: client, count: 1) == [.ping([])])
            withExtendedLifetime(server) {}
        }

        @Test func `a peer that does not answer a ping is lost`() async throws {
            var limits = WebSocketLimits()
            limits.heartbeat = .milliseconds(20)
            limits.answer = .milliseconds(20)
            let (client, server) = try await WebSocketPair.rawClient(limits: limits)
            #expect((await server.receiveAll().error as? NetworkError)?.kind == .timedOut)
            #expect(server.closeStatus?.code == 1006)
            withExtendedLifetime(client) {}
        }

        @Test func `peers that answer pings stay connected`() async throws {
            var limits = WebSocketLimits()
            limits.heartbeat = .milliseconds(10)
            limits.answer = .milliseconds(2_000)
            let pair = try await WebSocketPair(client: limits, server: limits)
            try await Task.sleep(for: .milliseconds(200))
            #expect(pair.client.closeStatus == nil && pair.server.closeStatus == nil)
        }

        // MARK: The handshake

        /// Returns the error of a client whose handshake gets an answer.
        static func failure(answer: String) async throws -> any Error {
            let (clientEnd, serverEnd) = MemoryPipe.pair()
            let url = try #require(URL(string: "ws://h/"))
            async let result = Result.catching {
                try await WebSocket.connect(to: url, over: clientEnd, subprotocols: ["a"])
            }
            let server = HTTPStream(serverEnd)
            _ = try await server.requestHead()
            try await server.send(Array(answer.utf8))
            server.close()
            switch await result {
            // An error that no test expects
            case .success: return CancellationError()
            case .failure(let error): return error
            }
        }

        @Test func `an error of the server contains its status and its text`() async throws {
            let error = try await Self.failure(
                answer: "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic\r\n"
                    + "Content-Length: 2\r\n\r\nno")
            guard case .refused(let head, body: "no") = error as? WebSocketError else {
                Issue.record("\(error)")
                return
            }
            #expect(head.status == 401 && head.headers["WWW-Authenticate"] == "Basic")
            #expect("\(error)" == "The server refused the connection: 401 Unauthorized: no")
        }

        static let failures: [(answer: String, kind: String)] = [
            ("HTTP/1.1 301 Moved\r\nLocation: /x\r\nContent-Length: 70000\r\n\r\n", "refused"),
            ("HTTP/1.1 503 Later\r\nTransfer-Encoding: chunked\r\n\r\nx", "refused"),
            ("HTTP/1.1 101 Switching\r\n\r\n", "invalidResponse"),
            (String(repeating: "HTTP/1.1 100 Continue\r\n\r\n", count: 11), "invalidResponse"),
            ("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 404 No\r\n\r\n", "refused"),
            ("", "reset"), ("HTTP/1.1 101", "reset"), ("SSH-2.0-OpenSSH\r\n", "HTTPError"),
            ("HTTP/1.1 200 OK\r\nA: " + String(repeating: "a", count: 9_000), "HTTPError"),
        ]

        @Test(arguments: failures)
        func `an answer that is no handshake is a typed error`(
            answer: String, kind: String
        ) async throws {
            let error = try await Self.failure(answer: answer)
            let text =
                switch error {
                case WebSocketError.refused: "refused"
                case WebSocketError.invalidResponse: "invalidResponse"
                case let error as NetworkError: "\(error.kind)"
                default: "\(type(of: error))"
                }
            #expect(text == kind)
        }

        @Test func `a server that does not answer is an error after a time`() async throws {
            let (clientEnd, serverEnd) = MemoryPipe.pair()
            var limits = WebSocketLimits()
            limits.connecting = .milliseconds(20)
            let url = try #require(URL(string: "ws://h/"))
            let error = await #expect(throws: NetworkError.self) {
                _ = try await WebSocket.connect(to: url, over: clientEnd, limits: limits)
            }
            #expect(error?.kind == .timedOut)
            withExtendedLifetime(serverEnd) {}
        }

        @Test func `a refused client receives the reason and no connection`() async throws {
            let (clientEnd, serverEnd) = MemoryPipe.pair()
            let url = try #require(URL(string: "ws://h/"))
            async let accepted = Result.catching {
                try await WebSocketPair.accept(over: serverEnd, subprotocols: ["b"])
            }
            let error = await #expect(throws: WebSocketError.self) {
                _ = try await WebSocket.connect(
                    to: url, over: clientEnd, subprotocols: ["a"])
            }
            guard case .refused(let head, let body) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(head.status == 400 && body == "The client does not support b.\n")
            let result = await accepted
            #expect(
                throws: WebSocketError.invalidRequest(
                    status: 400, "The client does not support b.")
            ) { try result.get() }
        }

        @Test func `the first message may arrive with the handshake`() async throws {
            let (clientEnd, serverEnd) = MemoryPipe.pair()
            try await clientEnd.send(
                Array(
                    ("GET / HTTP/1.1\r\nHost: h\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                        + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                        + "Sec-WebSocket-Version: 13\r\n\r\n").utf8) + Self.frame(.binary, [7]))
            let server = try await WebSocketPair.accept(over: serverEnd, subprotocols: [])
            #expect(try await server.receive() == [7])
        }
    }

    extension Result where Failure == any Error {
        static func catching(_ body: () async throws -> Success) async -> Result {
            do {
                return .success(try await body())
            } catch {
                return .failure(error)
            }
        }
    }
#endif
