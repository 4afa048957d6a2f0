// Changes of the schema, by the version in `user_version`:
//
//   302  kvmeta.purgeCnt
//   400  a column `extra` in every table of rows; before that, `body` contains the rev-tree
//   500  tables kv_del_NAME for deleted documents, which were among the live ones before
//   501  indexes.lastSeq
//   502  a column `expiration` in every table of rows, with an index
//   503  indexes.whereClause
//
// Each step adds what is missing in the file. So it does not matter which steps a file has already
// been through: some files have columns that do not belong to their version.

/// An upgrade of an earlier database to the current schema version and kind of revisions.
///
/// Couchbase Lite 4 does the same when it opens a database. The upgrade runs in the open
/// transaction, and no trigger runs. If it fails, rolling back the transaction restores the
/// original database. A document with a rev-tree only changes its columns, and is converted to
/// version vectors when it is saved next. Unknown tables stay unchanged.
struct SchemaUpgrade {
    private let connection: SQLiteConnection
    private let purpose = "upgrade the database"

    /// Upgrades a database.
    ///
    /// - Parameter connection: A writer connection with an open transaction, no running statement
    ///   and disabled triggers. ``SchemaInspection`` must report the file as outdated, and
    ///   ``SchemaTrust`` must recognize its schema.
    /// - Throws: ``QuireError`` with code `cantUpgradeDatabase` if an object in the file prevents
    ///   the upgrade, or an error that SQLite reports.
    /// - Complexity: O(*n*) in the size of the database if it is one of Couchbase Lite 2, otherwise
    ///   in the number of documents. Memory use is constant.
    static func run(on connection: SQLiteConnection) throws {
        do {
            try SchemaUpgrade(connection: connection).run()
        } catch let error as QuireError where error.code == .unexpectedError {
            throw QuireError(
                .cantUpgradeDatabase, error.message, underlyingError: error.underlyingError)
        }
    }

    private func run() throws {
        try addColumns()
        try connection.execute(DatabaseSchema.completion, purpose: purpose)
        let allTables = try CollectionTables.collections(on: connection).map {
            CollectionTables(number: 0, name: $0.tablesName)
        }
        for tables in allTables { try tables.create(on: connection) }

        let hasLists = try InfoRow.versioning.readNumber(on: connection) == 0
        for tables in allTables {
            if hasLists {
                try RevisionListConversion.run(tables.liveTable, on: connection)
                try RevisionListConversion.run(tables.tombstoneTable, on: connection)
            }
            try TombstoneMove.run(tables, on: connection)
        }

        try InfoRow.versioning.write(DatabaseSchema.versionVectors, on: connection)
        try InfoRow.maxRowidWithDeletedInDefault.write(0, on: connection)
        let version = try connection.integer("PRAGMA user_version", purpose: purpose) ?? 0
        if version < DatabaseSchema.version {
            try connection.execute(
                "PRAGMA user_version=\(number: DatabaseSchema.version)", purpose: purpose)
        }
    }

    private func addColumns() throws {
        try add("purgeCnt", "purgeCnt INTEGER DEFAULT 0", to: "kvmeta")
        try add("lastSeq", "lastSeq TEXT", to: "indexes")
        try add("whereClause", "whereClause TEXT", to: "indexes")
        for table in try tablesOfRows() {
            try add("expiration", "expiration INTEGER", to: table)
            try add("extra", "extra BLOB", to: table)
            try connection.execute(DatabaseSchema.expirationIndex(table), purpose: purpose)
        }
    }

    /// Adds a column to a table, if the table exists and the column is missing.
    private func add(_ column: String, _ definition: SQLText, to table: String) throws {
        let columns = try columns(of: table)
        guard !columns.isEmpty, !columns.contains(column.lowercased()) else { return }
        try connection.execute(
            "ALTER TABLE \(SQLIdentifier(table)) ADD COLUMN \(definition)", purpose: purpose)
    }

    /// Returns the names of a table's columns in lowercase, because SQLite ignores their case.
    private func columns(of table: String) throws -> Set<String> {
        let statement = try connection.prepare(
            "SELECT lower(name) FROM pragma_table_info(?1)", purpose: purpose)
        try statement.bind(table, at: 1)
        var names: Set<String> = []
        while try statement.step() { names.insert(statement.string(at: 0)) }
        return names
    }

    /// Returns the tables that have the columns of documents: collections and related tables.
    ///
    /// Tables of indexes, which have a colon in their names, are not included.
    private func tablesOfRows() throws -> [String] {
        let statement = try connection.prepare(
            """
            SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB 'kv_*' \
            AND instr(name, ':') = 0 ORDER BY name
            """, purpose: purpose)
        var names: [String] = []
        while try statement.step() { names.append(statement.string(at: 0)) }
        return try names.filter {
            try columns(of: $0).isSuperset(of: ["key", "sequence", "flags", "version", "body"])
        }
    }
}
