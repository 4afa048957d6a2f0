import Foundation

/// Reads the folder of a database as it lies: nothing is brought to today's form, and no document
/// that has expired is removed.
///
/// What it reads is one state of the database, the one at its making.
package final class BundleReader {
    /// The folder's path.
    package let path: String
    /// The database's file, or a copy of it where SQLite can only read a copy.
    let sqlite: SQLiteConnection
    /// The contents of the blobs.
    let blobs: BlobStore

    private let copy: URL?

    /// Opens a database's file for reading.
    ///
    /// - Parameter path: The path of the database's folder, `NAME.cblite2`.
    /// - Throws: ``QuireError`` with code `cantOpenFile` if there is no database, `unreadableDatabase`
    ///   if the file is encrypted or is no database, `ioError`.
    package init(path: String) throws {
        self.path = path
        let file = path + "/db.sqlite3"
        guard FileManager.default.fileExists(atPath: file) else {
            throw QuireError(.cantOpenFile, "There is no database at \(path).")
        }
        do {
            sqlite = try Self.open(file)
            copy = nil
        } catch QuireError.Code.cantOpenFile {
            (sqlite, copy) = try Self.openCopy(of: file)
        } catch QuireError.Code.notWriteable {
            (sqlite, copy) = try Self.openCopy(of: file)
        }
        blobs = BlobStore(location: path + "/Attachments")
        // What indexes are made of is read with the keys; without them nothing would be found in one.
        if let keys = try? sharedKeys() { sqlite.keys.current = keys }
    }

    deinit {
        sqlite.close()
        if let copy { try? FileManager.default.removeItem(at: copy) }
    }

    private static func open(_ file: String) throws -> SQLiteConnection {
        let sqlite = try SQLiteConnection(path: file, access: .readOnly)
        try sqlite.applySettings(fullSync: false)
        try sqlite.execute(
            ["BEGIN", "SELECT 1 FROM sqlite_master"], purpose: "read the database")
        return sqlite
    }

    /// Where nothing can be written, SQLite cannot read a file that uses a write-ahead log.
    private static func openCopy(of file: String) throws -> (SQLiteConnection, URL) {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("Quire-\(UUID().uuidString)", isDirectory: true)
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            let path = folder.appendingPathComponent("db.sqlite3").path
            try SourceFile(path: file).copy(to: path).close()
            return (try open(path), folder)
        } catch {
            try? FileManager.default.removeItem(at: folder)
            throw error
        }
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
    func versioning() throws -> UInt64? {
        try InfoRow.versioning.readNumber(on: sqlite)
    }

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
