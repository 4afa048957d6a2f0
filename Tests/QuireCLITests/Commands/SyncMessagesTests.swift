#if Replication
    import Foundation
    import Quire
    import Testing

    @testable import QuireCLI
    @testable import QuireReplication

    /// What `quire sync` prints about documents.
    @Suite struct SyncMessagesTests {
        private static func failure(
            _ id: String, _ message: String = "no", isPush: Bool = true
        ) -> SyncSummary.Failure {
            SyncSummary.Failure(
                collection: "inn.hotels", id: id, isPush: isPush, message: message)
        }

        @Test func `a failed document is printed with its reason on one line`() {
            #expect(
                SyncMessages.text(of: .failed(Self.failure("a\u{1B}", "the disk\nis full")))
                    == #"a\u{1b}: the disk\nis full"#)
        }

        @Test func `a missing collection is printed by its name`() {
            #expect(SyncMessages.text(of: .failed(Self.failure(""))) == "inn.hotels: no")
        }

        @Test(arguments: [
            ([("a", true), ("a", false)], "1 document could not be synchronized"),
            ([("a", true), ("b", false)], "2 documents could not be synchronized"),
            ([("a", true), ("", true)], "2 items could not be synchronized"),
        ])
        func `a document that fails in both directions is counted once`(
            failed: [(String, Bool)], text: String
        ) {
            let failures = failed.map { Self.failure($0.0, isPush: $0.1) }
            #expect(SyncMessages.text(of: failures) == text)
        }

        @Test(arguments: [
            ("The content of the blob sha1-A= is missing or doesn't match its digest.", true),
            ("the blob sha1-A= is missing", true), ("the blob", false), ("is missing", false),
            ("", false), ("the disk is full", false),
        ])
        func `documents with missing blobs are recognized`(message: String, isMissing: Bool) {
            #expect(SyncMessages.isMissingBlob(Self.failure("a", message)) == isMissing)
        }

        static let advice: [(QuireError.Code, String, (any Authenticator)?, String?)] = [
            (.tlsCertificateUntrusted, "wss://a/b", nil, "--accept-self-signed"),
            (.tlsHandshakeFailed, "wss://a/b", nil, "--client-identity"),
            (.connectionLost, "wss://a/b", nil, "--client-identity"),
            (.connectionLost, "ws://a/b", nil, nil),
            (.httpAuthenticationRequired, "ws://a/b", nil, "Use --user."),
            (.httpAuthenticationRequired, "wss://a/b", nil, "Use --user, or --client-identity."),
            (
                .httpAuthenticationRequired, "ws://a/b",
                BasicAuthenticator(username: "ann", password: ""),
                "Verify --user and the password."
            ),
            (.ioError, "wss://a/b", nil, nil),
        ]

        @Test(arguments: advice.indices)
        func `an error names the options that can avoid it`(index: Int) throws {
            let (code, text, authenticator, words) = Self.advice[index]
            let url = try #require(URL(string: text))
            var config = ReplicatorConfiguration(
                collections: [], target: URLEndpoint(url: url))
            config.authenticator = authenticator
            let advice = SyncMessages.advice(for: QuireError(code, ""), config)
            #expect((advice == nil) == (words == nil))
            #expect(words.map { advice?.contains($0) == true } ?? true, "\(advice ?? "")")
        }

        @Test(arguments: [
            (0, false, "2 received, 3 sent"), (1, false, "2 received, 3 sent, 1 conflict resolved"),
            (2, true, "2 received, 3 sent, 2 conflicts resolved (incomplete)"),
        ])
        func `the last line names conflicts if there were any`(
            conflicts: Int, isIncomplete: Bool, text: String
        ) {
            var summary = SyncSummary()
            (summary.pulledCount, summary.pushedCount) = (2, 3)
            summary.conflictCount = conflicts
            #expect(SyncMessages.text(of: summary, isIncomplete: isIncomplete) == text)
        }
    }
#endif
