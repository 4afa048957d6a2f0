import CSQLite
import Foundation

extension SQLiteConnection {
    /// Waits until every commit that this connection can see is on disk, including those of other
    /// processes.
    ///
    /// With `synchronous=normal`, a commit is in the write-ahead log, which SQLite does not
    /// synchronize before the next checkpoint. A power loss before that undoes the commit. Call
    /// this method before removing files that only an earlier state of the database needs.
    ///
    /// The connection may be in a transaction. Its uncommitted changes are not included.
    ///
    /// - Throws: ``QuireError`` with code `ioError`.
    func synchronizeCommits() throws {
        var journal: UnsafeMutablePointer<sqlite3_file>?
        sqlite3_file_control(handle, "main", SQLITE_FCNTL_JOURNAL_POINTER, &journal)
        // Without a write-ahead log, no journal is open, and every commit is already synchronized.
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
        // Synchronize the folder's entries: the log may be new, and a rollback journal may be
        // removed.
        try FolderSynchronization.waitForEntries(
            of: URL(fileURLWithPath: path).deletingLastPathComponent().path)
    }
}
