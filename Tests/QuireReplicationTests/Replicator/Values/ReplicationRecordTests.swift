#if Replication
    import Quire
    import Testing

    @testable import QuireReplication

    @Suite struct ReplicationRecordTests {
        private static func record(
            pushes: [String: String] = [:], pulls: [String: String] = [:], unverifiedEnd: UInt64 = 0
        ) -> ReplicationRecord {
            var record = ReplicationRecord(collection: "_default._default")
            for (id, message) in pushes { _ = record.addFailure(of: id, isPush: true, message) }
            for (id, message) in pulls { _ = record.addFailure(of: id, isPush: false, message) }
            record.unverifiedEnd = unverifiedEnd
            return record
        }

        @Test(arguments: [false, true])
        func `canonically equivalent IDs are different documents`(isPush: Bool) throws {
            var record = Self.record()
            for id in ["caf\u{e9}", "cafe\u{301}"] {
                _ = record.addFailure(of: id, isPush: isPush, "broken")
            }
            record = try #require(ReplicationRecord(json: try record.json()))
            record.removeFailure(of: "caf\u{e9}", isPush: isPush)
            let left = (isPush ? record.pushes : record.pulls).keys.map { Array($0.id.utf8) }
            #expect(left == [Array("cafe\u{301}".utf8)])
        }

        /// The records: what a process has read, what it has now, what another one has stored in the
        /// meantime, and what is stored in the end.
        static let merges:
            [(ReplicationRecord, ReplicationRecord, ReplicationRecord, ReplicationRecord)] = [
                (record(), record(pulls: ["a": "1"]), record(), record(pulls: ["a": "1"])),
                (
                    record(), record(pulls: ["a": "1"]), record(pulls: ["b": "2"]),
                    record(pulls: ["a": "1", "b": "2"])
                ),
                (
                    record(pulls: ["a": "1", "b": "2"]), record(pulls: ["b": "2"]),
                    record(pulls: ["a": "1"]), record()
                ),
                (
                    record(pushes: ["a": "1"]), record(pushes: ["a": "2"]), record(),
                    record(pushes: ["a": "2"])
                ),
                (record(), record(), record(unverifiedEnd: 5), record(unverifiedEnd: 5)),
                (record(unverifiedEnd: 5), record(), record(unverifiedEnd: 5), record()),
                (
                    record(unverifiedEnd: 5), record(), record(unverifiedEnd: 7),
                    record(unverifiedEnd: 7)
                ),
                (
                    record(), record(unverifiedEnd: 7), record(pulls: ["a": "1"]),
                    record(pulls: ["a": "1"], unverifiedEnd: 7)
                ),
            ]

        @Test(arguments: merges)
        func `a process keeps what another one has stored`(
            base: ReplicationRecord, new: ReplicationRecord, stored: ReplicationRecord,
            expected: ReplicationRecord
        ) {
            #expect(new.merged(with: stored, since: base) == expected)
        }
    }
#endif
