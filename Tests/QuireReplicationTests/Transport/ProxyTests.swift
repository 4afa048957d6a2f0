#if Replication
    import Foundation
    import QuireNetwork
    import Testing

    @testable import QuireReplication

    @Suite struct ProxyTests {
        /// Answers one request, and then sends back what it receives.
        static func serveProxy(_ listener: SocketListener, status: Int) -> Task<String, any Error> {
            Task {
                guard let connection = await listener.accept() else { throw CancellationError() }
                let stream = HTTPStream(connection)
                guard let head = try await stream.requestHead() else { throw CancellationError() }
                try await stream.send(
                    HTTPResponseHead(
                        status: status, reason: "Reason",
                        headers: HTTPHeaders(status == 200 ? [] : [("Content-Length", "0")])
                    ).encoded())
                if status == 200 {
                    let bytes = try await stream.receive(maximum: 100)
                    try await stream.send(bytes)
                }
                stream.close()
                return head.startLine + "|" + (head.headers["Proxy-Authorization"] ?? "")
            }
        }

        static func open(
            _ listener: SocketListener, user: String?
        ) async throws -> any ByteTransport {
            var options = TransportOptions()
            options.proxy = .http(
                host: "127.0.0.1", port: listener.port, user: user, password: user.map { _ in "pä" }
            )
            let url = try #require(URL(string: "ws://db.invalid:4984/db"))
            return try await openTransport(to: url, options: options)
        }

        @Test(
            arguments: [
                (nil, ""), ("user", "Basic " + Data("user:pä".utf8).base64EncodedString()),
            ] as [(String?, String)])
        func `a proxy forwards bytes to the server`(user: String?, field: String) async throws {
            let listener = try SocketListener(host: "127.0.0.1", port: 0)
            let proxy = Self.serveProxy(listener, status: 200)
            let transport = try await Self.open(listener, user: user)
            try await transport.send([1, 2, 3])
            #expect(try await transport.receive(maximum: 3) == [1, 2, 3])
            #expect(try await proxy.value == "CONNECT db.invalid:4984 HTTP/1.1|" + field)
        }

        @Test(arguments: [403, 407, 502])
        func `an answer of the proxy with an error is an error`(status: Int) async throws {
            let listener = try SocketListener(host: "127.0.0.1", port: 0)
            let proxy = Self.serveProxy(listener, status: status)
            let error = await #expect(throws: NetworkError.self) {
                try await Self.open(listener, user: nil)
            }
            #expect(error?.kind == .refused)
            _ = try await proxy.value
        }

        @Test func `no proxy is an error`() async throws {
            let listener = try SocketListener(host: "127.0.0.1", port: 0)
            let closed = listener
            closed.close()
            let error = await #expect(throws: NetworkError.self) {
                try await Self.open(listener, user: nil)
            }
            #expect(error?.kind == .refused)
        }
    }
#endif
