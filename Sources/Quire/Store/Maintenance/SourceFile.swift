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
        guard let (original, gatekeeper) = try open(isGuarded: takeAlong != nil) else {
            // Where nothing can be written, the file does not change either.
            try copyFiles(to: copy)
            try takeAlong?()
            return try SQLiteConnection(path: copy, access: .readWriteCreate)
        }
        defer {
            original.close()
            // The last one removes what SQLite has put beside the file, if it can write.
            gatekeeper?.close()
        }
        if let gatekeeper, let takeAlong {
            try withoutWriters(gatekeeper) {
                // From the first row on it reads this state, also when others go on to write.
                try original.execute(
                    ["BEGIN", "SELECT 1 FROM sqlite_master"], purpose: Self.purpose)
                try takeAlong()
            }
        }
        let connection = try SQLiteConnection(path: copy, access: .readWriteCreate)
        try original.backUp(to: connection)
        return connection
    }

    /// Opens the file twice, or returns `nil` if SQLite cannot read it because it cannot write beside
    /// it, as is so with a write-ahead log.
    ///
    /// - Parameter isGuarded: Whether others are to be kept from writing.
    /// - Returns: A connection that reads, and if it is guarded one that can write.
    /// - Throws: ``QuireError`` if SQLite refuses.
    private func open(
        isGuarded: Bool
    ) throws -> (original: SQLiteConnection, gatekeeper: SQLiteConnection?)? {
        try ifWritable {
            let original = try SQLiteConnection(path: path, access: .readOnly)
            _ = try original.integer("SELECT 1 FROM sqlite_master", purpose: Self.purpose)
            return (
                original,
                isGuarded ? try SQLiteConnection(path: path, access: .readWriteCreate) : nil
            )
        }
    }

    /// Runs a closure between the transactions of others, or in that of this thread.
    private func withoutWriters(
        _ gatekeeper: SQLiteConnection, _ body: () throws -> Void
    ) throws {
        let lock = OpenDatabases.lock(ofFile: path)
        if let lock {
            guard !lock.isHeldByThisThread else { return try body() }
            lock.acquire()
        }
        defer { lock?.release() }
        let purpose = Self.purpose
        let isWritable = try ifWritable {
            try gatekeeper.execute("BEGIN IMMEDIATE", purpose: purpose)
            return true
        }
        defer { if isWritable == true { try? gatekeeper.execute("ROLLBACK", purpose: purpose) } }
        try body()
    }

    /// Runs a closure and returns `nil` if SQLite refuses because it cannot write.
    private func ifWritable<R>(_ body: () throws -> R) throws -> R? {
        do {
            return try body()
        } catch let error as QuireError
            where error.code == .cantOpenFile || error.code == .notWriteable
        {
            return nil
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
