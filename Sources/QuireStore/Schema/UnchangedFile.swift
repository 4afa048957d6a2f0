package import Fleece

/// A database file that is read without changing any file in its folder.
///
/// All reads use one snapshot, which is taken when the object is created.
package final class UnchangedFile {
    /// The connection to the file, or to a copy if SQLite cannot read the file without changing it.
    package let sqlite: SQLiteConnection

    private let file: StoredFile
    private let copy: TemporaryCopy?

    /// Opens a file.
    ///
    /// - Parameter file: The file.
    /// - Throws: ``QuireError`` with code `unreadableDatabase` if the file is encrypted or is not a
    ///   database, or `ioError`.
    package init(_ file: StoredFile) throws {
        self.file = file
        if let opened = try Self.openInPlace(file) {
            (sqlite, copy) = (opened, nil)
        } else {
            let copy = try TemporaryCopy(of: file)
            try Self.begin(copy.connection)
            (sqlite, self.copy) = (copy.connection, copy)
        }
        // SQLite computes indexed expressions with the shared keys. Without the keys, all values
        // would be missing.
        if let keys = try? sharedKeys() { sqlite.keys.current = keys }
        if (try? versioning()) == 0 { sqlite.keys.findBodies(with: RevisionTree.currentBody) }
    }

    deinit {
        sqlite.close()
    }

    /// Opens the file, or returns `nil` if SQLite cannot read it without writing.
    private static func openInPlace(_ file: StoredFile) throws -> SQLiteConnection? {
        do {
            return try ReadingMode.read(file) { mode in
                // A lock would block other processes while this object exists.
                if mode == .locked { return nil }
                let sqlite = try SQLiteConnection(file, access: .reading(mode))
                try begin(sqlite)
                return sqlite
            }
        } catch let error as QuireError
            where error.code == .cantOpenFile || error.code == .notWriteable
        {
            return nil
        }
    }

    private static func begin(_ sqlite: SQLiteConnection) throws {
        try sqlite.applySettings(fullSync: false)
        try sqlite.execute(
            ["BEGIN", "SELECT 1 FROM sqlite_master"], purpose: "read the database")
    }

    /// Whether a copy is read instead of the file.
    package var isCopy: Bool { copy != nil }

    /// Returns the first pages of an encrypted file that were changed.
    ///
    /// If a copy is read, the pages are those of the original, unless SQLite cannot open it.
    ///
    /// - Parameter limit: The maximum number of pages.
    /// - Returns: The pages, or no pages if the file is not encrypted.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    /// - Complexity: O(*n*) in the size of the file and its log.
    package func changedPages(limit: Int) throws -> [ChangedPage] {
        guard copy != nil, file.encryption != nil else {
            return try sqlite.changedPages(limit: limit)
        }
        do {
            return try ReadingMode.read(file) { mode in
                let original = try SQLiteConnection(file, access: .reading(mode))
                defer { original.close() }
                try Self.begin(original)
                return try original.changedPages(limit: limit)
            }
        } catch let error as QuireError
            where error.code == .cantOpenFile || error.code == .notWriteable
        {
            return []
        }
    }

    /// Returns the kind of revisions: 0 and 1 are rev-trees, 2 are version vectors.
    ///
    /// - Throws: ``QuireError`` if SQLite reports an error.
    package func versioning() throws -> UInt64? {
        try InfoRow.versioning.readNumber(on: sqlite)
    }

    /// Returns the shared keys.
    ///
    /// - Throws: ``QuireError`` with code `corruptData` if they are damaged.
    package func sharedKeys() throws -> SharedKeys {
        try InfoRow.readSharedKeys(on: sqlite)
    }
}
