#if Replication
    import Foundation
    import QuirePlatform
    import QuireNetwork
    import Testing

    @testable import QuireReplication

    @Suite struct RedirectTests {
        /// A server that answers requests for a path with a location, and accepts those for `/db`.
        final class Server: Sendable {
            let listener: SocketListener
            private let seen = Mutex<[String]>([])

            init(_ location: @escaping @Sendable (UInt16) -> String) throws {
                let listener = try SocketListener(host: "127.0.0.1", port: 0)
                self.listener = listener
                Task { [weak self] in
                    for await connection in listener.connections {
                        try? await self?.answer(connection, location(listener.port))
                    }
                }
            }

            deinit { listener.close() }

            /// The targets of the requests, each with a value of `Authorization`.
            var requests: [String] { seen.withLock(\.self) }

            private func answer(_ connection: SocketTransport, _ location: String) async throws {
                let stream = HTTPStream(connection)
                guard let head = try await stream.requestHead() else { return }
                seen.withLock {
                    $0.append(head.target + " " + (head.headers["Authorization"] ?? "-"))
                }
                if head.target == "/db" {
                    let socket = try await WebSocket.accept(head, over: stream)
                    Task { await socket.echo() }
                    return
                }
                let headers = HTTPHeaders([("Location", location), ("Content-Length", "0")])
                try await stream.send(
                    HTTPResponseHead(status: 302, reason: "Found", headers: headers).encoded())
                stream.close()
            }
        }

        static func open(_ server: Server) async throws -> WebSocket {
            let url = try #require(URL(string: "ws://127.0.0.1:\(server.listener.port)/start"))
            var options = TransportOptions()
            options.proxy = .none
            return try await WebSocket.open(
                url, headers: [("Authorization", "secret")], options: options)
        }

        @Test(arguments: ["/db", "db", "//127.0.0.1:PORT/db", "http://127.0.0.1:PORT/db"])
        func `a redirect to the same server is followed`(location: String) async throws {
            let server = try Server { location.replacing("PORT", with: String($0)) }
            let socket = try await Self.open(server)
            try await socket.send([1])
            #expect(try await socket.receive() == [1])
            #expect(server.requests == ["/start secret", "/db secret"])
        }

        @Test func `another server does not receive the credentials`() async throws {
            let other = try Server { _ in "" }
            let port = other.listener.port
            let server = try Server { _ in "ws://127.0.0.1:\(port)/db" }
            let socket = try await Self.open(server)
            #expect(server.requests == ["/start secret"] && other.requests == ["/db -"])
            socket.abort()
        }

        @Test(arguments: ["/start", "", "ftp://h/db", "ws:///db", "\u{80}"])
        func `a redirect without an end or to no server is an error`(
            location: String
        ) async throws {
            let server = try Server { _ in location }
            await #expect(throws: (any Error).self) { try await Self.open(server) }
            #expect(server.requests.count <= 11)
        }
    }
#endif
