#if Replication
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
