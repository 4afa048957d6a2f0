#if Replication
    import QuirePlatform
    import Quire
    import QuireTestSupport
    import Testing

    @testable import QuireReplication

    /// What a program learns about the documents of a replication.
    @Suite(.timeLimit(.minutes(10))) struct SyncSummaryTests {
        /// How a database has changed a document that both had.
        enum Change: Sendable {
            case edit
            case deletion

            func apply(to database: Database, price: Int) throws {
                let collection = try database.defaultCollection()
                let document = try #require(try collection.document(id: "a"))
                switch self {
                case .edit:
                    try collection.save(
                        document: document.toMutable().setInt(price, forKey: "price"))
                case .deletion: try collection.delete(document: document)
                }
            }
        }

        /// Synchronizes twice, with a change of both databases in between, of which that of the other
        /// one is later.
        private static func summary(
            here: Change, there: Change, resolver: (any ConflictResolverProtocol)? = nil
        ) async throws -> SyncSummary {
            let pair = try SyncPair()
            let collection = try pair.active.defaultCollection()
            try collection.save(document: MutableDocument(id: "a").setInt(1, forKey: "price"))
            try await pair.replicator(isContinuous: false).sync()
            try here.apply(to: pair.active, price: 2)
            try there.apply(to: pair.passive, price: 3)
            var resolved = CollectionConfiguration(collection: collection)
            resolved.conflictResolver = resolver
            let configuration = ReplicatorConfiguration(
                collections: [resolved], target: DatabaseEndpoint(database: pair.passive))
            return try await Replicator(config: configuration).sync()
        }

        static let merging = ConflictResolver { conflict in
            MutableDocument(id: conflict.documentID).setInt(5, forKey: "price")
        }
        static let localWins = ConflictResolver { $0.localDocument }
        static let deleting = ConflictResolver { _ in nil }

        @Test(
            arguments: [
                (
                    Change.edit, Change.edit, nil,
                    "changed in both databases, the change of the other database was kept"
                ),
                (
                    .edit, .edit, localWins,
                    "changed in both databases, the change of this database was kept"
                ),
                (
                    .edit, .edit, merging,
                    "changed in both databases, a merged revision replaces both"
                ),
                (.edit, .edit, deleting, "changed in both databases, it was deleted"),
                (
                    .edit, .deletion, nil,
                    "changed in this database and deleted in the other one, the deletion was kept"
                ),
                (
                    .deletion, .edit, nil,
                    "deleted in this database and changed in the other one, the deletion was kept"
                ),
                (
                    .edit, .deletion, localWins,
                    "changed in this database and deleted in the other one, the change was kept"
                ),
            ] as [(Change, Change, ConflictResolver?, String)])
        func `a resolved conflict is in the summary`(
            here: Change, there: Change, resolver: ConflictResolver?, explanation: String
        ) async throws {
            let summary = try await Self.summary(here: here, there: there, resolver: resolver)
            #expect(
                summary.conflicts.map(\.description) == ["_default._default \"a\": \(explanation)"])
            #expect(summary.conflictCount == 1)
        }

        @Test func `two deletions of a document are no conflict`() async throws {
            let summary = try await Self.summary(here: .deletion, there: .deletion)
            #expect(summary.conflictCount == 0)
        }

        @Test func `equal documents of both databases are no conflict`() async throws {
            let pair = try SyncPair()
            for database in [pair.active, pair.passive] {
                let document = MutableDocument(id: "a").setInt(1, forKey: "price")
                try database.defaultCollection().save(document: document)
            }
            let summary = try await pair.replicator(isContinuous: false).sync()
            #expect(summary.conflictCount == 0)
            #expect(try pair.differences().isEmpty)
        }

        @Test func `a document that fails again is news once, and no failure after a success`()
            throws
        {
            let collection = try SyncPair.database().0.defaultCollection()
            let news = Mutex(0)
            let counter = SyncCounter { _ in news.withLock { $0 += 1 } }
            func event(_ id: String, _ error: BLIPError?) -> SessionEvent {
                .documents([
                    DocumentEvent(
                        collection: collection, id: id, isPush: true, isDeleted: false,
                        error: error)
                ])
            }
            for error in [BLIPError.http(500, "no"), .http(500, "no"), nil] {
                counter.count(event("a", error))
            }
            counter.count(event("b", .http(500, "no")))
            #expect(counter.summary.failures.map(\.id) == ["b"])
            #expect(counter.summary.pushedCount == 1)
            #expect(news.withLock { $0 } == 2)
        }
    }
#endif
