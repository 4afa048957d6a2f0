#if Replication && os(Linux)
    import Foundation
    import Quire
    import QuireNetwork
    import QuireTestSupport
    import Testing

    @testable import QuireReplication

    /// Listeners whose connections are encrypted.
    @Suite struct EncryptedListenerTests {
        private static func identity(
            _ usage: TLSIdentity.KeyUsages = .serverAuth, name: String = "a"
        ) throws -> TLSIdentity {
            try TLSIdentity.createIdentity(for: usage, attributes: [.commonName: name])
        }

        private static func pem(_ texts: String...) throws -> TLSIdentity {
            try TLSIdentity(pem: texts.joined(separator: "\n"))
        }

        /// Synchronizes a document in both directions, and returns the code of the error.
        private static func sync(
            _ listenerIdentity: TLSIdentity?, _ authenticator: (any ListenerAuthenticator)? = nil,
            _ configure: (inout ReplicatorConfiguration) throws -> Void
        ) async throws -> Int? {
            let pair = try SyncPair()
            try SyncPair.save(1...20, in: pair.active)
            try SyncPair.save(1...20, in: pair.passive)
            let listener = try pair.listener {
                $0.tlsIdentity = listenerIdentity
                $0.authenticator = authenticator
            }
            defer { listener.stop() }
            do {
                try await pair.active.sync(with: listener.urls[0]) {
                    $0.maxAttempts = 1
                    try configure(&$0)
                }
                return try pair.haveEqualDocuments(count: 40) ? nil : -1
            } catch let error as QuireError {
                return error.code.rawValue
            }
        }

        @Test func `a replicator accepts a self-signed listener`() async throws {
            let code = try await Self.sync(Self.identity()) {
                $0.acceptOnlySelfSignedServerCertificate = true
            }
            #expect(code == nil)
        }

        @Test func `a replicator accepts the pinned certificate of a listener alone`() async throws
        {
            let identity = try Self.identity()
            let code = try await Self.sync(identity) {
                $0.pinnedServerCertificate = identity.certificates[0]
            }
            #expect(code == nil)
            let pem = try await Self.sync(identity) {
                $0.pinnedServerCertificate = Data(identity.certificatePEM.utf8)
            }
            #expect(pem == nil)
            let other = try await Self.sync(identity) {
                $0.pinnedServerCertificate = try Self.identity().certificates[0]
            }
            #expect(other == QuireError.Code.tlsCertificateUntrusted.rawValue)
        }

        @Test func `a replicator refuses a listener whose certificate the system does not trust`()
            async throws
        {
            let code = try await Self.sync(Self.identity()) { _ in }
            #expect(code == QuireError.Code.tlsCertificateUntrusted.rawValue)
        }

        @Test func `a listener with a password and an identity asks for both`() async throws {
            let users = ListenerPasswordAuthenticator(username: "ann", password: "secret")
            for (password, expected) in [("secret", nil), ("x", 10401)] {
                let code = try await Self.sync(Self.identity(), users) {
                    $0.acceptOnlySelfSignedServerCertificate = true
                    $0.authenticator = BasicAuthenticator(username: "ann", password: password)
                }
                #expect(code == expected)
            }
        }

        // MARK: Certificates of clients

        @Test func `a listener accepts clients that an authority has signed`() async throws {
            let authority = Data(TestCertificates.authority.utf8)
            let client = try Self.pem(TestCertificates.signed, TestCertificates.signedPrivateKey)
            let code = try await Self.sync(
                Self.identity(), ListenerCertificateAuthenticator(rootCertificates: [authority])
            ) {
                $0.acceptOnlySelfSignedServerCertificate = true
                $0.authenticator = ClientCertificateAuthenticator(identity: client)
            }
            #expect(code == nil)
        }

        @Test func `a listener accepts a client whose certificate it knows`() async throws {
            let client = try Self.identity(.clientAuth)
            let rule = ListenerCertificateAuthenticator(rootCertificates: client.certificates)
            let code = try await Self.sync(Self.identity(), rule) {
                $0.acceptOnlySelfSignedServerCertificate = true
                $0.authenticator = ClientCertificateAuthenticator(identity: client)
            }
            #expect(code == nil)
        }

        @Test func `a listener refuses clients without a certificate, and with an unknown one`()
            async throws
        {
            let rule = ListenerCertificateAuthenticator(
                rootCertificates: try Self.identity().certificates)
            for client in [nil, try Self.identity(.clientAuth)] {
                let code = try await Self.sync(Self.identity(), rule) {
                    $0.acceptOnlySelfSignedServerCertificate = true
                    $0.authenticator = client.map(ClientCertificateAuthenticator.init(identity:))
                }
                #expect(code == QuireError.Code.tlsHandshakeFailed.rawValue)
            }
        }

        @Test func `a closure decides about certificates of clients`() async throws {
            let known = try Self.identity(.clientAuth)
            let rule = ListenerCertificateAuthenticator { $0 == known.certificates }
            for (client, expected) in [(known, nil), (try Self.identity(.clientAuth), 10401)] {
                let code = try await Self.sync(Self.identity(), rule) {
                    $0.acceptOnlySelfSignedServerCertificate = true
                    $0.authenticator = ClientCertificateAuthenticator(identity: client)
                }
                #expect(code == expected)
            }
        }

        @Test func `a certificate of a client that is over is refused`() async throws {
            let client = try TLSIdentity.createIdentity(
                for: .clientAuth, attributes: [.commonName: "a"],
                expiration: Date(timeIntervalSinceNow: 1.5))
            try await Task.sleep(for: .seconds(3))
            let rule = ListenerCertificateAuthenticator(rootCertificates: client.certificates)
            let code = try await Self.sync(Self.identity(), rule) {
                $0.acceptOnlySelfSignedServerCertificate = true
                $0.authenticator = ClientCertificateAuthenticator(identity: client)
            }
            #expect(code == QuireError.Code.tlsHandshakeFailed.rawValue)
        }

        @Test func `a listener that checks certificates needs an identity`() throws {
            let pair = try SyncPair()
            let error = #expect(throws: QuireError.self) {
                try pair.listener {
                    $0.authenticator = ListenerCertificateAuthenticator { _ in true }
                }
            }
            #expect(error?.code == .invalidParameter)
        }

        @Test func `an invalid root certificate is an error of the start`() throws {
            let pair = try SyncPair()
            let identity = try Self.identity()
            let error = #expect(throws: QuireError.self) {
                try pair.listener {
                    $0.tlsIdentity = identity
                    $0.authenticator = ListenerCertificateAuthenticator(
                        rootCertificates: [Data("x".utf8)])
                }
            }
            #expect(error?.message.contains("Root certificate 1") == true)
        }

        @Test func `a client with more certificates than 16 kB is refused`() async throws {
            let client = try Self.identity(.clientAuth)
            let own = [UInt8](client.certificates[0])
            let long = try TLSIdentity(
                certificates: Array(repeating: own, count: 100), key: client.key)
            let code = try await Self.sync(
                Self.identity(), ListenerCertificateAuthenticator { _ in true }
            ) {
                $0.acceptOnlySelfSignedServerCertificate = true
                $0.authenticator = ClientCertificateAuthenticator(identity: long)
            }
            #expect(code != nil)
        }

        // MARK: Mistakes

        static let settings: [@Sendable (inout ReplicatorConfiguration) throws -> Void] = [
            { $0.pinnedServerCertificate = try Self.identity().certificates[0] },
            { $0.acceptOnlySelfSignedServerCertificate = true },
            {
                $0.authenticator = ClientCertificateAuthenticator(
                    identity: try Self.identity(.clientAuth))
            },
        ]

        @Test(arguments: settings.indices)
        func `settings of certificates require a URL with encryption`(index: Int) async throws {
            let code = try await Self.sync(nil, nil) { try Self.settings[index](&$0) }
            #expect(code == QuireError.Code.invalidParameter.rawValue)
        }

        @Test func `a client without encryption is disconnected, and others are served`()
            async throws
        {
            let pair = try SyncPair()
            let identity = try Self.identity()
            let listener = try pair.listener { $0.tlsIdentity = identity }
            defer { listener.stop() }
            let port = try #require(listener.port)
            let plain = try #require(URL(string: "ws://127.0.0.1:\(port)/passive"))
            await #expect(throws: QuireError.self) {
                try await pair.active.sync(with: plain) { $0.maxAttempts = 1 }
            }
            try await pair.active.sync(with: listener.urls[0]) {
                $0.acceptOnlySelfSignedServerCertificate = true
            }
        }

        @Test func `a client with encryption fails at a listener without`() async throws {
            let pair = try SyncPair()
            let listener = try pair.listener()
            defer { listener.stop() }
            let port = try #require(listener.port)
            let url = try #require(URL(string: "wss://127.0.0.1:\(port)/passive"))
            let error = await #expect(throws: QuireError.self) {
                try await pair.active.sync(with: url) { $0.maxAttempts = 1 }
            }
            #expect(error?.code == .tlsHandshakeFailed)
        }

        // MARK: Other programs

        @Test(
            .enabled(if: OpenSSLCommand.isInstalled),
            arguments: [
                ("-tls1_3", true), ("-tls1_2", true), ("-tls1_1", false),
            ])
        func `openssl connects with TLS 1.2 and 1.3 alone`(
            version: String, isAccepted: Bool
        )
            async throws
        {
            let pair = try SyncPair()
            let identity = try Self.identity()
            let listener = try pair.listener { $0.tlsIdentity = identity }
            defer { listener.stop() }
            let port = try #require(listener.port)
            let (_, output) = try await OpenSSLCommand.run(
                [
                    "s_client", "-connect", "127.0.0.1:\(port)", version, "-quiet", "-cipher",
                    "ALL:@SECLEVEL=0",
                ],
                input: "GET /passive HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            #expect(output.contains("HTTP/1.1 404 Not Found") == isAccepted, "\(output)")
        }

        @Test(.enabled(if: OpenSSLCommand.isInstalled))
        func `openssl sees the end of the encrypted stream`() async throws {
            let pair = try SyncPair()
            let identity = try Self.identity()
            let listener = try pair.listener { $0.tlsIdentity = identity }
            defer { listener.stop() }
            let port = try #require(listener.port)
            let (isSuccess, output) = try await OpenSSLCommand.run(
                ["s_client", "-connect", "127.0.0.1:\(port)", "-msg", "-ign_eof"],
                input: "GET /passive HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            #expect(output.contains("close_notify"), "\(isSuccess) \(output)")
        }
    }
#endif
