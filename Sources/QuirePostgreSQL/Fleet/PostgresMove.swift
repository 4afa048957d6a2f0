#if PostgreSQL
    import Foundation
    import QuireModels

    /// The copy of a database's tables to another schema, usually on another server, while programs read
    /// and write the database.
    ///
    /// The rows of one snapshot are copied first. Then the changes since that snapshot are copied, which
    /// the sequences tell, and again until there are few of them. The last ones are copied while a lock
    /// on the table of the version makes all writers wait; then the former tables get the version
    /// `moved`, so that each later write of them fails. The copy has the same list of changes, whose
    /// later sequences are higher than those of all documents.
    ///
    /// ```text
    /// source    snapshot ─ rows before h0 ─┬─ rows from h0 ─┬─ lock, rows from h1, moved ─ tables deleted
    /// target    tables ────────────────────┴────────────────┴─ list of changes ─ open
    /// directory moving ──────────────────────────────────────────────────────── open at the target
    /// ```
    final class PostgresMove {
        private static let documentColumns =
            "id, seq, rev, flags, type, body, exact, expires, changed, created"
        private static let blobColumns = "digest, part, content, unused"
        private static let purgeColumns = "full_name, seq, id, purged"
        /// The number of IDs in a statement.
        private static let pageSize = 10_000

        private let source: PostgresConnection
        private let target: PostgresConnection
        private let sourceLayout: PostgresLayout
        private let targetLayout: PostgresLayout
        private let feed: PostgresFeed
        /// A text in the table of properties of the target, which another move removes.
        private let mark: String
        /// All changes with lower sequences are copied.
        private var horizon: Int64 = 0
        /// The definitions of the indexes that the target has.
        private var copiedIndexes: [[String]] = []
        /// The number of bytes that were copied.
        private(set) var byteCount = 0

        /// Creates a move.
        ///
        /// - Parameters:
        ///   - source: A connection to the tables of the database.
        ///   - sourceLayout: Their schema.
        ///   - feed: Their list of changes.
        ///   - target: A connection to new tables of the current version.
        ///   - targetLayout: Their schema.
        /// - Throws: An error of the target's server.
        init(
            from source: PostgresConnection, _ sourceLayout: PostgresLayout, feed: PostgresFeed,
            to target: PostgresConnection, _ targetLayout: PostgresLayout
        ) throws {
            (self.source, self.sourceLayout, self.feed) = (source, sourceLayout, feed)
            (self.target, self.targetLayout) = (target, targetLayout)
            mark = UUID().uuidString
            try target.change(
                """
                INSERT INTO \(targetLayout.schema).property VALUES ('move', $1)
                ON CONFLICT (name) DO UPDATE SET value = excluded.value
                """, [.text(mark)])
        }

        // MARK: Copying

        /// Copies the rows of a snapshot.
        func copyAll() throws {
            try inSnapshot {
                for name in try sourceLayout.collections(source) {
                    try createCollection(name)
                    try copy(
                        Self.documentColumns, of: sourceLayout.table(of: name),
                        to: targetLayout.table(of: name))
                }
                try copy(
                    Self.blobColumns, of: sourceLayout.schema + ".blob",
                    to: targetLayout.schema + ".blob")
                try copy(
                    Self.purgeColumns, of: sourceLayout.schema + ".purge",
                    to: targetLayout.schema + ".purge")
            }
        }

        /// Copies the changes since the former snapshot, and returns the number of changed documents.
        func copyChanges() throws -> Int {
            var count = 0
            try inSnapshot { count = try copyLaterChanges() }
            return count
        }

        /// Calls a closure in a snapshot of the source, and then continues with the changes after it.
        private func inSnapshot(_ body: () throws -> Void) throws {
            try source.begin("ISOLATION LEVEL REPEATABLE READ READ ONLY", then: "SELECT 1")
            do {
                let next = try source.rows(feed.horizon)[0].integer(0)
                try source.withoutTimeLimit { try target.withoutTimeLimit(body) }
                try source.execute("COMMIT")
                horizon = next
            } catch {
                try? source.execute("ROLLBACK")
                throw error
            }
        }

        private func createCollection(_ name: String) throws {
            try target.inTransaction { try targetLayout.createCollection(name, target) }
        }

        private func copy(
            _ columns: String, of sourceTable: String, to targetTable: String,
            where condition: String = "true"
        ) throws {
            byteCount += try source.copyRows(
                of: "SELECT \(columns) FROM \(sourceTable) WHERE \(condition)", to: target,
                table: "\(targetTable) (\(columns))")
        }

        /// Copies the changes since the former snapshot that the current transaction of the source sees.
        private func copyLaterChanges() throws -> Int {
            var count = 0
            for name in try sourceLayout.collections(source) {
                if try !targetLayout.contains(name, target) { try createCollection(name) }
                let (sourceTable, table) = (
                    sourceLayout.table(of: name), targetLayout.table(of: name)
                )
                let since: [PostgresValue] = [.integer(horizon)]
                let changed = try source.rows(
                    "SELECT id FROM \(sourceTable) WHERE seq >= $1", since
                ).map { $0.text(0) }
                let purged = try source.rows(
                    """
                    SELECT id FROM \(sourceLayout.schema).purge WHERE full_name = $2 AND seq >= $1
                    """, since + [.text(name)]
                ).map { $0.text(0) }
                guard !changed.isEmpty || !purged.isEmpty else { continue }
                count += changed.count + purged.count
                try target.inTransaction {
                    // All former revisions first, because documents can have exchanged unique values.
                    try forEachPage(of: changed + purged) { page in
                        try target.change(
                            "DELETE FROM \(table) WHERE id = ANY($1)", [.textArray(page)])
                    }
                    try copy(
                        Self.documentColumns, of: sourceTable, to: table,
                        where: "seq >= \(horizon)")
                }
            }
            try target.inTransaction {
                try target.change(
                    "DELETE FROM \(targetLayout.schema).purge WHERE seq >= $1", [.integer(horizon)])
                try copy(
                    Self.purgeColumns, of: sourceLayout.schema + ".purge",
                    to: targetLayout.schema + ".purge", where: "seq >= \(horizon)")
            }
            try copyNewBlobs()
            return count
        }

        private func copyNewBlobs() throws {
            func digests(
                _ layout: PostgresLayout, _ connection: PostgresConnection
            ) throws
                -> Set<String>
            {
                let rows = try connection.rows(
                    "SELECT digest FROM \(layout.schema).blob WHERE part = 0")
                return Set(rows.map { $0.text(0) })
            }
            let copied = try digests(targetLayout, target)
            let new = try digests(sourceLayout, source).subtracting(copied)
            try forEachPage(of: new.sorted()) { page in
                let list = page.map { SQLName.literal($0) }.joined(separator: ", ")
                try copy(
                    Self.blobColumns, of: sourceLayout.schema + ".blob",
                    to: targetLayout.schema + ".blob", where: "digest IN (\(list))")
            }
        }

        private func forEachPage(of texts: [String], _ body: ([String]) throws -> Void) throws {
            for start in stride(from: 0, to: texts.count, by: Self.pageSize) {
                try body(Array(texts[start..<min(start + Self.pageSize, texts.count)]))
            }
        }

        // MARK: Indexes

        /// Gives the target the indexes of the source.
        ///
        /// - Parameter copy: A closure that does it with other connections.
        /// - Throws: An error that the closure throws, or an error of the source's server.
        func copyIndexes(_ copy: () throws -> Void) throws {
            let definitions = try definitions()
            try copy()
            copiedIndexes = definitions
        }

        private func definitions() throws -> [[String]] {
            try source.rows(
                """
                SELECT full_name, name, definition::text FROM \(sourceLayout.schema).index
                ORDER BY full_name, name
                """
            ).map { [$0.text(0), $0.text(1), $0.text(2)] }
        }

        // MARK: Switching

        /// How often the lock is requested.
        private static let lockAttempts = 30

        /// Makes writers wait, copies the last changes, completes the target, and marks the source.
        ///
        /// Only the connections of the move are used meanwhile: the writers that wait can have all
        /// others.
        ///
        /// - Returns: Whether the target has the indexes of the source. Otherwise, nothing was changed.
        /// - Throws: `QuireError` with code `busy` if transactions in progress do not end, `conflict` if
        ///   another move has begun, or an error of a server. Unless the error is that of the last
        ///   commit, the source can be used as before.
        func complete() throws -> Bool {
            try lockSource()
            do {
                guard try definitions() == copiedIndexes else {
                    try source.execute("ROLLBACK")
                    return false
                }
                _ = try copyLaterChanges()
                try copyExpirations()
                try copyPurgedSequences()
                try completeTarget()
                try source.execute(
                    """
                    UPDATE \(sourceLayout.schema).property SET value = '\(PostgresLayout.movedVersion)'
                    WHERE name = 'version'
                    """)
                try source.execute("COMMIT")
                return true
            } catch {
                try? source.execute("ROLLBACK")
                throw error
            }
        }

        /// Begins a transaction that excludes writers.
        ///
        /// All writers wait while the lock waits for a transaction in progress, so it is requested for a
        /// short time only, and again later.
        private func lockSource() throws {
            for attempt in 1... {
                do {
                    try source.begin(then: "SET LOCAL lock_timeout = 1000")
                    return try source.execute(
                        "LOCK TABLE \(sourceLayout.schema).property IN ACCESS EXCLUSIVE MODE")
                } catch let error as QuireError
                    where error.sqlState == "55P03" && attempt < Self.lockAttempts
                {
                    try source.execute("ROLLBACK")
                    Thread.sleep(forTimeInterval: .random(in: 0.1...1))
                } catch {
                    try? source.execute("ROLLBACK")
                    throw error
                }
            }
        }

        /// Copies the dates of expiration, which change without a new sequence.
        private func copyExpirations() throws {
            for name in try sourceLayout.collections(source) {
                func dates(
                    _ table: String, _ connection: PostgresConnection
                ) throws
                    -> [ExactString: Int64]
                {
                    let rows = try connection.rows(
                        "SELECT id, expires FROM \(table) WHERE expires IS NOT NULL")
                    return Dictionary(
                        uniqueKeysWithValues: try rows.map {
                            (ExactString($0.text(0)), try $0.integer(1))
                        })
                }
                let table = targetLayout.table(of: name)
                let expected = try dates(sourceLayout.table(of: name), source)
                let copied = try dates(table, target)
                let removed = copied.keys.filter { expected[$0] == nil }.map { ($0, Int64?.none) }
                let changed = expected.filter { copied[$0.key] != $0.value }
                    .map { ($0.key, Optional($0.value)) }
                try target.inTransaction {
                    for (id, time) in removed + changed {
                        try target.change(
                            "UPDATE \(table) SET expires = $2 WHERE id = $1",
                            [.text(id.text), time.map { .timestamp($0) } ?? .null])
                    }
                }
            }
        }

        private func copyPurgedSequences() throws {
            let rows = try source.rows(
                "SELECT full_name, purged_seq FROM \(sourceLayout.schema).collection")
            for row in rows {
                try target.change(
                    """
                    UPDATE \(targetLayout.schema).collection SET purged_seq = $2
                    WHERE full_name = $1
                    """, [.text(row.text(0)), .integer(try row.integer(1))])
            }
        }

        /// Gives the target the list of changes of the source.
        private func completeTarget() throws {
            let last = try targetLayout.lastTransaction(target)
            let next = try target.rows(
                "SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint")[0].integer(0)
            try target.inTransaction {
                let isOwn = try target.change(
                    """
                    DELETE FROM \(targetLayout.schema).property WHERE name = 'move' AND value = $1
                    """, [.text(mark)])
                guard isOwn == 1 else {
                    throw QuireError(
                        .conflict, "Another program has begun to move the database as well.")
                }
                // A program can have removed a mark of the source after it was copied.
                try target.change(
                    """
                    UPDATE \(targetLayout.schema).blob SET unused = NULL
                    WHERE part = 0 AND unused IS NOT NULL
                    """)
                try target.change(
                    """
                    INSERT INTO \(targetLayout.schema).property VALUES ('feed', $1), ('offset', $2)
                    ON CONFLICT (name) DO UPDATE SET value = excluded.value
                    """, [.text(feed.id), .text(String(max(0, last + 1 - next)))])
            }
        }
    }
#endif
