import QuirePlatform
import CSQLite
import Foundation

// Connections that are opened with ``SQLiteConnection/Access/reading(_:)``.

extension SQLiteConnection {
    /// Prepares a new connection to read without leaving any change.
    ///
    /// - Parameter mode: The mode in which the connection reads.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    func beginReading(_ mode: ReadingMode) throws {
        let purpose = "prepare for reading"
        // SQLite needs write access to lock the file, and to remove a log that it creates.
        if sqlite3_db_readonly(handle, "main") == 1,
            mode == .locked || mode == .alone && usesLog
        {
            throw failure(SQLITE_READONLY, purpose: purpose)
        }
        try execute("PRAGMA query_only=ON", purpose: purpose)
        // Set this before the first access to the log. Otherwise SQLite creates a file for its
        // index.
        if mode == .locked {
            try execute("PRAGMA locking_mode=EXCLUSIVE", purpose: purpose)
            waitForLocks(false)
        }
        // Keep an existing log unchanged, even if this connection is the last one to close the
        // file. In the mode `alone`, an existing log is empty, or another connection has created it
        // since.
        if let length = FileLength.of(path + "-wal"), mode != .alone || length > 0 {
            return try keepLog(true)
        }
        // Otherwise Apple's SQLite would leave the empty log that it creates.
        var isPersistent: Int32 = 0
        sqlite3_file_control(handle, "main", SQLITE_FCNTL_PERSIST_WAL, &isPersistent)
    }

    /// Whether the file's header says that the file uses a write-ahead log.
    ///
    /// A pragma would open the log. This property reads the file through SQLite's own descriptor:
    /// when a process closes another descriptor of the file, the system releases all locks that the
    /// process holds on it.
    private var usesLog: Bool {
        var file: UnsafeMutablePointer<sqlite3_file>?
        sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &file)
        guard let file, let read = file.pointee.pMethods?.pointee.xRead else { return false }
        var version: UInt8 = 0
        return read(file, &version, 1, 18) == SQLITE_OK && version == 2
    }

    /// Prevents SQLite from writing log entries of other connections into the file at closing.
    func keepLogWithContent() {
        if FileLength.of(path + "-wal") ?? 0 > 0 { try? keepLog(true) }
    }
}
