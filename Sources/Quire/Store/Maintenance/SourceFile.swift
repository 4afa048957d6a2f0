import Foundation

/// A database's file that is to be copied, and that others may write meanwhile.
struct SourceFile {
    /// The file's path.
    let path: String

    private static let purpose = "copy the database"

    /// Copies what is committed.
    ///
    /// - Parameters:
    ///   - copy: The path of the copy, where no file is.
    ///   - takeAlong: A closure that copies what belongs to that state: while it runs, nobody writes.
    ///     Without one nobody is kept from writing.
    /// - Returns: A connection to the copy.
    /// - Throws: What the closure throws, or ``QuireError`` if SQLite refuses, or with code `ioError`.
    /// - Complexity: O(*n*) in the size of the file.
    func copy(
        to copy: String, takingAlong takeAlong: (() throws -> Void)? = nil
    ) throws -> SQLiteConnection {
        guard let original = try openForReading() else {
            // Where nothing can be written, the file does not change either.
            try copyFiles(to: copy)
            try takeAlong?()
            return try SQLiteConnection(path: copy, access: .readWriteCreate)
        }
        defer { original.close() }
        if let takeAlong {
            try withoutWriters {
                // From the first row on it reads this state, also when others go on to write.
                try original.execute("BEGIN; SELECT 1 FROM sqlite_master", purpose: Self.purpose)
                try takeAlong()
            }
        }
        let connection = try SQLiteConnection(path: copy, access: .readWriteCreate)
        try original.backUp(to: connection)
        return connection
    }

    /// Opens the file, or returns `nil` if SQLite cannot read it because it cannot write beside it,
    /// as is so with a write-ahead log.
    private func openForReading() throws -> SQLiteConnection? {
        do {
            let connection = try SQLiteConnection(path: path, access: .readOnly)
            _ = try connection.integer("SELECT 1 FROM sqlite_master", purpose: Self.purpose)
            return connection
        } catch let error as QuireError
            where error.code == .cantOpenFile || error.code == .notWriteable
        {
            return nil
        }
    }

    /// Runs a closure between the transactions of others, or in that of this thread.
    private func withoutWriters(_ body: () throws -> Void) throws {
        let lock = OpenDatabases.lock(ofFile: path)
        if let lock {
            guard !lock.isHeldByThisThread else { return try body() }
            lock.acquire()
        }
        defer { lock?.release() }
        let connection = try SQLiteConnection(path: path, access: .readWriteCreate)
        defer { connection.close() }
        if try begin(connection) {
            defer { try? connection.execute("ROLLBACK", purpose: Self.purpose) }
            try body()
        } else {
            try body()
        }
    }

    /// Begins a transaction that writes, or returns `false` if nothing can be written here.
    private func begin(_ connection: SQLiteConnection) throws -> Bool {
        guard !connection.isReadOnly else { return false }
        do {
            try connection.execute("BEGIN IMMEDIATE", purpose: Self.purpose)
            return true
        } catch let error as QuireError
            where error.code == .cantOpenFile || error.code == .notWriteable
        {
            return false
        }
    }

    private func copyFiles(to copy: String) throws {
        for suffix in ["", "-wal"]
        where FileManager.default.isReadableFile(atPath: path + suffix) {
            do {
                try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
                try FileManager.default.setAttributes(
                    [.posixPermissions: 0o644], ofItemAtPath: copy + suffix)
            } catch {
                throw QuireError(
                    .ioError, "\(path + suffix) cannot be copied.", underlyingError: error)
            }
        }
    }
}
