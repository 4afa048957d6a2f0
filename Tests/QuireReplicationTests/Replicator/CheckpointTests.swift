#if Replication
    import Foundation
    import Quire
    import QuireTestSupport
    import Testing

    @testable import QuireReplication

    /// What the checkpoints of an interrupted replication promise, compared with what arrived.
    @Suite struct CheckpointTests {
        /// The seeds of the runs, whose number `QUIRE_SYNC_SEEDS` can set.
        private static let seeds: Range<UInt64> =
            0..<(ProcessInfo.processInfo.environment["QUIRE_SYNC_SEEDS"].flatMap(UInt64.init) ?? 10)

        /// The position from which the next session would continue.
        private static func checkpoint(_ pair: SyncPair) throws -> Checkpoint {
            let collection = ReplicatedCollection(try pair.active.defaultCollection())
            let parameters = collection.checkpointParameters(
                "ws://test/\(pair.passive.name)/_blipsync")
            let (active, passive) = (
                ReplicationStore(pair.active), ReplicationStore(pair.passive)
            )
            guard let id = try active.checkpointIDs(for: parameters).first,
                let local = try active.checkpoint(id).flatMap({ Checkpoint(json: $0) }),
                let remote = try passive.peerCheckpoint(of: id)
            else { return Checkpoint() }
            return local.agreement(with: try #require(Checkpoint(json: remote.body)))
        }

        /// Changes a document that only one of the databases changes, so that there are no conflicts.
        private static func change(
            _ database: Database, _ prefix: String, using random: inout SplitMix64
        ) throws {
            let collection = try database.defaultCollection()
            let id = "\(prefix)-\(Int.random(in: 0..<30, using: &random))"
            let document = try collection.document(id: id)
            if let document, Int.random(in: 0..<4, using: &random) == 0 {
                return try collection.delete(document: document)
            }
            let changed = document?.toMutable() ?? MutableDocument(id: id)
            changed.setInt64(Int64(truncatingIfNeeded: random.next()), forKey: "n")
            try collection.save(document: changed)
        }

        /// The documents that a checkpoint skips, although they have not arrived.
        private static func skipped(_ pair: SyncPair) throws -> [String] {
            let checkpoint = try checkpoint(pair)
            let (active, passive) = (
                try SyncPair.versions(of: pair.active), try SyncPair.versions(of: pair.passive)
            )
            let pulled = checkpoint.remote?.order ?? 0
            let received = try pair.passive.defaultCollection()
                .replicationChanges(since: 0, limit: 100_000, remote: nil)
                .filter { $0.id.hasPrefix("p-") && $0.sequence <= pulled }
                .filter { active[$0.id] != $0.version }
            let sent = try pair.active.defaultCollection()
                .replicationChanges(since: 0, limit: 100_000, remote: nil)
                .filter { $0.id.hasPrefix("a-") && checkpoint.completed.contains($0.sequence) }
                .filter { passive[$0.id] != $0.version }
            return received.map { "\($0.id) was not received" }
                + sent.map { "\($0.id) was not sent" }
        }

        @Test(arguments: seeds)
        func `a checkpoint never skips a change, wherever the connection was cut`(
            seed: UInt64
        ) async throws {
            var random = SplitMix64(seed: seed)
            let pair = try SyncPair()
            var advanced = 0
            for _ in 0..<15 {
                for _ in 0..<Int.random(in: 0...40, using: &random) {
                    try Self.change(pair.active, "a", using: &random)
                    try Self.change(pair.passive, "p", using: &random)
                }
                let before = try Self.checkpoint(pair)
                _ = try await pair.sync(
                    cutAfter: Int.random(in: 0...200, using: &random),
                    checkpointInterval: .milliseconds(2))
                #expect(try Self.skipped(pair) == [])
                if try Self.checkpoint(pair) != before { advanced += 1 }
            }
            // Otherwise the test would compare nothing.
            #expect(advanced > 0)
        }
    }
#endif
