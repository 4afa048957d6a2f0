import Foundation

/// A database's file that is to be copied, and that others may write meanwhile.
///
/// The file and the log next to it stay as they are.
struct SourceFile {
    /// The file's path.
    let path: String

    private static let purpose = "copy the database"

    /// Copies what is committed.
    ///
    /// - Parameters:
    ///   - copy: The path of the copy, where no file is.
    ///   - lock: The lock of the writers of this process, which is held while `takeAlong` runs.
    ///   - takeAlong: A closure that copies what belongs to that state: while it runs, nobody writes.
    ///     Without one nobody is kept from writing.
    /// - Returns: A connection to the copy.
    /// - Throws: What the closure throws, or ``QuireError`` if SQLite refuses, or with code `ioError`.
    /// - Complexity: O(*n*) in the size of the file.
    func copy(
        to copy: String, holding lock: WriterLock? = nil,
        takingAlong takeAlong: (() throws -> Void)? = nil
    ) throws -> SQLiteConnection {
        let mode = ReadingMode(of: path)
        guard let original = try open(mode) else {
            // The file does not change if it is not writable or no connection has it open.
            try copyFiles(to: copy)
            try takeAlong?()
            return try SQLiteConnection(path: copy, access: .readWriteCreate)
        }
        defer { original.close() }
        if let takeAlong {
            try withoutWriters(mode, lock) {
                // From the first row on it reads this state, also when others go on to write.
                try original.execute(
                    ["BEGIN", "SELECT 1 FROM sqlite_master"], purpose: Self.purpose)
                try takeAlong()
            }
        }
        try PrivateFile.create(copy)
        let connection = try SQLiteConnection(path: copy, access: .readWriteCreate)
        try original.backUp(to: connection)
        return connection
    }

    /// Opens the file for reading, or returns `nil` if SQLite cannot read it because it cannot write:
    /// next to it, as is so with a write-ahead log, or the rest of a transaction that has ended.
    private func open(_ mode: ReadingMode) throws -> SQLiteConnection? {
        try ifWritable {
            let original = try SQLiteConnection(path: path, access: .reading(mode))
            _ = try original.integer("SELECT 1 FROM sqlite_master", purpose: Self.purpose)
            return original
        }
    }

    /// Runs a closure between the transactions of others, or in that of this thread.
    private func withoutWriters(
        _ mode: ReadingMode, _ lock: WriterLock?, _ body: () throws -> Void
    ) throws {
        if let lock {
            guard !lock.isHeldByThisThread else { return try body() }
            lock.acquire()
        }
        defer { lock?.release() }
        // The connection that reads has locked the file already.
        if mode == .locked { return try body() }
        let purpose = Self.purpose
        let gatekeeper = try ifWritable {
            let gatekeeper = try SQLiteConnection(path: path, access: .reading(.alone))
            // It writes nothing, but begins to.
            try gatekeeper.execute(
                ["PRAGMA query_only=OFF", "BEGIN IMMEDIATE"], purpose: purpose)
            return gatekeeper
        }
        // The last one to close removes what SQLite has put next to the file.
        defer {
            try? gatekeeper?.execute("ROLLBACK", purpose: purpose)
            gatekeeper?.close()
        }
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
        for suffix in ["", "-wal", "-journal"]
        where FileManager.default.isReadableFile(atPath: path + suffix) {
            do {
                try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
                try FileManager.default.setAttributes(
                    [.posixPermissions: 0o600], ofItemAtPath: copy + suffix)
            } catch {
                throw QuireError(
                    .ioError, "\(path + suffix) cannot be copied.", underlyingError: error)
            }
        }
    }
}
