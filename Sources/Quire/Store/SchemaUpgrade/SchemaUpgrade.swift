// What a database of an earlier schema lacks, by the version in `user_version`:
//
//   302  kvmeta.purgeCnt
//   400  a column `extra` in every table of rows; until then `body` holds the list of revisions
//   500  tables kv_del_NAME for the deleted documents, which lay among the live ones until then
//   501  indexes.lastSeq
//   502  a column `expiration` in every table of rows, with an index
//   503  indexes.whereClause
//
// A step looks at what is there and adds what is missing, so it does not matter which of them a file
// has been through: some have columns that their version knows nothing of.

/// Brings a database that an earlier Couchbase Lite wrote to today's schema and kind of revisions,
/// as Couchbase Lite 4 does when it opens one.
///
/// All of it is done in the transaction that is open; if any of it fails, nothing has changed. No
/// trigger runs.
/// A document of rev-trees stays as it is, but for the place of its columns, and becomes one of
/// version vectors at its next save. Tables that are not known are left alone.
struct SchemaUpgrade {
    private let connection: SQLiteConnection
    private let purpose = "upgrade the database"

    /// Upgrades a database.
    ///
    /// - Parameter connection: A writing connection with an open transaction, no running statement and
    ///   triggers turned off, to a file that ``SchemaInspection`` finds to be outdated and whose schema
    ///   ``SchemaTrust`` recognizes.
    /// - Throws: ``QuireError`` with code `cantUpgradeDatabase` if something in the file stands in
    ///   the way, or if SQLite refuses.
    /// - Complexity: O(*n*) in the size of the database for one of Couchbase Lite 2, otherwise in the
    ///   number of documents. The memory that it takes does not grow with either.
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
        let keyStores = try KeyStore.collections(on: connection).map {
            KeyStore(number: 0, name: $0.keyStoreName)
        }
        for keyStore in keyStores { try keyStore.create(on: connection) }

        let hasLists = try InfoRow.versioning.readNumber(on: connection) == 0
        for keyStore in keyStores {
            if hasLists {
                try RevisionListConversion.run(keyStore.liveTable, on: connection)
                try RevisionListConversion.run(keyStore.deadTable, on: connection)
            }
            try TombstoneMove.run(keyStore, on: connection)
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

    /// Adds a column to a table that exists and lacks it.
    private func add(_ column: String, _ definition: SQLText, to table: String) throws {
        let columns = try columns(of: table)
        guard !columns.isEmpty, !columns.contains(column.lowercased()) else { return }
        try connection.execute(
            "ALTER TABLE \(SQLIdentifier(table)) ADD COLUMN \(definition)", purpose: purpose)
    }

    /// The names of a table's columns in lower case, which SQLite does not tell from upper case.
    private func columns(of table: String) throws -> Set<String> {
        let statement = try connection.prepare(
            "SELECT lower(name) FROM pragma_table_info(?1)", purpose: purpose)
        try statement.bind(table, at: 1)
        var names: Set<String> = []
        while try statement.step() { names.insert(statement.string(at: 0)) }
        return names
    }

    /// The tables that have the columns of documents: collections, and what lies beside them.
    ///
    /// The tables of indexes, which have a colon in their name, are not among them.
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
