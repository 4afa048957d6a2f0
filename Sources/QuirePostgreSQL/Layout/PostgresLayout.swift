#if PostgreSQL
    import Foundation
    import QuireModels

    /// The tables of a database, in one PostgreSQL schema.
    ///
    /// | table | columns |
    /// | --- | --- |
    /// | `property` | `name`, `value`: the version of the layout and the list of changes, see `PostgresFeed` |
    /// | `collection` | `full_name`, `table_name`, `purged_seq`: the collections, their tables, and the last sequence that was purged |
    /// | `index` | `full_name`, `name`, `definition`: the indexes of the collections |
    /// | `blob` | `digest`, `part`, `content`: the contents of blobs, in parts of one megabyte; `unused` of the first part: since when maintenance has found no document with the blob |
    /// | `purge` | `full_name`, `seq`, `id`, `purged`: the documents that were purged in the last day, for listeners of other programs |
    /// | a table for each collection | one row for each document and tombstone |
    ///
    /// The table of a collection has the collection's full name, such as `_default.hotels`:
    ///
    /// | column | contents |
    /// | --- | --- |
    /// | `id` | the document's ID |
    /// | `seq` | the sequence: the ID of the transaction, usually plus 0, shifted left by 24 bits, plus a number |
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
        /// The name of the schema, as in the configuration.
        let schemaName: String
        /// The name of the schema in quotation marks.
        let schema: String

        init(schemaName: String) throws {
            guard !schemaName.isEmpty, schemaName.utf8.count <= SQLName.maximumLength,
                !schemaName.utf8.contains(0), !schemaName.utf8.starts(with: "pg_".utf8),
                schemaName != "information_schema"
            else {
                throw QuireError(
                    .invalidParameter,
                    """
                    \(schemaName.debugDescription) cannot be the name of a schema: it must have 1 to \
                    \(SQLName.maximumLength) bytes, not begin with pg_, and not be information_schema.
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

        // MARK: Deleting

        /// Deletes all tables, and the schema if it is then empty.
        func delete(_ connection: PostgresConnection) throws {
            guard try exists(connection) else { return }
            try connection.begin(then: "LOCK TABLE \(schema).property")
            do {
                let collections = try connection.rows("SELECT table_name FROM \(schema).collection")
                    .map { $0.text(0) }
                let tables = (collections + ["property", "collection", "index", "blob", "purge"])
                    .map { "\(schema).\(SQLName.quoted($0))" }
                try connection.execute(each: [
                    "DROP TABLE IF EXISTS \(tables.joined(separator: ", "))", "COMMIT",
                ])
            } catch {
                try? connection.execute("ROLLBACK")
                throw error
            }
            do {
                try connection.execute("DROP SCHEMA \(schema)")
            } catch let error as QuireError where Self.statesOfKeptSchemas.contains(error.sqlState)
            {}
        }

        /// The SQLSTATE codes for a schema that is not empty (2BP01), belongs to another role (42501), or
        /// was deleted in the meantime (3F000).
        private static let statesOfKeptSchemas = ["2BP01", "42501", "3F000"]

        // MARK: Collections

        /// Throws an error if the schema does not contain the tables and the default collection.
        func checkExists(_ connection: PostgresConnection, location: String) throws {
            if try exists(connection), try contains("_default._default", connection) { return }
            throw QuireError(
                .notFound,
                """
                The schema \(schemaName.debugDescription) of \(location) does not exist, or does not \
                contain the tables of Quire.
                """)
        }

        /// Creates the table of a collection unless it exists, as a part of the current transaction.
        ///
        /// The row of the layout's version is locked until the transaction ends, so that connections
        /// create tables one after another.
        func createCollection(_ fullName: String, _ connection: PostgresConnection) throws {
            let name = SQLName.shortened(fullName)
            let table = table(of: fullName)
            try lockVersion(connection)
            try checkVersion(connection)
            try connection.execute(each: [
                """
                CREATE TABLE IF NOT EXISTS \(table) (
                    id text COLLATE "C" PRIMARY KEY, seq bigint NOT NULL, rev text NOT NULL,
                    flags integer NOT NULL DEFAULT 0, type text COLLATE "C", body jsonb, exact bytea,
                    expires timestamptz, changed timestamptz NOT NULL DEFAULT now(),
                    created bigint NOT NULL)
                """,
                "CREATE UNIQUE INDEX IF NOT EXISTS \(indexName(name, "seq")) ON \(table) (seq)",
                "CREATE INDEX IF NOT EXISTS \(indexName(name, "created")) ON \(table) (created)",
                """
                CREATE INDEX IF NOT EXISTS \(indexName(name, "expires")) ON \(table) (expires)
                    WHERE expires IS NOT NULL
                """,
                """
                CREATE INDEX IF NOT EXISTS \(indexName(name, "exact")) ON \(table) (id)
                    WHERE exact IS NOT NULL
                """,
            ])
            try connection.change(
                """
                INSERT INTO \(schema).collection (full_name, table_name) VALUES ($1, $2)
                    ON CONFLICT DO NOTHING
                """, [.text(fullName), .text(name)])
        }

        private func indexName(_ table: String, _ suffix: String) -> String {
            SQLName.quoted(SQLName.shortened("\(table).\(suffix)"))
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
