import CSQLite
import Foundation

extension SQLiteConnection {
    /// Waits until the disk has every commit that this connection can see, whichever process made it.
    ///
    /// With `synchronous=normal` a commit is in the write-ahead log, which SQLite does not synchronize
    /// before the next checkpoint. A power loss in between undoes the commit. Call this method before
    /// removing files that only an older state of the database needs.
    ///
    /// The connection may be in a transaction. What that has written so far is not included.
    ///
    /// - Throws: ``QuireError`` with code `ioError`.
    func synchronizeCommits() throws {
        var journal: UnsafeMutablePointer<sqlite3_file>?
        sqlite3_file_control(handle, "main", SQLITE_FCNTL_JOURNAL_POINTER, &journal)
        // Without a write-ahead log, no journal is open, and each commit has waited for the disk.
        if let journal, let synchronize = journal.pointee.pMethods?.pointee.xSync {
            let code = synchronize(journal, SQLITE_SYNC_FULL)
            let number = errno
            guard code == SQLITE_OK else {
                throw QuireError(
                    SQLiteError(
                        code: code, message: String(cString: sqlite3_errstr(code)),
                        systemError: number),
                    purpose: "synchronize the write-ahead log", file: path)
            }
        }
        // The entry of the log, if another process created it, and the removal of a rollback journal.
        try Synchronization.waitForEntries(
            of: URL(fileURLWithPath: path).deletingLastPathComponent().path)
    }
}
