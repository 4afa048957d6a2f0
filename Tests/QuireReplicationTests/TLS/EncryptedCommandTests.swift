#if Replication && os(Linux)
    import Foundation
    import QuireTestSupport
    import Testing

    /// `quire serve` and `quire sync` with encryption.
    @Suite struct EncryptedCommandTests {
        private let command = CommandProcess()

        /// Creates a database with a document, and returns its path.
        private func database(_ name: String, _ folder: TemporaryFolder) async throws -> String {
            let path = folder.url.appending(path: "\(name).cblite2").path
            let lines = try folder.write(#"{"_id":"\#(name)","n":1}"#, to: "\(name).jsonl").path
            try #require(await command.failure("import", path, lines, "--id-key", "_id") == nil)
            return path
        }

        @Test func `a generated identity is pinned by the certificate beside it`() async throws {
            let folder = try TemporaryFolder()
            let (hub, phone) = (
                try await database("hub", folder), try await database("phone", folder)
            )
            let identity = folder.url.appending(path: "hub.pem").path
            let server = try await command.serve(
                hub, "--tls-identity", identity, "--generate-identity")
            let certificate = folder.url.appending(path: "hub-certificate.pem").path
            let mode = try FileManager.default.attributesOfItem(atPath: identity)[.posixPermissions]
            let pinned = try await command.failure(
                "sync", phone, server.url.absoluteString, "--pinned-certificate", certificate)
            let trusting = try await command.failure(
                "sync", phone, server.url.absoluteString, "--accept-self-signed")
            let system = try await command.failure("sync", phone, server.url.absoluteString)
            try await CommandProcess.stop(server)
            #expect(server.url.scheme == "wss" && mode as? Int == 0o600)
            #expect(pinned == nil && trusting == nil)
            #expect(
                system?.contains("use --pinned-certificate, or --accept-self-signed") == true,
                "\(system ?? "")")
            // Another start uses the same identity, and writes a missing certificate again.
            try FileManager.default.removeItem(atPath: certificate)
            let second = try await command.serve(
                hub, "--tls-identity", identity, "--generate-identity")
            let again = try await command.failure(
                "sync", phone, second.url.absoluteString, "--pinned-certificate", certificate)
            try await CommandProcess.stop(second)
            #expect(again == nil)
        }

        @Test func `the certificate of a missing identity is not replaced`() async throws {
            let folder = try TemporaryFolder()
            let hub = try await database("hub", folder)
            let identity = folder.url.appending(path: "hub.pem").path
            try await CommandProcess.stop(
                command.serve(hub, "--tls-identity", identity, "--generate-identity"))
            try FileManager.default.removeItem(atPath: identity)
            let failure = try await command.failure(
                "serve", hub, "--tls-identity", identity, "--generate-identity")
            #expect(
                failure?.contains("hub-certificate.pem to create both again") == true
                    && !FileManager.default.fileExists(atPath: identity), "\(failure ?? "")")
        }

        @Test(.enabled(if: OpenSSLCommand.isInstalled))
        func `the certificate of a client is named after its file`() async throws {
            let folder = try TemporaryFolder()
            let phone = try await database("phone", folder)
            let file = folder.url.appending(path: "reception desk.pem").path
            _ = try await command.failure(
                "sync", phone, "wss://127.0.0.1:1/hub", "--client-identity", file,
                "--generate-identity")
            let subject = try await OpenSSLCommand.run(["x509", "-in", file, "-noout", "-subject"])
            #expect(subject.output.contains("reception desk"), "\(subject.output)")
        }

        @Test(.enabled(if: CommandProcess.canSetClock), arguments: [nil, "+2y"] as [String?])
        func `an expired certificate is a warning`(clockOffset: String?) async throws {
            let folder = try TemporaryFolder()
            let hub = try await database("hub", folder)
            let identity = folder.url.appending(path: "hub.pem").path
            try await CommandProcess.stop(
                command.serve(hub, "--tls-identity", identity, "--generate-identity"))
            var later = command
            later.clockOffset = clockOffset
            let server = try await later.serve(hub, "--tls-identity", identity)
            let messages = try await CommandProcess.stop(server)
            #expect(
                messages.contains("hub.pem has expired on ") == (clockOffset != nil), "\(messages)")
        }

        @Test func `a listener with certificates of clients refuses others`() async throws {
            let folder = try TemporaryFolder()
            let (hub, phone) = (
                try await database("hub", folder), try await database("phone", folder)
            )
            let known = try folder.write(
                TestCertificates.signed + "\n" + TestCertificates.signedPrivateKey, to: "known.pem")
            let other = try folder.write(
                TestCertificates.selfSigned + "\n" + TestCertificates.selfSignedPrivateKey,
                to: "other.pem")
            let authority = try folder.write(TestCertificates.authority, to: "authority.pem")
            let server = try await command.serve(
                hub, "--tls-identity", other.path, "--client-certificates", authority.path)
            var results: [String?] = []
            for identity in [known, other] {
                results.append(
                    try await command.failure(
                        "sync", phone, server.url.absoluteString, "--accept-self-signed",
                        "--client-identity", identity.path))
            }
            let without = try await command.failure(
                "sync", phone, server.url.absoluteString, "--accept-self-signed")
            try await CommandProcess.stop(server)
            #expect(results[0] == nil && results[1]?.hasPrefix("1 ") == true, "\(results)")
            #expect(
                without?.contains("The server can require --client-identity.") == true,
                "\(without ?? "")")
        }

        static let mistakes: [(arguments: [String], message: String)] = [
            (["--generate-identity"], "requires --tls-identity"),
            (["--client-certificates", "a.pem"], "requires --tls-identity"),
            (["--tls-identity", "/missing/a.pem"], "cannot read /missing/a.pem"),
            (["--tls-identity", "/missing/a.pem", "--generate-identity"], "/missing/a.pem"),
            (["--tls-identity", "/etc/passwd"], "one private key, not 0"),
            (["--host", "0.0.0.0"], "requires --user or --client-certificates"),
        ]

        @Test(arguments: mistakes)
        func `mistakes are errors that name the option or the file`(
            arguments: [String], message: String
        ) async throws {
            let folder = try TemporaryFolder()
            let hub = try await database("hub", folder)
            let failure = try await command.failure(of: ["serve", hub] + arguments)
            #expect(failure?.contains(message) == true, "\(failure ?? "")")
        }
    }
#endif
