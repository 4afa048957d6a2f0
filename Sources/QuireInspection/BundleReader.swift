import Fleece
package import Quire

/// A reader for a database folder that changes nothing in it.
///
/// The reader does not upgrade the database, purge expired documents or checkpoint the write-ahead
/// log. It reads one snapshot of the database, taken when the reader is created.
package final class BundleReader {
    /// The path of the folder.
    package let path: String
    /// The blob files.
    let blobs: BlobFiles

    private let file: UnchangedFile

    /// Opens a database file for reading.
    ///
    /// - Parameters:
    ///   - path: The path of the database's folder, `NAME.cblite2`.
    ///   - key: The encryption key of the database, or `nil` if it is not encrypted.
    /// - Throws: ``QuireError`` with code `cantOpenFile` if the database does not exist,
    ///   `databaseTooOld` if it is a database of Couchbase Lite 1.x, `unreadableDatabase` if the
    ///   key is not that of the database or the file is not a database, `ioError`.
    package init(path: String, key: EncryptionKey? = nil) throws {
        self.path = path
        try Self.checkExists(path)
        let encryption = try DatabaseEncryption.open(path, key: key)
        file = try UnchangedFile(StoredFile(path + "/db.sqlite3", encryption: encryption))
        blobs = BlobFiles(location: path + "/Attachments", encryption: encryption)
    }

    /// The connection to the database file, or to a copy of it.
    var sqlite: SQLiteConnection { file.sqlite }

    /// Checks that a folder contains a database file.
    ///
    /// - Parameter path: The path of the folder, `NAME.cblite2`.
    /// - Throws: ``QuireError`` with code `cantOpenFile` if the file does not exist,
    ///   `databaseTooOld` if
    ///   the folder contains a database of Couchbase Lite 1.x.
    package static func checkExists(_ path: String) throws {
        try DatabaseFolder.checkExists(path)
    }

    /// Returns the reason why documents must be read from an upgraded copy of the database, or
    /// `nil` if
    /// they can be read in place.
    ///
    /// - Throws: ``QuireError`` if the file cannot be used, as thrown by
    ///   ``Database/init(name:config:)``, or with code `cantOpenFile` if the file is empty.
    package func reasonToCopy() throws -> String? {
        switch try SchemaInspection.inspectInTransaction(sqlite) {
        case .outdated: "is of an older Couchbase Lite (schema \(try schemaVersion()))"
        case .usable(isComplete: false): "lacks parts of the current schema"
        case .usable(isComplete: true):
            file.isCopy ? "cannot be read without changing its files" : nil
        case .empty: throw DatabaseFolder.emptyFileError(path)
        }
    }

    /// Checks that the file is not empty.
    ///
    /// - Throws: ``QuireError`` with code `cantOpenFile` if the file is empty.
    func checkIsNotEmpty() throws {
        let object = try sqlite.integer("SELECT 1 FROM sqlite_master", purpose: "read the schema")
        guard object == nil, try schemaVersion() == 0 else { return }
        throw DatabaseFolder.emptyFileError(path)
    }

    /// Returns whether opening the database would upgrade it, so that older versions cannot open
    /// it.
    ///
    /// - Throws: ``QuireError`` if the file cannot be used, as thrown by
    ///   ``Database/init(name:config:)``.
    package func isOutdated() throws -> Bool {
        try SchemaInspection.inspectInTransaction(sqlite) == .outdated
    }

    /// Returns the schema version, `user_version`.
    package func schemaVersion() throws -> Int64 {
        try sqlite.integer("PRAGMA user_version", purpose: "read the schema") ?? 0
    }

    /// Returns the kind of revisions: 0 and 1 are revision trees, 2 are version vectors.
    func versioning() throws -> UInt64? { try file.versioning() }

    /// Returns the first pages of an encrypted file that were changed.
    func changedPages(limit: Int) throws -> [ChangedPage] {
        try file.changedPages(limit: limit)
    }

    /// Returns the shared keys.
    ///
    /// - Throws: ``QuireError`` with code `corruptData` if the table is damaged.
    func sharedKeys() throws -> SharedKeys { try file.sharedKeys() }

    /// Returns the tables of the collections.
    func allTables() throws -> [(name: CollectionName, tables: CollectionTables)] {
        try CollectionTables.collections(on: sqlite).map {
            ($0, CollectionTables(number: 0, name: $0.tablesName))
        }
    }

    /// Returns the names of a table's columns.
    func columns(of table: String) throws -> Set<String> {
        let statement = try sqlite.prepare(
            "SELECT lower(name) FROM pragma_table_info(?1)", purpose: "read the schema")
        try statement.bind(table, at: 1)
        var names: Set<String> = []
        while try statement.step() { names.insert(statement.string(at: 0)) }
        return names
    }
}

extension CollectionName {
    /// The name as used in queries; the name of the default scope is omitted.
    var fullName: String {
        scope == Self.defaultText ? collection : "\(scope).\(collection)"
    }
}
