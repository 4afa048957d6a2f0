import CSQLite

extension SQLiteConnection {
    /// Looks for damage in the file and in the indexes, in the open transaction.
    ///
    /// It computes what the indexes are to hold, so the connection's keys must be those of the file.
    ///
    /// - Throws: ``QuireError`` with code `corruptData` that tells the first findings.
    func checkIntegrity() throws {
        let purpose = "check the integrity"
        let statement = try prepare("PRAGMA integrity_check(5)", purpose: purpose)
        var findings: [String] = []
        while try statement.step() { findings.append(statement.string(at: 0)) }
        guard findings == ["ok"] else {
            throw QuireError(
                .corruptData, "The file \(path) is damaged: \(findings.joined(separator: "; ")).")
        }
    }

    /// Brings the statistics up to date that help SQLite to choose indexes, in the open transaction.
    ///
    /// - Parameter isComplete: Whether to look at all of every index.
    /// - Throws: ``QuireError`` if SQLite refuses.
    func updateStatistics(isComplete: Bool) throws {
        try execute(
            isComplete
                ? ["PRAGMA analysis_limit=0", "ANALYZE"]
                : ["PRAGMA analysis_limit=400", "PRAGMA optimize"],
            purpose: "optimize the database")
    }

    /// Gives free pages back to the disk and empties the write-ahead log, as far as readers let it.
    ///
    /// - Returns: Whether rows may have been renumbered, so that the tables that point to them are to
    ///   be built anew.
    /// - Throws: ``QuireError`` if SQLite refuses.
    func giveBackSpace() throws -> Bool {
        let purpose = "give back free space"
        let isIncremental = try integer("PRAGMA auto_vacuum", purpose: purpose) == 2
        // A file that another program made may lack what the incremental way needs.
        if isIncremental {
            try execute("PRAGMA incremental_vacuum", purpose: purpose)
        } else {
            try allowingAttachment { try execute("VACUUM", purpose: purpose) }
        }
        try execute("PRAGMA wal_checkpoint(TRUNCATE)", purpose: purpose)
        return !isIncremental
    }
}

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
