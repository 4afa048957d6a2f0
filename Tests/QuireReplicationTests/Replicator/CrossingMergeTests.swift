#if Replication
    import Foundation
    import Quire
    import QuireTestSupport
    import Testing

    @testable import QuireReplication

    /// Counters that three databases change and merge at the same time.
    @Suite(.timeLimit(.minutes(10))) struct CrossingMergeTests {
        struct Visits: DocumentModel {
            static let typeName = "visits"
            @DocumentID var id: String?
            var count: Int
        }

        private static let connections = [(0, 1), (1, 2), (2, 0), (1, 0), (2, 1), (0, 2)]

        private static func databases() throws -> ([Database], TemporaryFolder) {
            let folder = try TemporaryFolder()
            var configuration = DatabaseConfiguration()
            configuration.directory = folder.path
            let databases = try (0..<3).map {
                try Database(name: "database\($0)", config: configuration)
            }
            return (databases, folder)
        }

        private static func collection(of database: Database) throws -> ReplicatedCollection {
            var configuration = CollectionConfiguration(
                collection: try database.defaultCollection())
            configuration.resolveConflicts(
                of: try database.repository(of: Visits.self),
                by: .mergeFields { $0.counter(\.count) })
            let endpoint = DatabaseEndpoint(database: database)
            return ReplicatorConfiguration(collections: [configuration], target: endpoint)
                .replicatedCollections[0]
        }

        private static func save(count: Int, in database: Database) throws {
            try database.repository(of: Visits.self).save(Visits(id: "v", count: count))
        }

        private static func count(in database: Database) throws -> Int? {
            try database.repository(of: Visits.self).find("v")?.count
        }

        private static func increment(_ database: Database, by value: Int) throws {
            let visits = try database.repository(of: Visits.self)
            try visits.patch("v") { $0.increment(\.count, by: value) }
        }

        private static func sync(
            _ active: Database, _ passive: Database, in folder: TemporaryFolder
        ) async throws -> SyncResult {
            try await SyncPair(active, passive, in: folder).sync([collection(of: active)])
        }

        @Test(arguments: 0..<25 as Range<UInt64>)
        func `crossing merges add no increment twice, or report the conflict`(
            seed: UInt64
        ) async throws {
            var random = SplitMix64(seed: seed)
            let (databases, folder) = try Self.databases()
            try Self.save(count: 0, in: databases[0])
            for (active, passive) in [(0, 1), (1, 2), (2, 0)] {
                _ = try await Self.sync(databases[active], databases[passive], in: folder)
            }
            var total = 0
            for _ in 0..<6 {
                for database in databases where Bool.random(using: &random) {
                    let value = Int.random(in: 1...3, using: &random)
                    total += value
                    try Self.increment(database, by: value)
                }
                for (active, passive) in Self.connections.shuffled(using: &random).prefix(3) {
                    _ = try await Self.sync(databases[active], databases[passive], in: folder)
                }
            }
            var lastLog: [String] = ["none"]
            for _ in 0..<8 where !lastLog.isEmpty {
                lastLog = []
                for (active, passive) in Self.connections {
                    lastLog += try await Self.sync(
                        databases[active], databases[passive], in: folder
                    ).log
                }
            }
            let counts = try databases.map { try Self.count(in: $0) }
            let isReported =
                try lastLog.contains { $0.contains("HTTP") || $0.contains("LiteCore") }
                || databases.contains { try !$0.defaultCollection().openConflicts().isEmpty }
            #expect(counts == [total, total, total] || isReported, "\(counts), not \(total)")
        }

        @Test func `two databases that merge the same conflict have the sum of both`() async throws
        {
            let (databases, folder) = try Self.databases()
            try Self.save(count: 10, in: databases[0])
            for (active, passive) in [(0, 1), (1, 0)] {
                _ = try await Self.sync(databases[active], databases[passive], in: folder)
            }
            for database in databases.prefix(2) { try Self.increment(database, by: 1) }
            // Both merge before either has the merge of the other one.
            let copies = try databases.prefix(2).map {
                try #require(
                    try $0.defaultCollection().outgoingRevision(of: "v", version: nil))
            }
            for (index, copy) in copies.enumerated() {
                let database = databases[1 - index]
                let collection = try Self.collection(of: database)
                let remote = try ReplicationStore(database).remoteNumber(
                    named: "ws://test/database\(index)/_blipsync")
                let incoming = IncomingRevision(
                    id: "v", version: copy.version, history: copy.history, body: copy.body)
                _ = try collection.collection.insert([incoming], from: remote)
                if let conflict = try collection.collection.openConflict(of: "v"),
                    let resolver = collection.resolver
                {
                    _ = try collection.collection.resolve(
                        conflict, resolver(conflict, collection.collection))
                }
            }
            _ = try await Self.sync(databases[0], databases[1], in: folder)
            _ = try await Self.sync(databases[1], databases[0], in: folder)
            let counts = try databases.prefix(2).map { try Self.count(in: $0) }
            #expect(counts == [12, 12])
            #expect(try SyncPair(databases[0], databases[1], in: folder).differences() == [])
        }
    }
#endif
