#if Replication
    import Foundation
    import Quire
    import QuireTestSupport
    import Testing

    @testable import QuireReplication

    /// Random changes of both databases, and connections that are cut at any frame.
    @Suite struct RandomizedSyncTests {
        /// The seeds of the runs, whose number `QUIRE_SYNC_SEEDS` can set.
        private static let seeds: Range<UInt64> =
            0..<(ProcessInfo.processInfo.environment["QUIRE_SYNC_SEEDS"].flatMap(UInt64.init) ?? 40)

        static func change(
            _ database: Database, _ name: String, using random: inout SplitMix64
        ) throws {
            let collection = try database.defaultCollection()
            let id = "doc-\(Int.random(in: 0..<12, using: &random))"
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<6:
                let document =
                    try collection.document(id: id)?.toMutable() ?? MutableDocument(id: id)
                document.setString("\(name)-\(random.next() % 1000)", forKey: "text")
                document.setInt(Int.random(in: 0...9, using: &random), forKey: "n")
                try collection.save(document: document)
            case 6:
                let document =
                    try collection.document(id: id)?.toMutable() ?? MutableDocument(id: id)
                let count = Int.random(in: 0..<40_000, using: &random)
                document.setBlob(
                    Blob(
                        contentType: "text/plain",
                        data: Data(repeating: UInt8(truncatingIfNeeded: count), count: count)),
                    forKey: "blob")
                try collection.save(document: document)
            default:
                if let document = try collection.document(id: id) {
                    try collection.delete(document: document)
                }
            }
        }

        @Test(arguments: seeds)
        func `both databases agree in the end, wherever connections were cut`(
            seed: UInt64
        ) async throws {
            var random = SplitMix64(seed: seed)
            let pair = try SyncPair()
            for _ in 0..<Int.random(in: 2...6, using: &random) {
                for _ in 0..<Int.random(in: 0...8, using: &random) {
                    try Self.change(pair.active, "active", using: &random)
                }
                for _ in 0..<Int.random(in: 0...8, using: &random) {
                    try Self.change(pair.passive, "passive", using: &random)
                }
                if Int.random(in: 0..<3, using: &random) > 0 {
                    _ = try await pair.sync(
                        cutAfter: Int.random(in: 0...60, using: &random))
                } else {
                    _ = try await pair.sync()
                }
            }
            // A document whose conflict was resolved in one session is sent in the same one.
            let last = try await pair.sync()
            let again = try await pair.sync()
            let passive = try SyncPair.documents(of: pair.passive)
            #expect(last.isCompleted, "\(last.end)")
            let differences = try pair.differences()
            #expect(differences == [])
            #expect(again.log == [], "after \(last.log)")
            for (id, _) in passive {
                let contents = try [pair.active, pair.passive].map {
                    try $0.defaultCollection().document(id: id)?.blob(forKey: "blob")?.content
                }
                #expect(contents[0] == contents[1])
            }
        }
    }
#endif
