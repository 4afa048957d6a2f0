#if PostgreSQL
    import Foundation
    import QuireModels

    /// The tables with the names and places of a fleet's databases.
    ///
    /// | table | columns |
    /// | --- | --- |
    /// | `property` | `name`, `value`: the version of the tables, the ID of the directory, and the number of changed places |
    /// | `database` | `name`, `server`, `schema_name`, `state`, `target`, `created` |
    ///
    /// ```text
    /// quire=> SELECT name, server, schema_name, state FROM quire_fleet.database;
    ///  name  | server | schema_name  | state
    /// -------+--------+--------------+-------
    ///  alice | eu     | quire_alice  | open
    ///  bob   | us     | quire_bob    | moving
    /// ```
    ///
    /// The number of changed places increases when a database is renamed, moved or deleted. A program
    /// compares it once in a second, so it does not use a database under its former name.
    final class PostgresFleetDirectory: Sendable {
        /// The version of the tables.
        static let version = 1
        private static let columns = "name, server, schema_name, state, target, created"

        /// The connections, which are not those of databases.
        ///
        /// So a thread that locks an entry can wait for a connection of a database.
        let pool: PostgresPool
        let location: String
        /// The ID of the directory, with which each of its databases is marked.
        let id: String
        private let layout: PostgresLayout
        private let table: String
        private var schema: String { layout.schema }

        /// Opens the directory, and creates it if necessary.
        ///
        /// - Parameters:
        ///   - configuration: The settings of the server, with the name of the directory's schema.
        ///   - creates: Whether the directory is created if it does not exist.
        /// - Throws: `QuireError` with code `invalidParameter` if a setting is invalid, `notFound` if
        ///   the directory does not exist, `databaseTooNew` or `wrongFormat` if it cannot be used, or
        ///   an error of the server.
        init(_ configuration: PostgresConfiguration, creates: Bool) throws {
            var configuration = configuration
            configuration.maximumConnections = 2
            let layout = try PostgresLayout(schemaName: configuration.schemaName)
            let location = "the directory of the fleet in schema \(configuration.schemaName)"
            pool = PostgresPool(configuration, location: location)
            (self.layout, self.location) = (layout, location)
            table = layout.schema + ".database"
            id = try pool.withConnection { connection in
                if try !layout.exists(connection) {
                    guard creates else {
                        throw QuireError(.notFound, "There is no such fleet: \(location).")
                    }
                    try Self.create(layout, connection)
                }
                return try Self.checkedID(layout, connection, location: location)
            }
        }

        private static func create(
            _ layout: PostgresLayout, _ connection: PostgresConnection
        ) throws {
            try layout.retryingRaces {
                try connection.begin()
                for statement in [
                    "CREATE SCHEMA IF NOT EXISTS \(layout.schema)",
                    """
                    CREATE TABLE IF NOT EXISTS \(layout.schema).property (
                        name text COLLATE "C" PRIMARY KEY, value text NOT NULL)
                    """,
                    """
                    CREATE TABLE IF NOT EXISTS \(layout.schema).database (
                        name text COLLATE "C" PRIMARY KEY, server text COLLATE "C" NOT NULL,
                        schema_name text COLLATE "C" NOT NULL, state text NOT NULL DEFAULT 'open',
                        target text, created timestamptz NOT NULL DEFAULT now(),
                        UNIQUE (server, schema_name))
                    """,
                    """
                    INSERT INTO \(layout.schema).property VALUES
                        ('version', '\(version)'), ('directory', '\(UUID().uuidString)'),
                        ('generation', '0')
                        ON CONFLICT DO NOTHING
                    """,
                ] {
                    try connection.execute(statement)
                }
                try connection.execute("COMMIT")
            } undoing: {
                try connection.execute("ROLLBACK")
            }
        }

        private static func checkedID(
            _ layout: PostgresLayout, _ connection: PostgresConnection, location: String
        ) throws -> String {
            let rows = try connection.rows("SELECT name, value FROM \(layout.schema).property")
            let properties = Dictionary(uniqueKeysWithValues: rows.map { ($0.text(0), $0.text(1)) })
            guard let id = properties["directory"], let version = properties["version"],
                properties["feed"] == nil
            else {
                throw QuireError(
                    .wrongFormat,
                    "The schema \(layout.schemaName) does not contain the directory of a fleet.")
            }
            guard Int(version).map({ $0 <= Self.version }) ?? false else {
                throw QuireError(
                    .databaseTooNew,
                    """
                    The tables of \(location) have version \(version). This version of Quire supports \
                    version \(Self.version).
                    """)
            }
            return id
        }

        func close() { pool.close() }

        // MARK: Reading

        /// Returns the entry with a name.
        func entry(named name: String) throws -> PostgresFleetEntry? {
            try pool.withConnection { connection in
                try connection.rows(
                    "SELECT \(Self.columns) FROM \(table) WHERE name = $1", [.text(name)]
                ).first.map { try entry($0) }
            }
        }

        /// Returns entries in the order of their names.
        ///
        /// - Parameters:
        ///   - prefix: The beginning of the names.
        ///   - name: The name before the first one.
        ///   - limit: The maximum number of entries.
        /// - Returns: The entries.
        /// - Throws: An error of the server.
        func entries(
            withPrefix prefix: String = "", after name: String = "", limit: Int = .max
        ) throws -> [PostgresFleetEntry] {
            guard limit > 0, !prefix.containsNul, !name.containsNul else { return [] }
            let end = prefix.firstTextAfterPrefix
            let condition = end == nil ? "" : "AND name < $4"
            return try pool.withConnection { connection in
                try connection.rows(
                    """
                    SELECT \(Self.columns) FROM \(table)
                    WHERE name > $1 AND name >= $2 \(condition) ORDER BY name LIMIT $3
                    """,
                    [.text(name), .text(prefix), .integer(Int64(limit))]
                        + (end.map { [.text($0)] } ?? [])
                ).map { try entry($0) }
            }
        }

        /// Returns the number of databases of each server that has any.
        func databaseCounts() throws -> [String: Int64] {
            try pool.withConnection { connection in
                let rows = try connection.rows(
                    "SELECT server, count(*) FROM \(table) GROUP BY server")
                return Dictionary(
                    uniqueKeysWithValues: try rows.map { ($0.text(0), try $0.integer(1)) })
            }
        }

        /// Returns whether a schema of a server belongs to a database.
        func contains(schemaName: String, onServer server: String) throws -> Bool {
            try pool.withConnection { connection in
                try !connection.rows(
                    "SELECT 1 FROM \(table) WHERE server = $1 AND schema_name = $2",
                    [.text(server), .text(schemaName)]
                ).isEmpty
            }
        }

        /// Returns the number of changed places.
        func generation() throws -> Int64 {
            try pool.withConnection { connection in
                try connection.rows(
                    "SELECT value::bigint FROM \(schema).property WHERE name = 'generation'")[0]
                    .integer(0)
            }
        }

        private func entry(_ row: PostgresRow) throws -> PostgresFleetEntry {
            guard let state = PostgresFleetEntry.State(rawValue: row.text(3)) else {
                throw QuireError(
                    .databaseTooNew,
                    """
                    Database \(row.text(0).debugDescription) in \(location) has the state \
                    \(row.text(3)), which this version of Quire does not support.
                    """)
            }
            return PostgresFleetEntry(
                name: row.text(0), serverName: row.text(1), schemaName: row.text(2), state: state,
                creationDate: Date(
                    timeIntervalSinceReferenceDate: Self.seconds(try row.integer(5))),
                target: row.textIfPresent(4))
        }

        /// Converts microseconds since 2000-01-01 to seconds since 2001-01-01.
        private static func seconds(_ microseconds: Int64) -> TimeInterval {
            Double(microseconds - 31_622_400_000_000) / 1_000_000
        }

        // MARK: Changing

        /// Adds an entry, and returns whether neither its name nor its place was in the directory.
        func insert(_ entry: PostgresFleetEntry) throws -> Bool {
            try pool.withConnection { connection in
                try connection.change(
                    """
                    INSERT INTO \(table) (name, server, schema_name, state, target)
                    VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING
                    """,
                    [
                        .text(entry.name), .text(entry.serverName), .text(entry.schemaName),
                        .text(entry.state.rawValue), entry.target.map { .text($0) } ?? .null,
                    ]) > 0
            }
        }

        /// Changes the place and the state of an entry, and returns whether its place and state were the
        /// expected ones.
        ///
        /// - Parameters:
        ///   - old: The expected entry.
        ///   - new: The new place, state and target.
        /// - Returns: Whether the entry was changed.
        /// - Throws: An error of the server.
        func change(_ old: PostgresFleetEntry, to new: PostgresFleetEntry) throws -> Bool {
            try pool.withConnection { connection in
                var isChanged = false
                try connection.inTransaction { isChanged = try change(old, to: new, connection) }
                return isChanged
            }
        }

        /// Changes an entry as a part of the current transaction.
        func change(
            _ old: PostgresFleetEntry, to new: PostgresFleetEntry,
            _ connection: PostgresConnection
        ) throws -> Bool {
            let count = try connection.change(
                """
                UPDATE \(table) SET server = $5, schema_name = $6, state = $7, target = $8
                WHERE name = $1 AND state = $2 AND server = $3 AND schema_name = $4
                AND target IS NOT DISTINCT FROM $9
                """,
                [
                    .text(old.name), .text(old.state.rawValue), .text(old.serverName),
                    .text(old.schemaName), .text(new.serverName), .text(new.schemaName),
                    .text(new.state.rawValue), new.target.map { .text($0) } ?? .null,
                    old.target.map { .text($0) } ?? .null,
                ])
            guard count > 0 else { return false }
            if old.place != new.place { try noteChangedPlace(connection) }
            return true
        }

        /// Renames an entry, and returns whether its place and state were the expected ones.
        ///
        /// - Throws: `QuireError` with code `duplicateValue` if another entry has the new name, or an
        ///   error of the server.
        func rename(_ entry: PostgresFleetEntry, to name: String) throws -> Bool {
            try pool.withConnection { connection in
                var isChanged = false
                try connection.inTransaction {
                    let count = try connection.change(
                        """
                        UPDATE \(table) SET name = $2
                        WHERE name = $1 AND state = $3 AND server = $4 AND schema_name = $5
                        """,
                        [
                            .text(entry.name), .text(name), .text(entry.state.rawValue),
                            .text(entry.serverName), .text(entry.schemaName),
                        ])
                    isChanged = count > 0
                    if isChanged { try noteChangedPlace(connection) }
                }
                return isChanged
            }
        }

        /// Calls a closure while other programs wait with changes of an entry.
        ///
        /// - Parameters:
        ///   - entry: The expected entry.
        ///   - body: A closure that receives the connection of a transaction.
        /// - Returns: Whether the entry was the expected one, so that the closure was called.
        /// - Throws: An error that the closure throws, after the rollback; an error of the server.
        func locking(
            _ entry: PostgresFleetEntry, _ body: (PostgresConnection) throws -> Void
        ) throws -> Bool {
            try pool.withConnection { connection in
                var isExpected = false
                try connection.inTransaction {
                    let row = try connection.rows(
                        "SELECT \(Self.columns) FROM \(table) WHERE name = $1 FOR UPDATE",
                        [.text(entry.name)]
                    ).first
                    let current = try row.map { try self.entry($0) }
                    isExpected =
                        current?.place == entry.place && current?.state == entry.state
                        && current?.target == entry.target
                    if isExpected { try body(connection) }
                }
                return isExpected
            }
        }

        /// Removes an entry as a part of the current transaction, which has locked it.
        func remove(_ entry: PostgresFleetEntry, _ connection: PostgresConnection) throws {
            try connection.change("DELETE FROM \(table) WHERE name = $1", [.text(entry.name)])
            try noteChangedPlace(connection)
        }

        private func noteChangedPlace(_ connection: PostgresConnection) throws {
            try connection.change(
                """
                UPDATE \(schema).property SET value = (value::bigint + 1)::text
                WHERE name = 'generation'
                """)
        }
    }

    extension String {
        /// The first text, in the order of code points, after all texts with this prefix, or `nil` if
        /// no text follows.
        fileprivate var firstTextAfterPrefix: String? {
            var scalars = Array(unicodeScalars)
            while let last = scalars.popLast() {
                // The code points from D800 to DFFF are no characters.
                let next = last.value == 0xD7FF ? 0xE000 : last.value + 1
                guard let scalar = Unicode.Scalar(next) else { continue }
                return String(String.UnicodeScalarView(scalars + [scalar]))
            }
            return nil
        }
    }
#endif
