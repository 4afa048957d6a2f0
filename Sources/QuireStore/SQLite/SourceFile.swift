import QuirePlatform
import Foundation

/// A database file that can be copied while other connections write to it.
///
/// The file and the log next to it stay unchanged.
struct SourceFile {
    /// The file.
    let file: StoredFile

    private static let purpose = "copy the database"

    /// Copies the committed state of the file.
    ///
    /// - Parameters:
    ///   - copy: The copy, where no file exists.
    ///   - lock: The lock of the writers of this process, which is held while `takeAlong` runs.
    ///   - takeAlong: A closure that copies additional files that belong to the same state. While
    ///     it runs, no connection can write. If it is `nil`, writers are not blocked.
    /// - Returns: A connection to the copy.
    /// - Throws: Any error that the closure throws, ``QuireError`` if SQLite reports an error, or
    ///   with code `ioError`.
    /// - Complexity: O(*n*) in the size of the file.
    func copy(
        to copy: StoredFile, holding lock: WriterLock? = nil,
        takingAlong takeAlong: (() throws -> Void)? = nil
    ) throws -> SQLiteConnection {
        guard let (original, mode) = try open() else {
            // The file does not change, because it is not writable or no connection has it open.
            let isSame = file.encryption === copy.encryption
            let twin = isSame ? copy : StoredFile(copy.path + "-twin", copyOf: file)
            try copyFiles(to: twin.path)
            try takeAlong?()
            let connection = try SQLiteConnection(twin, access: .readWriteCreate)
            if isSame { return connection }
            defer {
                connection.close()
                Self.remove(twin)
            }
            return try Self.copy(connection, of: twin, to: copy)
        }
        defer { original.close() }
        if let takeAlong {
            try withoutWriters(mode, lock: lock) {
                // After its first read, the transaction keeps this snapshot even while other
                // connections write.
                try original.execute(
                    ["BEGIN", "SELECT 1 FROM sqlite_master"], purpose: Self.purpose)
                try takeAlong()
            }
        }
        return try Self.copy(original, of: file, to: copy)
    }

    /// Removes a file and the files next to it.
    static func remove(_ file: StoredFile) {
        for suffix in ["", "-journal", "-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: file.path + suffix)
        }
    }

    /// Copies the state that a connection reads.
    ///
    /// - Parameters:
    ///   - original: The connection.
    ///   - file: Its file.
    ///   - copy: The copy, where no file exists.
    /// - Returns: A connection to the copy.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    static func copy(
        _ original: SQLiteConnection, of file: StoredFile, to copy: StoredFile
    ) throws -> SQLiteConnection {
        if (file.encryption == nil) != (copy.encryption == nil) {
            return try convert(original, of: file, to: copy)
        }
        try PrivateFile.create(copy.path)
        let connection = try SQLiteConnection(copy, access: .readWriteCreate)
        try original.backUp(to: connection)
        return connection
    }

    /// Opens the file for reading.
    ///
    /// The result is `nil` if SQLite needs write access but does not have it. SQLite needs write
    /// access to create files next to the database, such as those of a write-ahead log, and to
    /// roll back an incomplete transaction.
    private func open() throws -> (SQLiteConnection, ReadingMode)? {
        try ifWritable {
            try ReadingMode.read(file) { mode in
                let original = try SQLiteConnection(file, access: .reading(mode))
                _ = try original.integer("SELECT 1 FROM sqlite_master", purpose: Self.purpose)
                return (original, mode)
            }
        }
    }

    /// Runs a closure while no other transaction writes, or in the write transaction of this
    /// thread.
    private func withoutWriters(
        _ mode: ReadingMode, lock: WriterLock?, _ body: () throws -> Void
    ) throws {
        if let lock {
            guard !lock.isHeldByThisThread else { return try body() }
            lock.acquire()
        }
        defer { lock?.release() }
        // The reading connection has already locked the file.
        if mode == .locked { return try body() }
        let purpose = Self.purpose
        let exclusiveConnection = try ifWritable {
            let exclusiveConnection = try SQLiteConnection(file, access: .reading(.alone))
            // Begin a write transaction that writes nothing.
            try exclusiveConnection.execute(
                ["PRAGMA query_only=OFF", "BEGIN IMMEDIATE"], purpose: purpose)
            return exclusiveConnection
        }
        // The last connection to close removes the files that SQLite created next to the database.
        defer {
            try? exclusiveConnection?.execute("ROLLBACK", purpose: purpose)
            exclusiveConnection?.close()
        }
        try body()
    }

    /// Runs a closure, and returns `nil` if SQLite reports that it cannot write.
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
        where FileManager.default.isReadableFile(atPath: file.path + suffix) {
            do {
                try FileManager.default.copyItem(atPath: file.path + suffix, toPath: copy + suffix)
                try FileManager.default.setAttributes(
                    [.posixPermissions: 0o600], ofItemAtPath: copy + suffix)
            } catch {
                throw QuireError(
                    .ioError, "Cannot copy \(file.path + suffix).", underlyingError: error)
            }
        }
    }
}
