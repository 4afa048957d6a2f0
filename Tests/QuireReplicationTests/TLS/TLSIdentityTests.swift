#if Replication && os(Linux)
    import Foundation
    import Quire
    import QuireTestSupport
    import Testing

    @testable import QuireReplication

    /// Identities, compared with the command `openssl`.
    @Suite(.enabled(if: OpenSSLCommand.isInstalled))
    struct TLSIdentityTests {
        private static func write(_ text: String, _ folder: TemporaryFolder) throws -> String {
            try folder.write(text, to: UUID().uuidString).path
        }

        private static func description(_ identity: TLSIdentity) async throws -> String {
            let folder = try TemporaryFolder()
            let file = try write(identity.certificatePEM, folder)
            return try await OpenSSLCommand.run([
                "x509", "-in", file, "-noout", "-text", "-nameopt", "utf8",
            ])
            .output
        }

        private static func thrownCode(_ body: () throws -> Any?) -> QuireError.Code? {
            do {
                _ = try body()
                return nil
            } catch {
                return (error as? QuireError)?.code
            }
        }

        static let everything: [CertificateAttribute: String] = [
            .commonName: "Hôtel “Ann”, + = # <>;\\", .pseudonym: "p", .givenName: "Ann",
            .surname: "Ås", .organization: "Hotels", .organizationUnit: "Rooms",
            .postalAddress: "Street 1", .locality: "Oslo", .postalCode: "0150",
            .stateOrProvince: "Oslo", .country: "NO", .emailAddress: "ann@hotel.example",
            .hostname: "hotel.example", .url: "https://hotel.example/a?b=c", .ipAddress: "::1",
            .registeredID: "1.2.840.113549",
        ]

        /// Parts of the description of a certificate with all attributes.
        static let parts = [
            "Version: 3 (0x2)", "Signature Algorithm: ecdsa-with-SHA256",
            "CN=Hôtel “Ann”, + = # <>;\\,",
            "pseudonym=p", "GN=Ann", "SN=Ås", "O=Hotels", "OU=Rooms", "L=Oslo", "postalCode=0150",
            "ST=Oslo", "C=NO", "NIST CURVE: P-256", "X509v3 Basic Constraints: critical",
            "CA:FALSE", "X509v3 Key Usage: critical", "Digital Signature",
            "TLS Web Server Authentication, TLS Web Client Authentication",
            "email:ann@hotel.example", "DNS:hotel.example", "URI:https://hotel.example/a?b=c",
            "IP Address:0:0:0:0:0:0:0:1", "Registered ID:RSA Data",
        ]

        @Test func `openssl reads all attributes of a certificate`() async throws {
            let identity = try TLSIdentity.createIdentity(
                for: [.serverAuth, .clientAuth], attributes: Self.everything)
            let text = try await Self.description(identity)
            #expect(Self.parts.filter { !text.contains($0) } == [], "\(text)")
        }

        @Test(arguments: [nil, 60, 86_400 * 365 * 40, 86_400 * 365 * 3000] as [TimeInterval?])
        func `openssl verifies the signature of a certificate`(lifetime: TimeInterval?) async throws
        {
            let folder = try TemporaryFolder()
            let expiration = lifetime.map { Date(timeIntervalSinceNow: $0) }
            let identity = try TLSIdentity.createIdentity(
                for: .serverAuth, attributes: [.commonName: "a"], expiration: expiration)
            let file = try Self.write(identity.certificatePEM, folder)
            let (isValid, output) = try await OpenSSLCommand.run([
                "verify", "-x509_strict", "-check_ss_sig", "-purpose", "sslserver", "-CAfile", file,
                file,
            ])
            #expect(isValid, "\(output)")
        }

        @Test func `a certificate is valid for a year`() throws {
            let identity = try TLSIdentity.createIdentity(
                for: .serverAuth, attributes: [.commonName: "a"])
            let lifetime = identity.expiration.timeIntervalSinceNow
            #expect(abs(lifetime - 365 * 86_400) < 60)
        }

        static let invalidAttributes: [[CertificateAttribute: String]] = [
            [:], [.hostname: "a"], [.commonName: ""], [.commonName: "a", .country: "Norway"],
            [.commonName: "a", .country: "no"], [.commonName: "a", .ipAddress: "1.2.3"],
            [.commonName: "a", .ipAddress: ""], [.commonName: "a", .hostname: "é.example"],
            [.commonName: "a", .hostname: ""], [.commonName: "a", .registeredID: "a.b"],
            [.commonName: "a", .registeredID: "1"], [.commonName: "a", .registeredID: "3.1"],
            [.commonName: "a", .registeredID: "1.40"],
            [.commonName: "a", .registeredID: "4294967295.1"],
            [.commonName: "a", .registeredID: "2.4294967295"],
            [.commonName: "a", CertificateAttribute(rawValue: "X"): "b"],
        ]

        @Test(arguments: invalidAttributes)
        func `invalid attributes are refused`(attributes: [CertificateAttribute: String]) {
            let error = #expect(throws: QuireError.self) {
                try TLSIdentity.createIdentity(for: .serverAuth, attributes: attributes)
            }
            #expect(error?.code == .invalidParameter)
        }

        @Test func `a date that is over is refused, and so is a key without a use`() {
            #expect(
                Self.thrownCode {
                    try TLSIdentity.createIdentity(
                        for: .serverAuth, attributes: [.commonName: "a"], expiration: Date())
                } == .invalidParameter)
            #expect(
                Self.thrownCode {
                    try TLSIdentity.createIdentity(for: [], attributes: [.commonName: "a"])
                } == .invalidParameter)
        }

        // MARK: PEM

        /// Arguments with which openssl creates a key, and those that write it in another form.
        static let keys: [(create: [String], convert: [String]?)] = [
            (["genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"], nil),
            (["genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048"], nil),
            (["genpkey", "-algorithm", "ED25519"], nil),
            (["ecparam", "-name", "secp384r1", "-genkey", "-noout"], nil),
            (["genrsa", "2048"], ["rsa", "-traditional"]),
        ]

        @Test(arguments: keys.indices)
        func `keys and certificates of openssl are read`(index: Int) async throws {
            let folder = try TemporaryFolder()
            let (create, convert) = Self.keys[index]
            var key = try await OpenSSLCommand.run(create).output
            if let convert { key = try await OpenSSLCommand.run(convert, input: key).output }
            key = String(key[try #require(key.range(of: "-----BEGIN")).lowerBound...])
            let file = try Self.write(key, folder)
            let certificate = try await OpenSSLCommand.run([
                "req", "-x509", "-key", file, "-subj", "/CN=a", "-days", "2",
            ]).output
            // The order does not matter, and other text is ignored.
            for text in [key + certificate, "Some text\n\(certificate)\r\n\(key)"] {
                let identity = try TLSIdentity(pem: text)
                let again = try TLSIdentity(pem: identity.pem)
                #expect(
                    again.certificates == identity.certificates && identity.certificates.count == 1)
            }
        }

        @Test func `the certificate of the key comes first`() throws {
            let identity = try TLSIdentity(
                pem: [
                    TestCertificates.authority, TestCertificates.signed,
                    TestCertificates.signedPrivateKey,
                ].joined(separator: "\n"))
            let own = PEM.blocks(of: Array(TestCertificates.signed.utf8))[0]
            #expect(identity.certificates.map { [UInt8]($0) }.first == own)
            #expect(identity.certificates.count == 2)
        }

        static let invalidTexts: [(String, String)] = [
            ("", "one private key, not 0"),
            (TestCertificates.signed, "one private key, not 0"),
            (TestCertificates.signedPrivateKey, "no certificate"),
            (TestCertificates.signedPrivateKey + "\n" + TestCertificates.other, "no certificate"),
            (
                TestCertificates.signedPrivateKey + "\n" + TestCertificates.otherPrivateKey,
                "one private key, not 2"
            ),
            ("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n", "is invalid"),
            (
                "-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----\n",
                "encrypted"
            ),
            (
                "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\nAAAA\n-----END RSA PRIVATE KEY-----\n",
                "encrypted"
            ),
        ]

        @Test(arguments: invalidTexts)
        func `PEM text without a key and its certificate is refused`(text: String, reason: String) {
            let error = #expect(throws: QuireError.self) { try TLSIdentity(pem: text) }
            #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
        }

        // MARK: PKCS#12

        @Test(arguments: ["secret", "", "ключ 🔑"])
        func `a PKCS#12 file of openssl is imported`(password: String) async throws {
            let folder = try TemporaryFolder()
            let file = folder.url.appending(path: "identity.p12")
            let result = try await OpenSSLCommand.run([
                "pkcs12", "-export", "-inkey",
                Self.write(TestCertificates.signedPrivateKey, folder),
                "-in", Self.write(TestCertificates.signed, folder),
                "-certfile", Self.write(TestCertificates.authority, folder), "-out", file.path,
                "-passout", "pass:\(password)",
            ])
            try #require(result.isSuccess, "\(result.output)")
            let data = try Data(contentsOf: file)
            let identity = try TLSIdentity.importIdentity(withData: data, password: password)
            #expect(identity.certificates.count == 2)
            #expect(
                Self.thrownCode {
                    try TLSIdentity.importIdentity(withData: data, password: "wrong")
                } == .invalidParameter)
            #expect(
                Self.thrownCode {
                    try TLSIdentity.importIdentity(withData: data.dropLast(), password: password)
                } == .invalidParameter)
        }

        @Test(arguments: [Data(), Data([0x30]), Data(repeating: 0xFF, count: 1000)])
        func `other data is no PKCS#12 file`(data: Data) {
            let error = #expect(throws: QuireError.self) {
                try TLSIdentity.importIdentity(withData: data, password: nil)
            }
            #expect(error?.code == .invalidParameter)
        }

        // MARK: Secrets

        @Test func `descriptions do not contain the key`() throws {
            let identity = try TLSIdentity(
                pem: TestCertificates.signed + "\n" + TestCertificates.signedPrivateKey)
            var text = "\(identity) \(String(reflecting: identity))"
            dump(identity, to: &text)
            dump(ClientCertificateAuthenticator(identity: identity), to: &text)
            #expect(!text.localizedCaseInsensitiveContains("key"))
        }

        // MARK: Labels

        @Test(arguments: ["a", "listener of Ann", "../x", "ключ", ".", "%41", "a/b\u{0}c"])
        func `a stored identity is found by its label alone`(label: String) throws {
            let folder = try TemporaryFolder()
            let identities = IdentityFolder(url: folder.url.appending(path: "a/b"))
            let identity = try TLSIdentity.createIdentity(
                for: .serverAuth, attributes: [.commonName: "a"])
            #expect(try identities.identity(withLabel: label) == nil)
            try identities.store(identity, withLabel: label)
            #expect(
                Self.thrownCode {
                    try identities.store(identity, withLabel: label)
                } == .invalidParameter)
            #expect(
                try identities.identity(withLabel: label)?.certificates == identity.certificates)
            #expect(try identities.identity(withLabel: label + "2") == nil)
            let files = try FileManager.default.contentsOfDirectory(atPath: identities.url.path)
            #expect(files.count == 1)
            let attributes = try FileManager.default.attributesOfItem(
                atPath: identities.url.appending(path: files[0]).path)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
            try identities.deleteIdentity(withLabel: label)
            try identities.deleteIdentity(withLabel: label)
            #expect(try identities.identity(withLabel: label) == nil)
        }

        @Test(arguments: [
            "", String(repeating: "a", count: 241), String(repeating: "é", count: 60),
        ])
        func `empty and long labels are refused`(label: String) throws {
            let folder = try TemporaryFolder()
            #expect(
                Self.thrownCode {
                    try IdentityFolder(url: folder.url).identity(withLabel: label)
                } == .invalidParameter)
        }

        @Test func `a damaged file of an identity is an error that names it`() throws {
            let folder = try TemporaryFolder()
            _ = try folder.write("x", to: "a.pem")
            let error = #expect(throws: QuireError.self) {
                try IdentityFolder(url: folder.url).identity(withLabel: "a")
            }
            #expect(error?.message.contains("a.pem") == true)
        }
    }
#endif
