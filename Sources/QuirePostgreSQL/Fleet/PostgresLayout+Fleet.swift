#if PostgreSQL
    import Foundation
    import QuireModels

    /// The tables of a database of a fleet.
    extension PostgresLayout {
        /// Reads the list of changes, if the tables have this version and belong to their server.
        ///
        /// This is the one statement of an opening that finds everything in order.
        ///
        /// - Parameters:
        ///   - connection: A connection.
        ///   - identity: The identity of the server.
        ///   - directoryID: The ID of the fleet's directory.
        ///   - entry: The entry in the directory.
        /// - Returns: The list of changes, or `nil` if the tables have to be upgraded or adapted.
        /// - Throws: `QuireError` with code `wrongFormat` if the tables belong to another fleet, `notOpen`
        ///   if they were moved, or an error of the server.
        func currentFeed(
            _ connection: PostgresConnection, identity: ServerIdentity, directoryID: String,
            entry: PostgresFleetEntry
        ) throws -> PostgresFeed? {
            let rows = try connection.rows(
                """
                SELECT name, value, to_regclass($1)::oid::text, EXISTS (
                    SELECT 1 FROM \(schema).collection WHERE full_name = '_default._default')
                FROM \(schema).property
                """, [.text(schema + ".property")])
            let properties = Dictionary(uniqueKeysWithValues: rows.map { ($0.text(0), $0.text(1)) })
            if let owner = properties["fleet"], owner != directoryID {
                throw foreignTables(of: entry)
            }
            guard properties["version"] != Self.movedVersion else { throw movedTables(of: entry) }
            guard let row = rows.first, properties["version"] == String(Self.version),
                try row.boolean(3), let id = properties["feed"],
                let offset = properties["offset"].flatMap({ Int64($0) }), offset >= 0,
                identity.id.map({ properties["origin"] == "\($0)/\(row.text(2))" }) ?? true
            else { return nil }
            return PostgresFeed(id: id, offset: offset)
        }

        /// Creates the tables and the default collection unless they exist, and marks them as those of a
        /// fleet.
        ///
        /// - Returns: Whether the tables belong to the fleet.
        func create(
            _ connection: PostgresConnection, identity: ServerIdentity, directoryID: String,
            location: String
        ) throws -> Bool {
            if identity.distributesSchemas {
                try retryingRaces {
                    try connection.begin()
                    try connection.execute("SET LOCAL citus.enable_schema_based_sharding TO on")
                    try connection.execute("CREATE SCHEMA IF NOT EXISTS \(schema)")
                    try connection.execute("COMMIT")
                } undoing: {
                    try connection.execute("ROLLBACK")
                }
            }
            _ = try create(connection, location: location)
            guard try claim(connection, directoryID: directoryID) else { return false }
            try createDefaultCollection(connection)
            return true
        }

        /// Creates the default collection unless it exists.
        func createDefaultCollection(_ connection: PostgresConnection) throws {
            try retryingRaces {
                try connection.begin()
                try createCollection("_default._default", connection)
                try connection.execute("COMMIT")
            } undoing: {
                try connection.execute("ROLLBACK")
            }
        }

        /// Marks the tables as those of a fleet, and returns whether they belong to it.
        func claim(_ connection: PostgresConnection, directoryID: String) throws -> Bool {
            try connection.change(
                """
                INSERT INTO \(schema).property (name, value) VALUES ('fleet', $1)
                ON CONFLICT DO NOTHING
                """, [.text(directoryID)])
            return try connection.rows(
                "SELECT value FROM \(schema).property WHERE name = 'fleet'")[0]
                .text(0).hasSameBytes(as: directoryID)
        }

        /// Deletes all tables and the schema.
        ///
        /// - Throws: `QuireError` with code `wrongFormat` if the tables belong to another fleet, or an
        ///   error of the server.
        func delete(
            _ connection: PostgresConnection, directoryID: String, entry: PostgresFleetEntry
        ) throws {
            if try exists(connection) {
                let owner = try connection.rows(
                    "SELECT value FROM \(schema).property WHERE name = 'fleet'"
                ).first?.text(0)
                guard owner == nil || owner == directoryID else { throw foreignTables(of: entry) }
                try connection.withoutTimeLimit { try delete(connection) }
            }
            // A deletion that was interrupted can have deleted the tables alone.
            do {
                try connection.execute("DROP SCHEMA IF EXISTS \(schema)")
            } catch let error as QuireError where ["2BP01", "42501"].contains(error.sqlState) {
                // The schema contains something else, or belongs to another role.
            }
        }

        /// Returns whether the server has a schema of this name.
        func schemaExists(_ connection: PostgresConnection) throws -> Bool {
            try !connection.rows(
                "SELECT 1 FROM pg_namespace WHERE nspname = $1", [.text(schemaName)]
            ).isEmpty
        }

        private func foreignTables(of entry: PostgresFleetEntry) -> QuireError {
            QuireError(
                .wrongFormat,
                """
                The schema \(schemaName.debugDescription) on server \(entry.serverName.debugDescription) \
                contains the tables of another fleet, and not those of database \
                \(entry.name.debugDescription). Check the connection strings of the fleet.
                """)
        }

        private func movedTables(of entry: PostgresFleetEntry) -> QuireError {
            let cause = PostgresServerError(
                sqlState: "22P02", message: Self.laterVersion + Self.movedVersion)
            return QuireError(
                .notOpen, "Database \(entry.name.debugDescription) of the fleet was moved.",
                underlyingError: cause)
        }
    }
#endif
