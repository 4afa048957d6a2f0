import Fleece
import Quire

/// Reads the folder of a database as it is.
///
/// Nothing in the folder changes: nothing is brought to today's form, no document that has expired is
/// removed, and the write-ahead log is as long as before.
///
/// What it reads is one state of the database, the one at its making.
package final class BundleReader {
    /// The folder's path.
    package let path: String
    /// The contents of the blobs.
    let blobs: BlobFiles

    private let file: UnchangedFile

    /// Opens a database's file for reading.
    ///
    /// - Parameter path: The path of the database's folder, `NAME.cblite2`.
    /// - Throws: ``QuireError`` with code `cantOpenFile` if there is no database, `databaseTooOld` if
    ///   there is one of Couchbase Lite 1.x, `unreadableDatabase` if the file is encrypted or is no
    ///   database, `ioError`.
    package init(path: String) throws {
        self.path = path
        try Self.checkExists(path)
        file = try UnchangedFile(path: path + "/db.sqlite3")
        blobs = BlobFiles(location: path + "/Attachments")
    }

    /// The connection to the database's file, or to a copy of it.
    var sqlite: SQLiteConnection { file.sqlite }

    /// Checks that a folder has a database's file.
    ///
    /// - Parameter path: The path of the folder, `NAME.cblite2`.
    /// - Throws: ``QuireError`` with code `cantOpenFile` if it has none, `databaseTooOld` if
    ///   Couchbase Lite 1.x keeps a database there.
    package static func checkExists(_ path: String) throws {
        try DatabaseFolder.checkExists(path)
    }

    /// Why documents are read from a copy of the database that today's form was brought to, or `nil`
    /// if they can be read where they are.
    ///
    /// - Throws: ``QuireError`` that says why the file cannot be used, as
    ///   ``Database/init(name:config:)`` throws it, or with code `cantOpenFile` if it is empty.
    package func reasonToCopy() throws -> String? {
        switch try SchemaInspection.inspectInTransaction(sqlite) {
        case .outdated: "is of an older Couchbase Lite (schema \(try schemaVersion()))"
        case .usable(isComplete: false): "lacks a part of today's form"
        case .usable(isComplete: true):
            file.isCopy ? "cannot be read without a change of its files" : nil
        case .empty: throw DatabaseFolder.emptyFileError(path)
        }
    }

    /// Checks that the file has a database in it.
    ///
    /// - Throws: ``QuireError`` with code `cantOpenFile` if the file is empty.
    func checkIsNotEmpty() throws {
        let object = try sqlite.integer("SELECT 1 FROM sqlite_master", purpose: "read the schema")
        guard object == nil, try schemaVersion() == 0 else { return }
        throw DatabaseFolder.emptyFileError(path)
    }

    /// Whether opening the database would bring it to today's form, which older programs cannot read.
    ///
    /// - Throws: ``QuireError`` that says why the file cannot be used, as
    ///   ``Database/init(name:config:)`` throws it.
    package func isOutdated() throws -> Bool {
        try SchemaInspection.inspectInTransaction(sqlite) == .outdated
    }

    /// The version of the schema, `user_version`.
    package func schemaVersion() throws -> Int64 {
        try sqlite.integer("PRAGMA user_version", purpose: "read the schema") ?? 0
    }

    /// The kind of revisions: 0 and 1 are trees, 2 are version vectors.
    func versioning() throws -> UInt64? { try file.versioning() }

    /// The table of shared keys.
    ///
    /// - Throws: ``QuireError`` with code `corruptData` if it is damaged.
    func sharedKeys() throws -> SharedKeys { try file.sharedKeys() }

    /// The tables of the collections.
    func keyStores() throws -> [(name: CollectionName, keyStore: KeyStore)] {
        try KeyStore.collections(on: sqlite).map {
            ($0, KeyStore(number: 0, name: $0.keyStoreName))
        }
    }

    /// The names of a table's columns.
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
    /// The name as queries have it: with the scope's, unless that is the default one.
    var fullName: String {
        scope == Self.defaultText ? collection : "\(scope).\(collection)"
    }
}
