#if PostgreSQL
    /// The statements on the documents of one table.
    struct DocumentStatements: Sendable {
        /// The columns of a stored document.
        static let columns = "id, seq, rev, flags, body, exact"

        let table: String
        let byID: String
        let byIDs: String
        let liveByIDs: String
        let insert: String
        let update: String
        let delete: String
        /// The IDs of expired documents, which stay locked until the transaction ends.
        let expired: String
        /// Deletes rows, without a record.
        let purge: String
        /// Keeps the sequence of the last purged document, if it was the collection's last one.
        let keepPurgedSequence: String
        /// Records purges, for listeners.
        let recordPurges: String

        let changes: String
        /// The changes and purges, for listeners.
        let changesAndPurges: String
        /// The sequence of the last change or purge that precedes those of transactions in progress.
        let lastChangeOrPurge: String
        /// The sequences of later changes and purges.
        let laterChangesAndPurges: String
        /// The sequence of the last visible change.
        let lastVisible: String
        let lastSequence: String
        let lastOwnSequence: String
        let setExpiration: String
        let expiration: String
        let expirations: String
        let nextExpiration: String

        /// Creates the statements.
        ///
        /// - Parameters:
        ///   - table: The qualified name of the table.
        ///   - schema: The name of the schema in quotation marks.
        ///   - fullName: The full name of the collection.
        ///   - feed: The list of changes.
        init(table: String, schema: String, fullName: String, feed: PostgresFeed) {
            let name = SQLName.literal(fullName)
            let sequence = feed.sequence(number: "$2")
            /// Returns a query of the collection's documents and purges.
            func changesAndPurges(_ columns: String, where condition: String) -> String {
                """
                (SELECT \(columns) FROM \(table) WHERE \(condition)) UNION ALL
                (SELECT \(columns) FROM \(schema).purge WHERE full_name = \(name) AND \(condition))
                """
            }
            self.table = table
            byID = "SELECT \(Self.columns) FROM \(table) WHERE id = $1"
            byIDs = "SELECT \(Self.columns) FROM \(table) WHERE id = ANY($1)"
            liveByIDs = """
                SELECT \(Self.columns) FROM \(table) WHERE id = ANY($1) AND flags & 1 = 0
                """
            // Parameters: ID, number of the change within the transaction, revision, type, body, exact.
            insert = """
                INSERT INTO \(table) AS t (id, seq, rev, flags, type, body, exact, created)
                VALUES ($1, \(sequence), $3, 0, $4, $5, $6, \(sequence))
                ON CONFLICT (id) DO UPDATE SET seq = excluded.seq, rev = excluded.rev, flags = 0,
                type = excluded.type, body = excluded.body, exact = excluded.exact,
                changed = excluded.changed, created = excluded.created
                WHERE t.flags & 1 = 1 RETURNING seq
                """
            // The last parameter is the expected revision. A tombstone has the flag 1, so its sequence
            // of creation becomes the new sequence.
            update = """
                UPDATE \(table) SET seq = \(sequence), rev = $3,
                created = created + (flags & 1) * (\(sequence) - created),
                flags = 0, type = $4, body = $5, exact = $6, changed = now()
                WHERE id = $1 AND rev = $7 RETURNING seq
                """
            delete = """
                UPDATE \(table) SET seq = \(sequence), rev = $3, flags = 1, body = NULL,
                exact = NULL, changed = now() WHERE id = $1 AND rev = $4 RETURNING seq
                """
            changes = """
                SELECT id, seq, rev, flags FROM \(table)
                WHERE seq > $1 AND seq < $2 ORDER BY seq LIMIT $3
                """
            setExpiration = """
                UPDATE \(table) SET expires = $2 WHERE id = $1 AND \(PostgresLayout.one(schema)) = 1
                """
            expiration = "SELECT expires FROM \(table) WHERE id = $1"
            expirations = """
                SELECT t.expires FROM unnest($1) WITH ORDINALITY AS wanted (id, number)
                LEFT JOIN \(table) AS t ON t.id = wanted.id ORDER BY wanted.number
                """
            nextExpiration = "SELECT min(expires) FROM \(table)"
            expired = """
                SELECT id FROM \(table) WHERE expires <= now() ORDER BY expires LIMIT $1
                FOR UPDATE SKIP LOCKED
                """
            purge = "DELETE FROM \(table) WHERE id = ANY($1) RETURNING id, seq"
            keepPurgedSequence = """
                UPDATE \(schema).collection SET purged_seq = $1
                WHERE full_name = \(name) AND purged_seq < $1
                AND NOT EXISTS (SELECT 1 FROM \(table) AS t WHERE t.seq > $1)
                """
            recordPurges = """
                INSERT INTO \(schema).purge (full_name, seq, id)
                SELECT \(name), \(feed.sequence(number: "(number + $2)")), id
                FROM unnest($1) WITH ORDINALITY AS purged (id, number)
                """
            let firstChanges = changesAndPurges(
                "id, seq", where: "seq > $1 AND seq < $2 ORDER BY seq LIMIT $3")
            self.changesAndPurges = """
                SELECT id, seq FROM (\(firstChanges)) AS change ORDER BY seq LIMIT $3
                """
            let lastChanges = changesAndPurges("max(seq) AS seq", where: "seq < $1")
            lastChangeOrPurge = "SELECT coalesce(max(seq), 0) FROM (\(lastChanges)) AS change"
            laterChangesAndPurges = changesAndPurges("seq", where: "seq > $1")
            lastVisible = "SELECT max(seq) FROM \(table)"
            lastSequence = """
                SELECT greatest(purged_seq, (SELECT max(seq) FROM \(table) WHERE seq < $1))
                FROM \(schema).collection WHERE full_name = \(name)
                """
            lastOwnSequence = "SELECT \(feed.sequence(number: "$1"))"
        }
    }
#endif
