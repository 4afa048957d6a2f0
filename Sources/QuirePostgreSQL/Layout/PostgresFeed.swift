#if PostgreSQL
    import Foundation
    import QuireModels

    /// The identity of a database's list of changes, and its sequences in SQL.
    ///
    /// A sequence contains the ID of its transaction. A dump can be restored into a server whose
    /// transaction IDs are lower, so an offset is added to them. Then the list of changes gets a new ID,
    /// because change tokens of the former server could skip changes.
    ///
    /// ```text
    /// quire=> SELECT name, value FROM quire.property;
    ///   name   |                 value
    /// ---------+---------------------------------------
    ///  version | 4
    ///  feed    | 5E0B5F6A-2C1B-4B0C-9C6D-6A0B3C1D2E4F
    ///  offset  | 48210
    ///  origin  | 7711745097815565459/16384/16386
    /// ```
    struct PostgresFeed: Hashable, Sendable {
        /// The ID of the list of changes.
        let id: String
        /// The number that is added to transaction IDs.
        let offset: Int64

        /// Returns the sequence of a change by the current transaction, in SQL.
        ///
        /// - Parameter number: The number of the change within the transaction, in SQL.
        /// - Returns: The sequence.
        func sequence(number: String) -> String {
            "((pg_current_xact_id()::text::bigint + \(offset)) << 24 | \(number))"
        }

        /// Reads the lowest sequence that a transaction in progress can use.
        ///
        /// This is a statement of its own, before the one that reads the changes: a distributed server
        /// would run both parts of one statement on different nodes. An earlier horizon loses no
        /// change, because the changes before it are all committed.
        var horizon: String {
            "SELECT (pg_snapshot_xmin(pg_current_snapshot())::text::bigint + \(offset)) << 24"
        }
    }

    extension PostgresLayout {
        /// Returns the server and the tables: the ID of the cluster, of the server's database and of a
        /// table.
        ///
        /// A physical copy of a server, such as a replica, has the same origin. A dump that was restored
        /// has another one.
        ///
        /// - Returns: The origin, or `nil` if the role may not read the ID of the cluster, which some
        ///   providers of servers forbid.
        private func origin(_ connection: PostgresConnection) throws -> String? {
            do {
                return try connection.rows(
                    """
                    SELECT system_identifier || '/' || (SELECT oid FROM pg_database
                    WHERE datname = current_database()) || '/' || to_regclass($1)::oid
                    FROM pg_control_system()
                    """, [.text(schema + ".property")])[0].textIfPresent(0)
            } catch let error as QuireError where error.isMissingFunction {
                return nil
            }
        }

        /// Returns the list of changes, after the tables were adapted to a server into which they were
        /// restored from a dump.
        ///
        /// - Throws: `QuireError` with code `notWriteable` if the role cannot change the tables, or an
        ///   error of the server.
        func feed(_ connection: PostgresConnection, _ location: String) throws -> PostgresFeed {
            let origin = try origin(connection)
            let stored = try storedFeed(connection, location)
            if stored.belongs(to: origin) { return stored.feed }
            do {
                return try retryingRaces {
                    try connection.begin()
                    let feed = try adoptedFeed(connection, location, origin: origin)
                    try connection.execute("COMMIT")
                    return feed
                } undoing: {
                    try connection.execute("ROLLBACK")
                }
            } catch let error as QuireError where error.code == .notWriteable {
                throw QuireError(
                    .notWriteable,
                    """
                    The tables in schema \(schemaName) of \(location) were restored from a dump, and this \
                    role cannot adapt them to the server. Open the database once with a role that can \
                    write.
                    """, underlyingError: error.underlyingError)
            }
        }

        /// The list of changes as the tables contain it.
        private struct StoredFeed {
            let feed: PostgresFeed
            /// The server that the tables belong to, or `nil` if it is unknown.
            let origin: String?

            /// Whether the tables belong to a server, which counts as their own if it is unknown.
            func belongs(to current: String?) -> Bool { current.map { $0 == origin } ?? true }
        }

        private func storedFeed(
            _ connection: PostgresConnection, _ location: String
        ) throws -> StoredFeed {
            let rows = try connection.rows(
                """
                SELECT name, value FROM \(schema).property WHERE name IN ('feed', 'offset', 'origin')
                """)
            let properties = Dictionary(uniqueKeysWithValues: rows.map { ($0.text(0), $0.text(1)) })
            guard let id = properties["feed"] else {
                throw missingProperty("feed", location)
            }
            guard let offset = properties["offset"].flatMap({ Int64($0) }), offset >= 0 else {
                throw missingProperty("offset", location)
            }
            return StoredFeed(
                feed: PostgresFeed(id: id, offset: offset), origin: properties["origin"])
        }

        /// Adapts the tables to the server, as a part of the current transaction.
        private func adoptedFeed(
            _ connection: PostgresConnection, _ location: String, origin: String?
        ) throws -> PostgresFeed {
            try lockVersion(connection)
            let stored = try storedFeed(connection, location)
            // Another connection can have adapted the tables in the meantime.
            if stored.belongs(to: origin) { return stored.feed }
            let next = try connection.rows(
                "SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint")[0].integer(0)
            let last = try lastTransaction(connection)
            // All later transactions, and those in progress, have sequences above the stored ones.
            let feed = PostgresFeed(
                id: stored.origin == nil ? stored.feed.id : UUID().uuidString,
                offset: max(stored.feed.offset, last + 1 - next))
            try connection.change(
                """
                INSERT INTO \(schema).property VALUES ('feed', $1), ('offset', $2), ('origin', $3)
                ON CONFLICT (name) DO UPDATE SET value = excluded.value
                """,
                [.text(feed.id), .text(String(feed.offset)), origin.map { .text($0) } ?? .null])
            return feed
        }

        /// Returns the transaction of the last sequence in the tables, with the offset.
        func lastTransaction(_ connection: PostgresConnection) throws -> Int64 {
            let tables = try collections(connection).map { "SELECT max(seq) FROM \(table(of: $0))" }
            let sequences =
                tables + [
                    "SELECT max(purged_seq) FROM \(schema).collection",
                    "SELECT max(seq) FROM \(schema).purge",
                ]
            return try connection.rows(
                """
                SELECT coalesce(max(seq), 0) >> 24
                FROM (\(sequences.joined(separator: " UNION ALL "))) AS sequences (seq)
                """)[0].integer(0)
        }

        /// Throws an error if a connection does not lead to the tables with a list of changes.
        ///
        /// - Throws: `QuireError` with code `notOpen` if the tables were restored from a dump, or an
        ///   error of the server.
        func checkTables(
            of feed: PostgresFeed, on connection: PostgresConnection, in location: String
        ) throws {
            guard try self.feed(connection, location) != feed else { return }
            throw QuireError(
                .notOpen,
                """
                The tables in schema \(schemaName) of \(location) were restored from a dump after this \
                object was created. Close it and open the database again.
                """)
        }
    }

    extension QuireError {
        /// Whether a function does not exist or cannot be called by the role.
        fileprivate var isMissingFunction: Bool {
            let state = (underlyingError as? PostgresServerError)?.sqlState
            return state == "42501" || state == "42883"
        }
    }
#endif
