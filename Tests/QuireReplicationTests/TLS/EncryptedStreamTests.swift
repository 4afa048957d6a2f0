#if Replication && os(Linux)
    import Foundation
    import QuireNetwork
    import QuirePlatform
    import QuireTestSupport
    import Testing

    @testable import QuireReplication

    /// A connection that receives at most a number of bytes at once.
    private struct NarrowTransport: ByteTransport {
        let transport: any ByteTransport
        let width: Int

        func receive(maximum: Int) async throws -> [UInt8] {
            try await transport.receive(maximum: min(maximum, width))
        }

        func send(_ bytes: [UInt8]) async throws { try await transport.send(bytes) }

        func close() { transport.close() }
    }

    /// The bytes of encrypted connections.
    @Suite struct EncryptedStreamTests {
        /// A server that decrypts what it receives through narrow reads.
        private struct Server {
            let listener: SocketListener
            let context: OpenSSLContext
            let width: Int

            init(width: Int = 1_000_000) throws {
                let identity = try TLSIdentity.createIdentity(
                    for: .serverAuth, attributes: [.commonName: "a"])
                context = try OpenSSLContext(identity: identity, clients: .none)
                listener = try SocketListener(host: "127.0.0.1", port: 0)
                self.width = width
            }

            func accept() async throws -> OpenSSLTransport {
                let transport = try #require(await listener.accept())
                return try await OpenSSLTransport.accept(
                    NarrowTransport(transport: transport, width: width), context)
            }

            func connect() async throws -> any ByteTransport {
                var options = TransportOptions()
                options.trust = .selfSigned
                options.proxy = .none
                let url = try #require(URL(string: "wss://127.0.0.1:\(listener.port)/"))
                return try await openTransport(to: url, options: options)
            }
        }

        private static func receive(
            _ count: Int, _ transport: any ByteTransport
        ) async throws
            -> [UInt8]
        {
            var bytes: [UInt8] = []
            while bytes.count < count {
                let part = try await transport.receive(maximum: 70_000)
                if part.isEmpty { break }
                bytes += part
            }
            return bytes
        }

        @Test(arguments: [1, 2, 5, 29, 16_384, 1_000_000])
        func `any boundaries of the encrypted bytes give the same plain bytes`(
            width: Int
        )
            async throws
        {
            let count = width < 5 ? 50_000 : 1_000_000
            let server = try Server(width: width)
            defer { server.listener.close() }
            async let accepted = server.accept()
            let client = try await server.connect()
            let own = try await accepted
            // Both directions at the same time.
            async let first: Void = client.send(testBytes(count))
            async let second: Void = own.send(testBytes(count + 1))
            async let received = Self.receive(count, own)
            let other = try await Self.receive(count + 1, client)
            try await first
            try await second
            let isRight = try await received == testBytes(count)
            #expect(isRight && other == testBytes(count + 1))
            own.close()
            #expect(try await client.receive(maximum: 1) == [])
            client.close()
        }

        @Test func `the end of the client is the end of the stream`() async throws {
            let server = try Server()
            defer { server.listener.close() }
            async let accepted = server.accept()
            let client = try await server.connect()
            let own = try await accepted
            client.close()
            #expect(try await own.receive(maximum: 10) == [])
            own.close()
            own.close()
            await #expect(throws: NetworkError.closed) { try await own.send([1]) }
        }

        @Test func `a stream that is cut is not taken for its end`() async throws {
            let server = try Server()
            defer { server.listener.close() }
            let (first, second) = try await Self.sockets()
            let accepted = Task { try await OpenSSLTransport.accept(second, server.context) }
            // A hello of TLS 1.3 with nothing after it.
            try await first.send([0x16, 3, 1, 0, 5, 1, 0, 0, 1])
            first.close()
            await #expect(throws: NetworkError.self) { try await accepted.value }
        }

        private static func sockets() async throws -> (SocketTransport, SocketTransport) {
            let listener = try SocketListener(host: "127.0.0.1", port: 0)
            defer { listener.close() }
            async let accepted = listener.accept()
            let client = try await SocketTransport.connect(host: "127.0.0.1", port: listener.port)
            return (client, try #require(await accepted))
        }

        @Test(arguments: [
            "GET / HTTP/1.1\r\n\r\n", "\u{0}", "SSH-2.0-x\r\n", "\u{16}\u{3}\u{1}aaaaaaaaaa",
        ])
        func `other bytes than those of TLS are an error of the handshake`(
            text: String
        ) async throws {
            let server = try Server()
            defer { server.listener.close() }
            let (client, own) = try await Self.sockets()
            let accepted = Task { try await OpenSSLTransport.accept(own, server.context) }
            try await client.send(Array(text.utf8))
            client.close()
            let error = await #expect(throws: NetworkError.self) { try await accepted.value }
            #expect(error?.kind == .tls || error?.kind == .reset)
        }
    }
#endif
