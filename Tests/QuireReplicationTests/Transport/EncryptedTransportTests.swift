#if Replication
    import Foundation
    import QuireNetwork
    import Testing

    @testable import QuireReplication

    @Suite(.enabled(if: EncryptedServer.isAvailable))
    struct EncryptedTransportTests {
        static func open(
            _ server: EncryptedServer, _ trust: TransportOptions.Trust, host: String = "127.0.0.1"
        ) async throws -> any ByteTransport {
            var options = TransportOptions()
            options.trust = trust
            options.proxy = .none
            let url = try #require(URL(string: "wss://\(host):\(server.port)/db"))
            return try await openTransport(to: url, options: options)
        }

        static func failure(
            _ server: EncryptedServer, _ trust: TransportOptions.Trust, host: String = "127.0.0.1"
        ) async -> NetworkError.Kind? {
            do {
                try await open(server, trust, host: host).close()
                return nil
            } catch {
                return (error as? NetworkError)?.kind
            }
        }

        static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

        @Test func `bytes of any number come back decrypted`() async throws {
            let server = try await EncryptedServer.signed()
            let transport = try await Self.open(
                server, .authorities([Self.bytes(TestCertificates.authority)]))
            for count in [1, 16_384, 16_385, 1_048_576] {
                async let sent: Void = transport.send(testBytes(count))
                var received: [UInt8] = []
                while received.count < count {
                    let part = try await transport.receive(maximum: 50_000)
                    try #require(!part.isEmpty)
                    received += part
                }
                try await sent
                #expect(received == testBytes(count))
            }
            transport.close()
            #expect(((try? await transport.receive(maximum: 1)) ?? []) == [])
        }

        @Test func `a certificate of an unknown authority is refused`() async throws {
            #expect(await Self.failure(try .signed(), .system) == .untrustedCertificate)
            #expect(await Self.failure(try .selfSigned(), .system) == .untrustedCertificate)
            #expect(
                await Self.failure(
                    try .selfSigned(), .authorities([Self.bytes(TestCertificates.authority)]))
                    == .untrustedCertificate)
        }

        @Test func `an authority must have signed the name of the host`() async throws {
            let authority = PEM.blocks(of: Self.bytes(TestCertificates.authority))
            let other = try await EncryptedServer(
                certificate: TestCertificates.other, key: TestCertificates.otherPrivateKey)
            #expect(await Self.failure(other, .authorities(authority)) == .untrustedCertificate)
            let signed = try await EncryptedServer.signed()
            #expect(await Self.failure(signed, .authorities(authority), host: "localhost") == nil)
        }

        @Test func `a pinned certificate or key must be that of the server`() async throws {
            let server = try await EncryptedServer.selfSigned()
            let right = Self.bytes(TestCertificates.selfSigned)
            #expect(await Self.failure(server, .pinned(right)) == nil)
            #expect(await Self.failure(server, .pinned(PEM.blocks(of: right)[0])) == nil)
            #expect(
                await Self.failure(server, .pinned(Self.bytes(TestCertificates.selfSignedKey)))
                    == nil)
            #expect(
                await Self.failure(server, .pinned(Self.bytes(TestCertificates.signed)))
                    == .untrustedCertificate)
        }

        @Test func `only a self-signed certificate is accepted by that rule`() async throws {
            #expect(await Self.failure(try .selfSigned(), .selfSigned) == nil)
            #expect(await Self.failure(try .signed(), .selfSigned) == .untrustedCertificate)
        }

        @Test func `every certificate can be accepted`() async throws {
            #expect(await Self.failure(try .signed(), .all) == nil)
        }

        @Test func `a server without encryption is an error`() async throws {
            let listener = try SocketListener(host: "127.0.0.1", port: 0)
            let serving = Task {
                for await connection in listener.connections {
                    try await connection.send(Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8))
                    connection.close()
                }
            }
            var options = TransportOptions()
            options.proxy = .none
            let url = try #require(URL(string: "wss://127.0.0.1:\(listener.port)"))
            let error = await #expect(throws: NetworkError.self) {
                try await openTransport(to: url, options: options)
            }
            #expect(error?.kind == .tls)
            listener.close()
            try await serving.value
        }

        @Test func `closing while a call receives ends the call`() async throws {
            let transport = try await Self.open(try .selfSigned(), .all)
            async let received = transport.receive(maximum: 1)
            try await Task.sleep(for: .milliseconds(20))
            transport.close()
            #expect(((try? await received) ?? []) == [])
            await #expect(throws: NetworkError.closed) { try await transport.send([1]) }
        }
    }
#endif
