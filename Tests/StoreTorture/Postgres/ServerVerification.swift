#if PostgreSQL
    import Fleece
    import Foundation
    import Quire
    import QuirePostgreSQL
    import SQLPlusPlus

    /// The verification of the database on a server after the processes that wrote were killed.
    struct ServerVerification {
        let target: TortureServer
        /// The lines that the processes have printed.
        let lines: [Substring]

        /// Verifies the database.
        ///
        /// - Returns: The numbers of verified items.
        /// - Throws: ``TortureFailure`` if the database violates a guarantee; any other error is a
        ///   violation, too.
        func run() throws -> String {
            let server = try ServerSQL(target.connectionString)
            try target.waitForEndOfConnections(server)
            try checkLocks(server)
            let store = try target.open().defaultStore()
            let records = try store.records(
                selectedBy: SelectStatement([.star], from: CollectionSource("_")))
            var documents: [String: BatchDocument] = [:]
            for record in records {
                documents[record.id] = try BatchDocument(id: record.id, record.body)
            }
            let sequences = Dictionary(
                uniqueKeysWithValues: records.map { ($0.id, Int64($0.sequence)) })
            let rules = BatchRules(documents: documents, sequences: sequences)
            try rules.checkWholeness()
            let acknowledged = lines.compactMap { Acknowledgement($0) }
            try rules.check(acknowledged)
            let counterCount = try checkCounters(records)
            try checkExpirations(documents, store)
            let blobCount = try checkBlobs(documents, store, server)
            try checkIndexes(documents, store, server)
            let changes = try store.changes(since: 0, limit: .max)
            try require(
                Set(changes.map(\.id)) == Set(records.map(\.id)),
                "the list of changes contains \(changes.count) of \(records.count) documents")
            return """
                verified: \(records.count) documents, \(acknowledged.count) acknowledged batches, \
                \(counterCount) acknowledged saves, \(blobCount) blobs
                """
        }

        private func checkLocks(_ server: ServerSQL) throws {
            // Predicate locks block nothing, and stay while other transactions of the server run.
            let locks = try server.rows(
                """
                SELECT l.locktype, l.mode, c.relname FROM pg_locks AS l
                JOIN pg_class AS c ON c.oid = l.relation
                JOIN pg_namespace AS n ON n.oid = c.relnamespace
                WHERE n.nspname = '\(target.schemaName)' AND l.mode <> 'SIReadLock'
                """)
            try require(locks.isEmpty, "locks are left: \(locks)")
            let prepared = try server.rows("SELECT gid FROM pg_prepared_xacts")
            try require(prepared.isEmpty, "prepared transactions are left: \(prepared)")
        }

        // MARK: Documents

        /// Checks that each counter has its last acknowledged value, or the next one, whose
        /// acknowledgement was not printed before the process was killed.
        private func checkCounters(_ records: [DocumentRecord]) throws -> Int {
            let acknowledged = lines.compactMap { ServerCounter($0) }
            let values = Dictionary(
                acknowledged.map { ($0.id, $0.value) }, uniquingKeysWith: max)
            let stored = Dictionary(
                uniqueKeysWithValues: records.map { ($0.id, $0.body["n"]?.int64) })
            for (id, value) in values {
                let found = try require(stored[id] ?? nil, "the counter \(id) is missing")
                try require(
                    found == value || found == value + 1,
                    "the counter \(id) is \(found), but \(value) was acknowledged")
            }
            return acknowledged.count
        }

        private func checkExpirations(
            _ documents: [String: BatchDocument], _ store: any DocumentStore
        ) throws {
            for (id, document) in documents {
                guard let expires = document.expires else { continue }
                let date = try store.expiration(of: id)?.timeIntervalSince1970
                try require(date == Double(expires) / 1000, "\(id) has another expiration date")
            }
        }

        // MARK: Blobs and indexes

        /// Checks that each blob is complete, and that the blobs of documents exist.
        private func checkBlobs(
            _ documents: [String: BatchDocument], _ store: any DocumentStore, _ server: ServerSQL
        ) throws -> Int {
            let storage = try require(store.blobStorage, "the store has no blobs")
            let digests = try server.rows(
                "SELECT DISTINCT digest FROM \(target.schemaName).blob")
            for digest in digests.joined() {
                let digest = try require(BlobDigest(digest), "\(digest) is not a digest")
                // Reading compares the content with the digest.
                _ = try storage.read(digest, length: nil)
            }
            let known = Set(digests.joined())
            for (id, document) in documents {
                guard let blob = document.blob else { continue }
                try require(known.contains(blob.digest), "the blob of \(id) is missing")
                let digest = try require(BlobDigest(blob.digest), "\(id) has an invalid digest")
                try require(
                    try storage.length(of: digest).map { Int64($0) } == blob.length,
                    "the blob of \(id) has another length")
            }
            return known.count
        }

        private func checkIndexes(
            _ documents: [String: BatchDocument], _ store: any DocumentStore, _ server: ServerSQL
        ) throws {
            try ServerIndexes.create(in: store)
            let names = try server.rows(
                """
                SELECT c.relname, i.indisvalid FROM pg_index AS i
                JOIN pg_class AS c ON c.oid = i.indexrelid
                JOIN pg_namespace AS n ON n.oid = c.relnamespace
                WHERE n.nspname = '\(target.schemaName)'
                """)
            let invalid = names.filter { $0[1] != "t" }
            try require(invalid.isEmpty, "indexes are not valid: \(invalid)")
            for (name, _) in ServerIndexes.all {
                try require(
                    names.contains { $0[0] == "_default._default.index.\(name)" },
                    "the index \(name) is missing")
            }
            struct Row: Decodable { let id: String }
            let found = try store.database.query(
                "SELECT META().id AS id FROM _ WHERE type = 'torture' AND room_rate >= 50",
                as: Row.self
            ).map(\.id)
            let expected = documents.values.filter { $0.rate >= 50 }.map(\.id)
            try require(
                found.sorted() == expected.sorted(),
                "a query finds \(found.count) documents, a scan \(expected.count)")
        }
    }
#endif
