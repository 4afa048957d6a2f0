#if Replication && Encryption && os(Linux)
    import Foundation
    import QuireTestSupport
    import Testing

    /// `quire serve` and `quire sync` with encrypted databases.
    @Suite(.timeLimit(.minutes(5))) struct EncryptedBundleTests {
        private let command = CommandProcess()
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        /// Writes a file that only the owner can read, and returns its path.
        private func secret(_ text: String, _ name: String) throws -> String {
            let path = try folder.write(text, to: name).path
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
            return path
        }

        @Test func `databases with different keys synchronize, with a password of the user`()
            async throws
        {
            let hub = folder.url.appending(path: "hub.cblite2").path
            let phone = folder.url.appending(path: "phone.cblite2").path
            let key = ["--key-file", try secret(String(repeating: "0badc0de", count: 8), "key")]
            let password = ["--database-password-file", try secret("violet harbor", "password")]
            let user = ["--user", "ann", "--password-file", try secret("letmein", "user")]
            let lines = try folder.write(#"{"_id":"a","text":"Harbour House"}"#, to: "a.jsonl").path
            #expect(
                try await command.failure(of: ["import", hub, lines, "--id-key", "_id"] + key)
                    == nil)

            let refused = try await command.failure("serve", hub)
            #expect(refused?.contains("is encrypted with a key of 32 bytes") == true)
            let server = try await command.serve(hub, options: key + user)
            let failure = try await command.failure(
                of: ["sync", phone, server.url.absoluteString] + password + user)
            let messages = try await CommandProcess.stop(server)
            #expect(failure == nil, "\(failure ?? "")")
            #expect(!messages.contains("letmein") && !messages.contains("0badc0de"))

            #expect(try await command.failure(of: ["get", phone, "a"] + password) == nil)
            #expect(try await command.failure("get", phone, "a")?.contains("encrypted") == true)
            for bundle in [hub, phone] {
                for file in try FileManager.default.subpathsOfDirectory(atPath: bundle) {
                    let bytes = FileManager.default.contents(atPath: "\(bundle)/\(file)") ?? Data()
                    #expect(bytes.range(of: Data("Harbour".utf8)) == nil, "\(file)")
                }
            }
        }
    }
#endif
