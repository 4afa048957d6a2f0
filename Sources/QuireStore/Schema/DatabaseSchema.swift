/// The tables of a document database, as Couchbase Lite 4 creates them.
package enum DatabaseSchema {
    /// The schema version of new databases, in `user_version`.
    package static let version: Int64 = 503

    /// The schema versions that can be opened.
    ///
    /// Versions before 503 are upgraded. Later versions in the range are compatible with it by
    /// convention.
    static let supportedVersions: Range<Int64> = 201..<600

    /// The kind of revisions in new databases, in the row `versioning`.
    ///
    /// The values 0 and 1 are rev-trees, of Couchbase Lite 2 and 3.
    package static let versionVectors: UInt64 = 2

    /// The statements that create the tables and indexes of a new database.
    static var creation: [SQLText] {
        [metadata()] + ["kv_default", "kv_del_default", "kv_info"].flatMap { table($0) }
    }

    /// The statements that create required tables that another program may not have created.
    package static var completion: [SQLText] {
        [metadata(ifMissing: true)] + table("kv_del_default", ifMissing: true)
    }

    /// Returns statements that create the tables and indexes of a collection, unless they exist.
    ///
    /// - Parameter tables: The collection's tables.
    /// - Returns: The statements.
    package static func collection(_ tables: CollectionTables) -> [SQLText] {
        table(tables.liveTableName, ifMissing: true)
            + table(tables.tombstoneTableName, ifMissing: true)
    }

    /// Returns statements that create a table of values other than documents, unless it exists.
    ///
    /// - Parameter table: The table's name.
    /// - Returns: The statements.
    package static func values(_ table: String) -> [SQLText] { self.table(table, ifMissing: true) }

    /// Returns a statement that creates the expiration index of a table, unless it exists.
    ///
    /// - Parameter table: The table's name.
    /// - Returns: The statement.
    static func expirationIndex(_ table: String) -> SQLText {
        expirationIndex(table, "IF NOT EXISTS ")
    }

    /// Returns the name of the index by sequence of a table.
    ///
    /// - Parameter table: The table's name.
    /// - Returns: The name that Couchbase Lite gives the index.
    static func sequenceIndexName(_ table: String) -> String { "\(table)_seqs" }

    /// Returns a statement that creates the index by sequence of a table, unless it exists.
    ///
    /// - Parameter table: The table's name.
    /// - Returns: The statement.
    static func sequenceIndex(_ table: String) -> SQLText {
        """
        CREATE UNIQUE INDEX IF NOT EXISTS \(SQLIdentifier(sequenceIndexName(table))) \
        ON \(SQLIdentifier(table)) (sequence)
        """
    }

    // SQLite stores the text of these statements unchanged, so their whitespace is part of the
    // file.

    private static func metadata(ifMissing: Bool = false) -> SQLText {
        let condition: SQLText = ifMissing ? "IF NOT EXISTS " : ""
        return """
            CREATE TABLE \(condition)kvmeta (name TEXT PRIMARY KEY, \
            lastSeq INTEGER DEFAULT 0, purgeCnt INTEGER DEFAULT 0) WITHOUT ROWID
            """
    }

    private static func table(_ name: String, ifMissing: Bool = false) -> [SQLText] {
        let condition: SQLText = ifMissing ? "IF NOT EXISTS " : ""
        return [
            """
            CREATE TABLE \(condition)\(SQLIdentifier(name)) (  key TEXT PRIMARY KEY,  \
            sequence INTEGER,  flags INTEGER DEFAULT 0,  version BLOB,  body BLOB,  \
            expiration INTEGER,  extra BLOB)
            """,
            expirationIndex(name, condition),
        ]
    }

    private static func expirationIndex(_ table: String, _ condition: SQLText) -> SQLText {
        """
        CREATE INDEX \(condition)\(SQLIdentifier("\(table)_expiration")) \
        ON \(SQLIdentifier(table)) (expiration) WHERE expiration not null
        """
    }
}
