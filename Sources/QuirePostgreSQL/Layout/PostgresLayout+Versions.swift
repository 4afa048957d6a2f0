#if PostgreSQL
    import Foundation
    import QuireModels

    // The tables of a database are created and upgraded in steps. A new database runs all steps, and one
    // that an earlier version of Quire has created runs those that it lacks, in one transaction that
    // holds a lock on the row of the version.

    extension PostgresLayout {
        /// The version of the layout.
        static let version = 4

        /// The statements that lead from each version to the next one, beginning with no tables.
        private var steps: [[String]] {
            [
                [
                    """
                    CREATE TABLE \(schema).collection (
                        full_name text COLLATE "C" PRIMARY KEY, table_name text NOT NULL UNIQUE,
                        purged_seq bigint NOT NULL DEFAULT 0)
                    """,
                    """
                    CREATE TABLE \(schema).index (
                        full_name text COLLATE "C", name text COLLATE "C",
                        definition jsonb NOT NULL, PRIMARY KEY (full_name, name))
                    """,
                    """
                    CREATE TABLE \(schema).blob (
                        digest text COLLATE "C", part bigint, content bytea NOT NULL,
                        PRIMARY KEY (digest, part))
                    """,
                ],
                [
                    """
                    CREATE TABLE \(schema).purge (
                        full_name text COLLATE "C", seq bigint, id text COLLATE "C" NOT NULL,
                        purged timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (full_name, seq))
                    """
                ],
                ["ALTER TABLE \(schema).blob ADD COLUMN unused timestamptz"],
                ["INSERT INTO \(schema).property VALUES ('offset', '0')"],
            ]
        }

        /// Creates the tables, or upgrades those of an earlier version, and returns the list of changes.
        ///
        /// A role that cannot create tables can open a database of this version.
        ///
        /// - Throws: `QuireError` with code `databaseTooNew` if a later version of Quire created the
        ///   tables, `notWriteable` if the role cannot create or upgrade them, or an error of the server.
        func create(_ connection: PostgresConnection, location: String) throws -> PostgresFeed {
            if try !exists(connection) {
                try retryingRaces {
                    try connection.begin()
                    try connection.execute(each: [
                        "CREATE SCHEMA IF NOT EXISTS \(schema)",
                        """
                        CREATE TABLE IF NOT EXISTS \(schema).property (
                            name text COLLATE "C" PRIMARY KEY, value text NOT NULL)
                        """,
                        """
                        INSERT INTO \(schema).property VALUES
                            ('version', '0'), ('feed', '\(UUID().uuidString)')
                            ON CONFLICT DO NOTHING
                        """,
                    ])
                    try runSteps(connection, location)
                    try connection.execute("COMMIT")
                } undoing: {
                    try connection.execute("ROLLBACK")
                }
            }
            let version = try version(connection, location)
            guard version <= Self.version else {
                throw QuireError(
                    .databaseTooNew,
                    """
                    The tables in schema \(schemaName) of \(location) have version \(version). This \
                    version of Quire supports version \(Self.version).
                    """)
            }
            if version < Self.version { try upgrade(connection, location) }
            return try feed(connection, location)
        }

        func exists(_ connection: PostgresConnection) throws -> Bool {
            let name = "\(schema).property"
            return try !connection.rows("SELECT to_regclass($1)::text", [.text(name)])[0].isNull(0)
        }

        /// Returns the number 1 in SQL, if the tables of a schema have this version.
        ///
        /// Otherwise, the server cannot convert a text with ``laterVersion`` to a number, and
        /// ``PostgresServerError`` explains that error. So a program that was opened before another one
        /// has upgraded the tables does not write to them. A transaction that has begun before the
        /// upgrade has ended before it.
        static func one(_ schema: String) -> String {
            """
            (SELECT CASE value WHEN '\(version)' THEN 1 ELSE ('\(laterVersion)' || value)::integer END
                FROM \(schema).property WHERE name = 'version')
            """
        }

        /// The start of a text that the server cannot convert if the version differs.
        static let laterVersion = "layout of Quire, version "

        /// The version of tables that were moved to another schema or server.
        static let movedVersion = "moved"

        /// The query that fails unless the tables have this version.
        var versionCheck: String { "SELECT \(Self.one(schema))" }

        /// Throws an error unless the tables have this version.
        func checkVersion(_ connection: PostgresConnection) throws {
            _ = try connection.rows(versionCheck)
        }

        /// Locks the row of the version until the transaction ends.
        func lockVersion(_ connection: PostgresConnection) throws {
            _ = try connection.rows(
                "SELECT 1 FROM \(schema).property WHERE name = 'version' FOR UPDATE")
        }

        private func version(
            _ connection: PostgresConnection, _ location: String, isLocked: Bool = false
        ) throws -> Int {
            let lock = isLocked ? " FOR UPDATE" : ""
            let rows = try connection.rows(
                "SELECT value FROM \(schema).property WHERE name = 'version'\(lock)")
            guard let version = rows.first.flatMap({ Int($0.text(0)) }), version >= 0 else {
                throw missingProperty("version", location)
            }
            return version
        }

        private func upgrade(_ connection: PostgresConnection, _ location: String) throws {
            do {
                try retryingRaces {
                    // Transactions that have begun with the earlier version end first.
                    try connection.begin(then: "LOCK TABLE \(schema).property")
                    try connection.withoutTimeLimit { try runSteps(connection, location) }
                    try connection.execute("COMMIT")
                } undoing: {
                    try connection.execute("ROLLBACK")
                }
            } catch let error as QuireError where error.code == .notWriteable {
                throw QuireError(
                    .notWriteable,
                    """
                    The tables in schema \(schemaName) of \(location) were created by an earlier version \
                    of Quire, and this role cannot upgrade them. Open the database once with the role \
                    that owns the schema.
                    """, underlyingError: error.underlyingError)
            }
        }

        /// Runs the steps that follow the stored version, as a part of the current transaction.
        private func runSteps(_ connection: PostgresConnection, _ location: String) throws {
            let version = try version(connection, location, isLocked: true)
            // Another program can have upgraded the tables in the meantime.
            guard version < Self.version else { return }
            for step in steps[version...] { try connection.execute(each: step) }
            try connection.execute(
                "UPDATE \(schema).property SET value = '\(Self.version)' WHERE name = 'version'")
        }

        func missingProperty(_ name: String, _ location: String) -> QuireError {
            QuireError(
                .wrongFormat,
                "The schema \(schemaName) of \(location) has a table property without a valid \(name)."
            )
        }

        // MARK: Races

        /// The SQLSTATE codes of statements that another connection's statements disturbed: objects that
        /// exist by now (23505, 42P06, 42P07, 42710) or are being changed (40001, 40P01, XX000).
        static let statesOfRaces: Set<String> = [
            "23505", "42P06", "42P07", "42710", "40001", "40P01", "XX000",
        ]

        /// Repeats statements that fail because another connection creates the same objects.
        ///
        /// `IF NOT EXISTS` does not exclude this: both connections can find that the object is missing.
        func retryingRaces<R>(
            _ states: Set<String> = statesOfRaces, _ body: () throws -> R,
            undoing: () throws -> Void
        ) throws -> R {
            var attempt = 1
            while true {
                do {
                    return try body()
                } catch let error as QuireError {
                    let state = error.sqlState
                    try? undoing()
                    let isRace = states.contains(state)
                    guard isRace, attempt < 20 else { throw error }
                    attempt += 1
                    Thread.sleep(forTimeInterval: .random(in: 0.001...0.02))
                }
            }
        }
    }
#endif
