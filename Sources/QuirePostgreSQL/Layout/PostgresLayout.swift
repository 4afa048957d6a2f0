#if PostgreSQL
    import Foundation
    import Quire

    /// The tables of a database, in one PostgreSQL schema.
    ///
    /// | table | columns |
    /// | --- | --- |
    /// | `property` | `name`, `value`: the version of the layout and the ID of the change feed |
    /// | `collection` | `full_name`, `table_name`, `purged_seq`: the collections, their tables, and the last sequence that was purged |
    /// | `index` | `full_name`, `name`, `definition`: the indexes of the collections |
    /// | `blob` | `digest`, `part`, `content`: the contents of blobs, in parts of one megabyte |
    /// | a table for each collection | one row for each document and tombstone |
    ///
    /// The table of a collection has the collection's full name, such as `_default.hotels`:
    ///
    /// | column | contents |
    /// | --- | --- |
    /// | `id` | the document's ID |
    /// | `seq` | the sequence: the ID of the transaction, shifted left by 24 bits, plus a number |
    /// | `rev` | the revision ID |
    /// | `flags` | 1 for a tombstone, otherwise 0 |
    /// | `type` | the type discriminator, if it is a string |
    /// | `body` | the body, or null for a tombstone |
    /// | `exact` | the body in Fleece, if JSON cannot represent it exactly |
    /// | `expires` | the time at which the document expires |
    /// | `changed` | the time of the transaction that saved the revision |
    /// | `created` | the sequence of the first save, which is the default order |
    ///
    /// After `hotels.save(Hotel(id: "hotel-1", name: "Harbour House"))`, any SQL client can read:
    ///
    /// ```text
    /// quire=> SELECT id, body->>'name' AS name FROM quire."_default.hotels" WHERE flags & 1 = 0;
    ///    id    |     name
    /// ---------+---------------
    ///  hotel-1 | Harbour House
    /// ```
    struct PostgresLayout: Sendable {
        /// The version of the layout.
        static let version = 1

        /// The name of the schema, as in the configuration.
        let schemaName: String
        /// The name of the schema in quotation marks.
        let schema: String

        init(schemaName: String) throws {
            guard !schemaName.isEmpty, schemaName.utf8.count <= SQLName.maximumLength,
                !schemaName.utf8.contains(0), !schemaName.utf8.starts(with: "pg_".utf8)
            else {
                throw QuireError(
                    .invalidParameter,
                    """
                    \(schemaName.debugDescription) cannot be the name of a schema: it must have 1 to \
                    \(SQLName.maximumLength) bytes and not begin with pg_.
                    """)
            }
            self.schemaName = schemaName
            schema = SQLName.quoted(schemaName)
        }

        /// The name of the channel for notifications about changes.
        var channel: String { SQLName.shortened("quire_" + schemaName) }

        /// Returns the qualified name of a collection's table.
        func table(of fullName: String) -> String {
            schema + "." + SQLName.quoted(SQLName.shortened(fullName))
        }

        // MARK: Creating

        /// Creates the tables unless they exist, and returns the ID of the change feed.
        ///
        /// A role that cannot create tables can open a database that exists.
        ///
        /// - Throws: `QuireError` with code `databaseTooNew` if a later version of Quire created the
        ///   tables, or an error of the server.
        func create(_ connection: PostgresConnection, location: String) throws -> String {
            if try !exists(connection) {
                try retryingRaces {
                    try connection.execute(
                        """
                        BEGIN;
                        CREATE SCHEMA IF NOT EXISTS \(schema);
                        CREATE TABLE IF NOT EXISTS \(schema).property (
                            name text COLLATE "C" PRIMARY KEY, value text NOT NULL);
                        CREATE TABLE IF NOT EXISTS \(schema).collection (
                            full_name text COLLATE "C" PRIMARY KEY, table_name text NOT NULL UNIQUE,
                            purged_seq bigint NOT NULL DEFAULT 0);
                        CREATE TABLE IF NOT EXISTS \(schema).index (
                            full_name text COLLATE "C", name text COLLATE "C",
                            definition jsonb NOT NULL, PRIMARY KEY (full_name, name));
                        CREATE TABLE IF NOT EXISTS \(schema).blob (
                            digest text COLLATE "C", part bigint, content bytea NOT NULL,
                            PRIMARY KEY (digest, part));
                        INSERT INTO \(schema).property VALUES
                            ('version', '\(Self.version)'), ('feed', '\(UUID().uuidString)')
                            ON CONFLICT DO NOTHING;
                        COMMIT
                        """)
                } undoing: {
                    try connection.execute("ROLLBACK")
                }
            }
            let rows = try connection.rows("SELECT name, value FROM \(schema).property")
            let properties = Dictionary(rows.map { ($0.text(0), $0.text(1)) }) { first, _ in first }
            guard let version = properties["version"].flatMap({ Int($0) }),
                let feed = properties["feed"]
            else {
                throw QuireError(
                    .wrongFormat,
                    "The schema \(schemaName) of \(location) has a table property without a version."
                )
            }
            guard version <= Self.version else {
                throw QuireError(
                    .databaseTooNew,
                    """
                    The tables in schema \(schemaName) of \(location) have version \(version). This \
                    version of Quire supports version \(Self.version).
                    """)
            }
            return feed
        }

        private func exists(_ connection: PostgresConnection) throws -> Bool {
            let name = "\(schema).property"
            return try !connection.rows("SELECT to_regclass($1)::text", [.text(name)])[0].isNull(0)
        }

        /// Creates the table of a collection unless it exists, as a part of the current transaction.
        ///
        /// The row of the layout's version is locked until the transaction ends, so that connections
        /// create tables one after another.
        func createCollection(_ fullName: String, _ connection: PostgresConnection) throws {
            let name = SQLName.shortened(fullName)
            let table = table(of: fullName)
            try connection.execute(
                """
                SELECT FROM \(schema).property WHERE name = 'version' FOR UPDATE;
                CREATE TABLE IF NOT EXISTS \(table) (
                    id text COLLATE "C" PRIMARY KEY, seq bigint NOT NULL, rev text NOT NULL,
                    flags integer NOT NULL DEFAULT 0, type text COLLATE "C", body jsonb, exact bytea,
                    expires timestamptz, changed timestamptz NOT NULL DEFAULT now(),
                    created bigint NOT NULL);
                CREATE UNIQUE INDEX IF NOT EXISTS \(indexName(name, "seq")) ON \(table) (seq);
                CREATE INDEX IF NOT EXISTS \(indexName(name, "expires")) ON \(table) (expires)
                    WHERE expires IS NOT NULL;
                CREATE INDEX IF NOT EXISTS \(indexName(name, "exact")) ON \(table) (id)
                    WHERE exact IS NOT NULL
                """)
            try connection.change(
                """
                INSERT INTO \(schema).collection (full_name, table_name) VALUES ($1, $2)
                    ON CONFLICT DO NOTHING
                """, [.text(fullName), .text(name)])
        }

        /// The SQLSTATE codes of statements that another connection's statements disturbed: objects that
        /// exist by now (23505, 42P06, 42P07, 42710) or are being changed (40001, 40P01, XX000).
        private static let statesOfRaces: Set<String> = [
            "23505", "42P06", "42P07", "42710", "40001", "40P01", "XX000",
        ]

        private func indexName(_ table: String, _ suffix: String) -> String {
            SQLName.quoted(SQLName.shortened("\(table).\(suffix)"))
        }

        /// Repeats statements that fail because another connection creates the same objects.
        ///
        /// `IF NOT EXISTS` does not exclude this: both connections can find that the object is missing.
        func retryingRaces<R>(_ body: () throws -> R, undoing: () throws -> Void) throws -> R {
            var attempt = 1
            while true {
                do {
                    return try body()
                } catch let error as QuireError {
                    let state = (error.underlyingError as? PostgresServerError)?.sqlState ?? ""
                    try? undoing()
                    let isRace = Self.statesOfRaces.contains(state)
                    guard isRace, attempt < 20 else { throw error }
                    attempt += 1
                    Thread.sleep(forTimeInterval: .random(in: 0.001...0.02))
                }
            }
        }

        /// Returns the full names of the collections.
        func collections(_ connection: PostgresConnection) throws -> [String] {
            try connection.rows(
                "SELECT full_name FROM \(schema).collection ORDER BY full_name"
            ).map { $0.text(0) }
        }

        /// Returns whether a collection exists.
        func contains(_ fullName: String, _ connection: PostgresConnection) throws -> Bool {
            try !connection.rows(
                "SELECT 1 FROM \(schema).collection WHERE full_name = $1", [.text(fullName)]
            ).isEmpty
        }
    }
#endif
