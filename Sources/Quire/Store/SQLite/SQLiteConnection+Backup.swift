import CSQLite

extension SQLiteConnection {
    /// Copies the database as it is committed now into another one, page by page.
    ///
    /// - Parameter copy: A connection to an empty file.
    /// - Throws: ``QuireError`` if SQLite refuses.
    /// - Complexity: O(*n*) in the size of the file.
    func backUp(to copy: SQLiteConnection) throws {
        let purpose = "copy the database"
        guard let backup = sqlite3_backup_init(copy.handle, "main", handle, "main") else {
            throw copy.failure(sqlite3_errcode(copy.handle), purpose: purpose)
        }
        // All pages in one step: so they are of one state.
        let code = sqlite3_backup_step(backup, -1)
        sqlite3_backup_finish(backup)
        guard code == SQLITE_DONE else { throw failure(code, purpose: purpose) }
    }
}
