import CSQLite
import Foundation

// A connection for ``SQLiteConnection/Access/reading(_:)``.

extension SQLiteConnection {
    /// Prepares a new connection to read without a trace.
    ///
    /// - Parameter mode: The way in which it reads.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    func beginReading(_ mode: ReadingMode) throws {
        let purpose = "prepare to read"
        // To lock the file, and to remove a log that it creates, SQLite must be able to write the file.
        if sqlite3_db_readonly(handle, "main") == 1,
            mode == .locked || mode == .alone && usesLog
        {
            throw failure(SQLITE_READONLY, purpose: purpose)
        }
        try execute("PRAGMA query_only=ON", purpose: purpose)
        // Before the first access to the log, else its index is a file.
        if mode == .locked { try execute("PRAGMA locking_mode=EXCLUSIVE", purpose: purpose) }
        // A log that was there stays there as it is, whoever closes the file last.
        if FileManager.default.fileExists(atPath: path + "-wal") { return try keepLog(true) }
        // Apple's SQLite would leave the empty one that it creates.
        var isPersistent: Int32 = 0
        sqlite3_file_control(handle, "main", SQLITE_FCNTL_PERSIST_WAL, &isPersistent)
    }

    /// Whether the file's header says that the file has a write-ahead log.
    ///
    /// To ask SQLite would open the log. The file is read by SQLite's own descriptor: when a process
    /// closes another one, the system releases all locks that the process has on the file.
    private var usesLog: Bool {
        var file: UnsafeMutablePointer<sqlite3_file>?
        sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &file)
        guard let file, let read = file.pointee.pMethods?.pointee.xRead else { return false }
        var version: UInt8 = 0
        return read(file, &version, 1, 18) == SQLITE_OK && version == 2
    }

    /// Keeps SQLite from writing into the file what others have put into the log since.
    func keepLogWithContent() {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path + "-wal")
        let length = (attributes?[.size] as? NSNumber)?.int64Value ?? 0
        if length > 0 { try? keepLog(true) }
    }
}
