#if Replication
    import Foundation
    import QuireNetwork
    import QuireTestSupport
    import Testing

    @testable import QuireReplication

    @Suite struct PlainTransportTests {
        static func options() -> TransportOptions {
            var options = TransportOptions()
            options.proxy = .none
            return options
        }

        static func url(_ listener: SocketListener, scheme: String = "ws") throws -> URL {
            try #require(URL(string: "\(scheme)://127.0.0.1:\(listener.port)/db"))
        }

        /// Accepts WebSockets and sends back their messages until the listener is closed.
        static func serveEcho(_ listener: SocketListener) -> Task<Void, Never> {
            Task {
                for await connection in listener.connections {
                    Task {
                        let socket = try await WebSocketPair.accept(over: connection)
                        await socket.echo()
                    }
                }
            }
        }

        @Test func `messages of all sizes come back over a connection of the system`() async throws
        {
            let listener = try SocketListener(host: "127.0.0.1", port: 0)
            let serving = Self.serveEcho(listener)
            let url = try Self.url(listener)
            let socket = try await WebSocket.connect(
                to: url, over: try await openTransport(to: url, options: Self.options()),
                subprotocols: ["a"])
            for size in [0, 1, 125, 126, 65_535, 65_536, 1_048_576] {
                try await socket.send(testBytes(size))
                #expect(try await socket.receive() == testBytes(size))
            }
            await socket.close(code: 1000, reason: "")
            #expect(socket.closeStatus?.code == 1000)
            listener.close()
            await serving.value
        }

        @Test func `many messages are transmitted in both directions at the same time`()
            async throws
        {
            let listener = try SocketListener(host: "127.0.0.1", port: 0)
            let serving = Self.serveEcho(listener)
            let url = try Self.url(listener)
            let socket = try await WebSocket.connect(
                to: url, over: try await openTransport(to: url, options: Self.options()),
                subprotocols: ["a"])
            async let sent: Void = Self.send(500, to: socket)
            for number in 0..<500 {
                #expect(try await socket.receive() == testBytes(number * 37))
            }
            try await sent
            socket.abort()
            listener.close()
            await serving.value
        }

        private static func send(_ count: Int, to socket: WebSocket) async throws {
            for number in 0..<count { try await socket.send(testBytes(number * 37)) }
        }

        @Test(arguments: [0, 1, 100, 100_000])
        func `a server that ends the connection within a message is lost`(bytes: Int) async throws {
            let listener = try SocketListener(host: "127.0.0.1", port: 0)
            async let accepted = listener.accept()
            let transport = try await openTransport(
                to: try Self.url(listener), options: Self.options())
            let server = try #require(await accepted)
            try await server.send(testBytes(bytes))
            server.close()
            var received: [UInt8] = []
            while let part = try? await transport.receive(maximum: 1_000), !part.isEmpty {
                received += part
            }
            #expect(received == testBytes(bytes))
        }

        @Test func `no server is an error`() async throws {
            let listener = try SocketListener(host: "127.0.0.1", port: 0)
            let url = try Self.url(listener)
            listener.close()
            let error = await #expect(throws: NetworkError.self) {
                try await openTransport(to: url, options: Self.options())
            }
            #expect(error?.kind == .refused)
        }

        @Test func `an unknown host is an error`() async throws {
            let url = try #require(URL(string: "wss://no-such-host.invalid/db"))
            let error = await #expect(throws: NetworkError.self) {
                try await openTransport(to: url, options: Self.options())
            }
            #expect(error?.kind == .unknownHost)
        }

        @Test func `a server that does not answer is an error after a time`() async throws {
            // The system accepts the connection, and no encryption begins.
            let listener = try SocketListener(host: "127.0.0.1", port: 0)
            var options = Self.options()
            options.timeLimit = .milliseconds(100)
            let url = try Self.url(listener, scheme: "wss")
            let error = await #expect(throws: NetworkError.self) {
                try await openTransport(to: url, options: options)
            }
            #expect(error?.kind == .timedOut)
        }

        @Test func `canceling the task ends the attempt`() async throws {
            let listener = try SocketListener(host: "127.0.0.1", port: 0)
            var options = Self.options()
            options.timeLimit = .seconds(600)
            let url = try Self.url(listener, scheme: "wss")
            let task = Task { [options] in try await openTransport(to: url, options: options) }
            try await Task.sleep(for: .milliseconds(20))
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }

        @Test func `a closed transport sends nothing`() async throws {
            let listener = try SocketListener(host: "127.0.0.1", port: 0)
            let transport = try await openTransport(
                to: try Self.url(listener), options: Self.options())
            let server = try #require(await listener.accept())
            transport.close()
            transport.close()
            await #expect(throws: NetworkError.closed) { try await transport.send([1]) }
            #expect(try await server.receive(maximum: 1) == [])
        }

        @Test func `connections that are opened and closed leave no descriptors behind`()
            async throws
        {
            let listener = try SocketListener(host: "127.0.0.1", port: 0)
            let url = try Self.url(listener)
            for _ in 0..<150 {
                let transport = try await openTransport(to: url, options: Self.options())
                let server = try #require(await listener.accept())
                async let received = transport.receive(maximum: 10)
                try await server.send([1])
                #expect(try await received == [1])
                transport.close()
                #expect(((try? await server.receive(maximum: 1)) ?? []) == [])
            }
            // The listening socket, and those that another thread will close soon.
            #expect(try OpenSockets.count(atPort: listener.port) < 10)
        }
    }
#endif
