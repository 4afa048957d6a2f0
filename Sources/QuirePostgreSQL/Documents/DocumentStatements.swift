#if PostgreSQL
    /// The statements on the documents of one table.
    struct DocumentStatements: Sendable {
        /// The columns of a stored document.
        static let columns = "id, seq, rev, flags, body, exact"

        let table: String
        let byID: String
        let byIDs: String
        let liveByIDs: String
        let insert: WritingStatement
        let update: WritingStatement
        let delete: WritingStatement
        let purge: String
        /// Purges a number of expired documents, and returns their IDs and the sequences of the purges.
        let purgeExpired: String

        let changes: String
        /// The changes and purges, for listeners.
        let changesAndPurges: String
        /// The sequence of the last change or purge that precedes those of transactions in progress.
        let lastChangeOrPurge: String
        /// The sequences of later changes and purges.
        let laterChangesAndPurges: String
        /// Whether the list of changes does not yet contain all visible changes.
        let unsettled: String
        let lastSequence: String
        let lastOwnSequence: String
        let setExpiration: String
        let expiration: String
        let expirations: String

        /// Creates the statements.
        ///
        /// - Parameters:
        ///   - table: The qualified name of the table.
        ///   - schema: The name of the schema in quotation marks.
        ///   - fullName: The full name of the collection.
        ///   - feed: The list of changes.
        ///   - channel: The channel to notify of changes.
        init(
            table: String, schema: String, fullName: String, feed: PostgresFeed,
            channel: String? = nil
        ) {
            let parts = StatementParts(
                table: table, schema: schema, name: SQLName.literal(fullName), feed: feed,
                channel: channel)
            let (settled, notification) = (parts.settled, parts.notification)
            let sequence = feed.sequence(number: "$2")
            self.table = table
            byID = "SELECT \(Self.columns) FROM \(table) WHERE id = $1"
            byIDs = "SELECT \(Self.columns) FROM \(table) WHERE id = ANY($1)"
            liveByIDs = """
                SELECT \(Self.columns) FROM \(table) WHERE id = ANY($1) AND flags & 1 = 0
                """
            // Parameters: ID, number of the change within the transaction, revision, type, body, exact.
            insert = parts.writing {
                """
                INSERT INTO \(table) AS t (id, seq, rev, flags, type, body, exact, created)
                VALUES ($1, \($0), $3, 0, $4, $5, $6, \(sequence))
                ON CONFLICT (id) DO UPDATE SET seq = excluded.seq, rev = excluded.rev, flags = 0,
                type = excluded.type, body = excluded.body, exact = excluded.exact, changed = now(),
                created = excluded.created
                WHERE t.flags & 1 = 1 RETURNING seq\(notification)
                """
            }
            // The last parameter is the expected revision.
            update = parts.writing {
                """
                UPDATE \(table) SET seq = \($0), rev = $3,
                created = CASE WHEN flags & 1 = 1 THEN \(sequence) ELSE created END,
                flags = 0, type = $4, body = $5, exact = $6, changed = now()
                WHERE id = $1 AND rev = $7 RETURNING seq\(notification)
                """
            }
            delete = parts.writing {
                """
                UPDATE \(table) SET seq = \($0), rev = $3, flags = 1, body = NULL,
                exact = NULL, changed = now() WHERE id = $1 AND rev = $4 RETURNING seq\(notification)
                """
            }
            changes = """
                SELECT id, seq, rev, flags FROM \(table)
                WHERE seq > $1 AND \(settled) ORDER BY seq LIMIT $2
                """
            setExpiration = "UPDATE \(table) SET expires = $2 WHERE id = $1 AND \(parts.one) = 1"
            expiration = "SELECT expires FROM \(table) WHERE id = $1"
            expirations = """
                SELECT t.expires FROM unnest($1) WITH ORDINALITY AS wanted (id, number)
                LEFT JOIN \(table) AS t ON t.id = wanted.id ORDER BY wanted.number
                """
            purge = parts.purge("id = $1", number: "$2")
            purgeExpired = parts.purge(
                """
                id IN (SELECT id FROM \(table) WHERE expires <= now() ORDER BY expires LIMIT $1
                FOR UPDATE SKIP LOCKED)
                """, number: "row_number() OVER ()")
            let firstChanges = parts.changesAndPurges(
                "id, seq", where: "seq > $1 AND \(settled) ORDER BY seq LIMIT $2")
            changesAndPurges = """
                SELECT id, seq FROM (\(firstChanges)) AS change ORDER BY seq LIMIT $2
                """
            let lastChanges = parts.changesAndPurges("max(seq) AS seq", where: settled)
            lastChangeOrPurge = "SELECT coalesce(max(seq), 0) FROM (\(lastChanges)) AS change"
            laterChangesAndPurges = parts.changesAndPurges("seq", where: "seq > $1")
            unsettled = "SELECT EXISTS (SELECT FROM \(table) WHERE seq >= \(feed.horizon))"
            lastSequence = """
                SELECT greatest(purged_seq, (SELECT max(seq) FROM \(table)
                WHERE \(settled))) FROM \(schema).collection WHERE full_name = \(parts.name)
                """
            lastOwnSequence = "SELECT \(feed.sequence(number: "$1"))"
        }
    }

    /// The SQL that several statements on the documents of one table contain.
    private struct StatementParts {
        let table: String
        let schema: String
        /// The full name of the collection, as a literal.
        let name: String
        let feed: PostgresFeed
        /// The number 1, or an error if a program has changed the layout of the tables.
        let one: String
        /// A further column of the result, which notifies a channel; empty without a channel.
        ///
        /// The server sends the notification at the commit, once for each transaction.
        let notification: String

        init(
            table: String, schema: String, name: String, feed: PostgresFeed, channel: String?
        ) {
            self.table = table
            self.schema = schema
            self.name = name
            self.feed = feed
            one = PostgresLayout.one(schema)
            notification = channel.map { ", pg_notify(\(SQLName.literal($0)), '')::text" } ?? ""
        }

        /// The condition for changes that precede those of transactions in progress.
        var settled: String { "seq < \(feed.horizon)" }

        /// Returns a statement that writes a document with a new sequence.
        func writing(_ sql: (_ sequence: String) -> String) -> WritingStatement {
            WritingStatement(
                alone: sql(feed.sequence(number: "$2", one: one)),
                inTransaction: sql(feed.sequence(number: "$2")))
        }

        /// Returns a statement that purges the documents that meet a condition.
        ///
        /// A change token with the sequence of the collection's last document stays valid if the
        /// document is purged, so `purged_seq` contains the sequence.
        func purge(_ condition: String, number: String) -> String {
            """
            WITH deleted AS (
                DELETE FROM \(table) WHERE \(condition) RETURNING id, seq),
            noted AS (
                UPDATE \(schema).collection AS c SET purged_seq = last.seq
                FROM (SELECT max(seq) AS seq FROM deleted) AS last
                WHERE c.full_name = \(name) AND c.purged_seq < last.seq
                AND NOT EXISTS (SELECT FROM \(table) AS t WHERE t.seq > last.seq))
            INSERT INTO \(schema).purge (full_name, seq, id)
            SELECT \(name), \(feed.sequence(number: number, one: one)), id FROM deleted
            RETURNING seq, id\(notification)
            """
        }

        /// Returns a query of the collection's documents and purges.
        func changesAndPurges(_ columns: String, where condition: String) -> String {
            """
            (SELECT \(columns) FROM \(table) WHERE \(condition)) UNION ALL
            (SELECT \(columns) FROM \(schema).purge WHERE full_name = \(name) AND \(condition))
            """
        }
    }

    /// A statement that writes a document, and that fails if a program has changed the layout of the
    /// tables.
    struct WritingStatement: Sendable {
        /// The statement that is a transaction of its own, and checks the version of the layout.
        let alone: String
        /// The statement in a transaction that has checked the version.
        let inTransaction: String
    }
#endif
