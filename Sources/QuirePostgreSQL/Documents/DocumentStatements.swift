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
            // A notification is sent at the commit, once for each transaction.
            let notification = channel.map { ", pg_notify(\(SQLName.literal($0)), '')::text" } ?? ""
            // From the number of the change within the transaction.
            let sequence = feed.sequence(number: "$2")
            let one = PostgresLayout.one(schema)
            func writing(_ sql: (_ sequence: String) -> String) -> WritingStatement {
                WritingStatement(
                    alone: sql(feed.sequence(number: "$2", one: one)), inTransaction: sql(sequence))
            }
            let settled = "seq < \(feed.horizon)"
            self.table = table
            byID = "SELECT \(Self.columns) FROM \(table) WHERE id = $1"
            byIDs = "SELECT \(Self.columns) FROM \(table) WHERE id = ANY($1)"
            liveByIDs = """
                SELECT \(Self.columns) FROM \(table) WHERE id = ANY($1) AND flags & 1 = 0
                """
            // Parameters: ID, number, revision, type, body, exact.
            insert = writing {
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
            update = writing {
                """
                UPDATE \(table) SET seq = \($0), rev = $3,
                created = CASE WHEN flags & 1 = 1 THEN \(sequence) ELSE created END,
                flags = 0, type = $4, body = $5, exact = $6, changed = now()
                WHERE id = $1 AND rev = $7 RETURNING seq\(notification)
                """
            }
            delete = writing {
                """
                UPDATE \(table) SET seq = \($0), rev = $3, flags = 1, body = NULL,
                exact = NULL, changed = now() WHERE id = $1 AND rev = $4 RETURNING seq\(notification)
                """
            }
            changes = """
                SELECT id, seq, rev, flags FROM \(table)
                WHERE seq > $1 AND \(settled) ORDER BY seq LIMIT $2
                """
            setExpiration = "UPDATE \(table) SET expires = $2 WHERE id = $1 AND \(one) = 1"
            expiration = "SELECT expires FROM \(table) WHERE id = $1"
            expirations = """
                SELECT t.expires FROM unnest($1) WITH ORDINALITY AS wanted (id, number)
                LEFT JOIN \(table) AS t ON t.id = wanted.id ORDER BY wanted.number
                """
            let name = SQLName.literal(fullName)
            // A change token with the sequence of the collection's last document stays valid if the
            // document is purged, so `purged_seq` contains the sequence.
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
            self.purge = purge("id = $1", number: "$2")
            purgeExpired = purge(
                """
                id IN (SELECT id FROM \(table) WHERE expires <= now() ORDER BY expires LIMIT $1
                FOR UPDATE SKIP LOCKED)
                """, number: "row_number() OVER ()")
            func both(_ columns: String, _ rest: String) -> String {
                """
                (SELECT \(columns) FROM \(table) WHERE \(rest)) UNION ALL
                (SELECT \(columns) FROM \(schema).purge WHERE full_name = \(name) AND \(rest))
                """
            }
            changesAndPurges = """
                SELECT id, seq FROM (\(both("id, seq", "seq > $1 AND \(settled) ORDER BY seq LIMIT $2")))
                AS change ORDER BY seq LIMIT $2
                """
            lastChangeOrPurge = """
                SELECT coalesce(max(seq), 0) FROM (\(both("max(seq) AS seq", settled))) AS change
                """
            laterChangesAndPurges = both("seq", "seq > $1")
            unsettled = "SELECT EXISTS (SELECT FROM \(table) WHERE seq >= \(feed.horizon))"
            lastSequence = """
                SELECT greatest(purged_seq, (SELECT max(seq) FROM \(table)
                WHERE \(settled))) FROM \(schema).collection WHERE full_name = \(name)
                """
            lastOwnSequence = "SELECT \(feed.sequence(number: "$1"))"
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
