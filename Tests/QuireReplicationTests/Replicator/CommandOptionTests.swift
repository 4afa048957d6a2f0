#if Replication && os(Linux)
    import Foundation
    import QuireTestSupport
    import Testing

    /// Options of `quire serve` and `quire sync`, and what the commands say about mistakes.
    @Suite(.timeLimit(.minutes(5))) struct CommandOptionTests {
        private let command = CommandProcess()
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        /// Creates a database with a document, and returns its path.
        private func database(_ name: String) async throws -> String {
            let path = folder.url.appending(path: "\(name).cblite2").path
            let lines = try folder.write(#"{"_id":"\#(name)","n":1}"#, to: "\(name).jsonl").path
            try #require(await command.failure("import", path, lines, "--id-key", "_id") == nil)
            return path
        }

        private func pair() async throws -> (hub: String, phone: String) {
            (try await database("hub"), try await database("phone"))
        }

        /// Writes bytes to a pipe in another thread, and returns the path of the pipe.
        private func pipe(_ bytes: [UInt8]) throws -> String {
            let path = folder.url.appending(path: "pipe-\(UUID().uuidString)").path
            try #require(mkfifo(path, 0o600) == 0)
            Thread.detachNewThread {
                signal(SIGPIPE, SIG_IGN)
                let descriptor = open(path, O_WRONLY)
                // In parts, as programs write.
                for start in stride(from: 0, to: bytes.count, by: 1000) {
                    let part = Array(bytes[start..<min(start + 1000, bytes.count)])
                    if write(descriptor, part, part.count) < 0 { break }
                }
                close(descriptor)
            }
            return path
        }

        @Test func `a password is read from a pipe`() async throws {
            let (hub, phone) = try await pair()
            let server = try await command.serve(
                hub, "--user", "ann", "--password-file",
                try pipe(Array("secret\n".utf8)))
            let failure = try await command.failure(
                "sync", phone, server.url.absoluteString, "--user", "ann", "--password-file",
                try pipe(Array("secret".utf8)))
            try await CommandProcess.stop(server)
            #expect(failure == nil)
        }

        @Test(
            arguments: [
                (10_001, "is too large for a password"), (1_000_000, "is too large for a password"),
            ])
        func `a long password is refused`(count: Int, message: String) async throws {
            let hub = try await database("hub")
            let path = try pipe([UInt8](repeating: 0x61, count: count))
            let failure = try await command.failure(
                "serve", hub, "--user", "ann", "--password-file", path)
            #expect(failure?.contains(message) == true, "\(failure ?? "")")
        }

        @Test(arguments: ["/", "/missing", ""])
        func `a password file that cannot be read is named`(path: String) async throws {
            let hub = try await database("hub")
            let failure = try await command.failure(
                "serve", hub, "--user", "ann", "--password-file", path)
            #expect(failure?.contains("cannot read \(path)") == true, "\(failure ?? "")")
        }

        static let credentials: [(options: [String], file: String?, message: String)] = [
            (["--user", "ann"], "", "is empty, so everyone could connect as ann"),
            (["--user", "ann"], "\n\n", "is empty, so everyone could connect as ann"),
            (["--user", ""], "secret", "--user is empty"),
            (["--user", "ann:x"], "secret", "--user must not contain a colon"),
            (["--user", ":\u{301}"], "secret", "--user must not contain a colon"),
            (["--user", "a\nb"], "secret", "--user must not contain control characters"),
            (["--user", "a\u{7F}"], "secret", "--user must not contain control characters"),
            ([], "secret", "--password-file requires --user"),
            (["--user", "ann"], nil, "--user requires --password-file or QUIRE_PASSWORD"),
        ]

        @Test(arguments: credentials)
        func `a listener without a usable user name and password is not started`(
            options: [String], password: String?, message: String
        ) async throws {
            let hub = try await database("hub")
            let file = try password.map { try folder.write($0, to: "password").path }
            let failure = try await command.failure(
                of: ["serve", hub] + options + (file.map { ["--password-file", $0] } ?? []))
            #expect(failure?.contains(message) == true, "\(failure ?? "")")
        }

        @Test func `a replicator says which options the server requires`() async throws {
            let (hub, phone) = try await pair()
            let password = try folder.write("secret", to: "password").path
            let wrong = try folder.write("Secret", to: "wrong").path
            let server = try await command.serve(
                hub, "--user", "ann", "--password-file", password)
            let url = server.url.absoluteString
            let without = try await command.failure("sync", phone, url)
            let other = try await command.failure(
                "sync", phone, url, "--user", "ann", "--password-file", wrong)
            let messages = try await CommandProcess.stop(server)
            #expect(without?.contains("(401). Use --user.") == true, "\(without ?? "")")
            #expect(
                other?.contains("(401). Verify --user and the password.") == true, "\(other ?? "")")
            #expect(
                messages.contains(
                    #"(127.0.0.1): the user "ann" is unknown or has another password"#)
                    && messages.contains("it has sent no user name and password"), "\(messages)")
        }

        @Test func `an open port without encryption causes a warning, and usable URLs are printed`()
            async throws
        {
            let (hub, phone) = try await pair()
            let password = try folder.write("secret", to: "password").path
            let server = try await command.serve(
                hub, "--host", "0.0.0.0", "--user", "ann", "--password-file", password)
            let url = try #require(
                server.lines.compactMap(URL.init(string:)).last { $0.host?.isEmpty == false })
            let failure = try await command.failure(
                "sync", phone, url.absoluteString, "--user", "ann", "--password-file", password)
            let messages = try await CommandProcess.stop(server)
            #expect(!server.lines.contains { $0.contains("0.0.0.0") }, "\(server.lines)")
            #expect(failure == nil)
            #expect(messages.contains("warning: connections are not encrypted"))
        }

        @Test func `a loopback address causes no warning`() async throws {
            let hub = try await database("hub")
            let server = try await command.serve(hub)
            let messages = try await CommandProcess.stop(server)
            #expect(!messages.contains("warning") && server.lines.count == 1)
        }

        @Test(arguments: [(0o600, false), (0o640, true), (0o604, true), (0o644, true)])
        func `a private key that others can read causes a warning`(
            mode: Int, isWarned: Bool
        ) async throws {
            let hub = try await database("hub")
            let text = TestCertificates.selfSigned + "\n" + TestCertificates.selfSignedPrivateKey
            let file = try folder.write(text, to: "identity.pem").path
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
            let link = folder.url.appending(path: "link.pem").path
            try FileManager.default.createSymbolicLink(
                atPath: link, withDestinationPath: "identity.pem")
            for path in [file, link] {
                let server = try await command.serve(hub, "--tls-identity", path)
                let messages = try await CommandProcess.stop(server)
                let warning = "warning: other users can read the private key in \(path)"
                #expect(messages.contains(warning) == isWarned, "\(messages)")
            }
        }

        @Test func `a file without a private key causes an error, and no warning about the key`()
            async throws
        {
            let hub = try await database("hub")
            let file = try folder.write(TestCertificates.selfSigned, to: "only.pem").path
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
            let failure = try await command.failure("serve", hub, "--tls-identity", file)
            #expect(
                failure?.contains("one private key, not 0") == true
                    && failure?.contains("other users") == false, "\(failure ?? "")")
        }

        @Test func `a URL with ws for an encrypted listener is explained`() async throws {
            let (hub, phone) = try await pair()
            let identity = folder.url.appending(path: "hub.pem").path
            let server = try await command.serve(
                hub, "--tls-identity", identity, "--generate-identity")
            let port = try #require(server.url.port)
            let failure = try await command.failure("sync", phone, "ws://127.0.0.1:\(port)/hub")
            try await CommandProcess.stop(server)
            #expect(failure?.contains("begins with wss:") == true, "\(failure ?? "")")
        }

        @Test func `the log of both commands names messages and the connection`() async throws {
            let (hub, phone) = try await pair()
            let server = try await command.serve(hub, "--log", "debug")
            let client = try await command.messages(
                "sync", phone, server.url.absoluteString, "--log", "debug")
            let quiet = try await command.messages(
                "sync", phone, server.url.absoluteString, "--log", "info")
            let messages = try await CommandProcess.stop(server)
            let words = client.split(separator: "correlation ID ", maxSplits: 1)
            let id = try #require(words.last).prefix { $0.isHexDigit }
            #expect(!id.isEmpty && messages.contains("correlation ID \(id)"))
            #expect(client.contains("sent request 1 getCollections"))
            #expect(messages.contains("received request 1 getCollections"))
            #expect(client.contains("1 received, 1 sent"))
            #expect(!quiet.contains("request"))
        }

        @Test func `an unknown level of the log is a usage error`() async throws {
            let hub = try await database("hub")
            let failure = try await command.failure("serve", hub, "--log", "loud")
            #expect(
                failure?.contains("--log must be debug, info, warning or error") == true,
                "\(failure ?? "")")
        }
    }
#endif
