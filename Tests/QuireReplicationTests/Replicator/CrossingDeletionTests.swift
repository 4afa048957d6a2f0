#if Replication
    import Foundation
    import Quire
    import QuireTestSupport
    import Testing

    @testable import QuireReplication

    /// A document that several databases delete, create again and change at the same time.
    ///
    /// A deletion wins over a later change. So of three revisions, each can win over one of the others:
    /// the deletion over the change, the document that was created again over the deletion, and the
    /// change over the document that was created again.
    @Suite(.timeLimit(.minutes(10))) struct CrossingDeletionTests {
        private static func databases(_ count: Int) throws -> ([Database], TemporaryFolder) {
            let folder = try TemporaryFolder()
            var configuration = DatabaseConfiguration()
            configuration.directory = folder.path
            let databases = try (0..<count).map {
                try Database(name: "database\($0)", config: configuration)
            }
            return (databases, folder)
        }

        private static func save(_ text: String, in database: Database) throws {
            let collection = try database.defaultCollection()
            let document = try collection.document(id: "d")?.toMutable() ?? MutableDocument(id: "d")
            document.setValue(text, forKey: "text")
            try collection.save(document: document)
        }

        private static func delete(in database: Database) throws {
            let collection = try database.defaultCollection()
            guard let document = try collection.document(id: "d") else { return }
            try collection.delete(document: document)
        }

        private static func sync(
            _ active: Int, _ passive: Int, _ databases: [Database], _ folder: TemporaryFolder
        ) async throws {
            _ = try await SyncPair(databases[active], databases[passive], in: folder).sync()
        }

        /// Replicates each database with the first one until all know all, and returns the states.
        private static func finalStates(
            _ databases: [Database], _ folder: TemporaryFolder
        ) async throws -> Set<[String: String]> {
            for _ in 0..<4 {
                for active in databases.indices.dropFirst() {
                    try await sync(active, 0, databases, folder)
                }
            }
            return Set(
                try databases.map { database in
                    let documents = try SyncPair.documents(of: database)
                    return try SyncPair.versions(of: database)
                        .merging(documents) { "\($0) \($1)" }
                })
        }

        @Test(arguments: [false, true])
        func `a deletion, a creation and a change that cross leave the same document`(
            isSameAuthor: Bool
        ) async throws {
            let (databases, folder) = try Self.databases(4)
            let (hub, a, b, x) = (0, 1, 2, 3)
            try Self.save("first", in: databases[hub])
            for active in [a, b, x] { try await Self.sync(active, hub, databases, folder) }
            try Self.delete(in: databases[a])
            try await Self.sync(isSameAuthor ? a : x, isSameAuthor ? hub : a, databases, folder)
            try Self.save("created again", in: databases[isSameAuthor ? a : x])
            try Self.save("changed", in: databases[b])
            if isSameAuthor {
                try await Self.sync(x, a, databases, folder)
                try await Self.sync(x, b, databases, folder)
                try await Self.sync(b, hub, databases, folder)
            } else {
                try await Self.sync(b, hub, databases, folder)
                try await Self.sync(a, hub, databases, folder)
                try await Self.sync(x, b, databases, folder)
            }
            let states = try await Self.finalStates(databases, folder)
            #expect(states.count == 1)
        }

        @Test(arguments: 0..<40 as Range<UInt64>)
        func `databases that delete and create a document agree in the end`(
            seed: UInt64
        ) async throws {
            var random = SplitMix64(seed: seed)
            let (databases, folder) = try Self.databases(4)
            for step in 0..<24 {
                let database = databases[Int.random(in: 0..<4, using: &random)]
                switch Int.random(in: 0..<4, using: &random) {
                case 0: try Self.delete(in: database)
                case 1: try Self.save("\(step)", in: database)
                default:
                    let (active, passive) = (
                        Int.random(in: 0..<4, using: &random), Int.random(in: 1..<4, using: &random)
                    )
                    try await Self.sync(active, (active + passive) % 4, databases, folder)
                }
            }
            let states = try await Self.finalStates(databases, folder)
            #expect(states.count == 1)
        }
    }
#endif
