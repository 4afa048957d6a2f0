/// The tables of a document database, as Couchbase Lite 4 makes them.
enum DatabaseSchema {
    /// The version that new databases have, in `user_version`.
    static let version: Int64 = 503

    /// The versions that are opened.
    ///
    /// Those before 503 are upgraded; those behind it promise to be readable by it.
    static let supportedVersions: Range<Int64> = 201..<600

    /// The kind of revisions that new databases have, in the row `versioning`.
    ///
    /// 0 and 1 are rev-trees, of Couchbase Lite 2 and 3.
    static let versionVectors: UInt64 = 2

    /// The tables of a new database with their indexes.
    static var creation: String {
        """
        \(metadata())
        \(table("kv_default"))
        \(table("kv_del_default"))
        \(table("kv_info"))
        """
    }

    /// What another program may have left out and this one needs.
    static var completion: String {
        """
        \(metadata(ifMissing: true))
        \(table("kv_del_default", ifMissing: true))
        """
    }

    /// The tables of a collection with their indexes; those that are there are left as they are.
    ///
    /// - Parameter keyStore: The collection's tables.
    /// - Returns: SQL.
    static func collection(_ keyStore: KeyStore) -> String {
        """
        \(table(keyStore.liveTableName, ifMissing: true))
        \(table(keyStore.deadTableName, ifMissing: true))
        """
    }

    /// The index that every table of rows has; one that is there is left as it is.
    ///
    /// - Parameter table: The table's name.
    /// - Returns: SQL.
    static func expirationIndex(_ table: String) -> String {
        expirationIndex(table, "IF NOT EXISTS ")
    }

    // SQLite keeps these texts as they are, so their spaces become part of the file.

    private static func metadata(ifMissing: Bool = false) -> String {
        """
        CREATE TABLE \(ifMissing ? "IF NOT EXISTS " : "")kvmeta (name TEXT PRIMARY KEY, \
        lastSeq INTEGER DEFAULT 0, purgeCnt INTEGER DEFAULT 0) WITHOUT ROWID;
        """
    }

    private static func table(_ name: String, ifMissing: Bool = false) -> String {
        let condition = ifMissing ? "IF NOT EXISTS " : ""
        return """
            CREATE TABLE \(condition)"\(name)" (  key TEXT PRIMARY KEY,  sequence INTEGER,  \
            flags INTEGER DEFAULT 0,  version BLOB,  body BLOB,  expiration INTEGER,  extra BLOB);
            \(expirationIndex(name, condition))
            """
    }
    private static func expirationIndex(_ table: String, _ condition: String) -> String {
        """
        CREATE INDEX \(condition)"\(table)_expiration" ON "\(table)" (expiration) \
        WHERE expiration not null;
        """
    }
}
