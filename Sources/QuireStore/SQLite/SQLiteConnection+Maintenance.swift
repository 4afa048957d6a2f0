import CSQLite

extension SQLiteConnection {
    /// Checks the file and its indexes for damage, in the open transaction.
    ///
    /// The check recomputes the contents of the indexes, so the connection's shared keys must be
    /// those of the file.
    ///
    /// - Throws: ``QuireError`` with code `corruptData`, with a message that contains the first
    ///   findings.
    func checkIntegrity() throws {
        let purpose = "check the integrity"
        let statement = try prepare("PRAGMA integrity_check(5)", purpose: purpose)
        var findings: [String] = []
        while try statement.step() { findings.append(statement.string(at: 0)) }
        guard findings == ["ok"] else {
            throw QuireError(
                .corruptData,
                "The file \(shownPath) is damaged: \(findings.joined(separator: "; ")).")
        }
    }

    /// Updates the statistics that SQLite uses to choose indexes, in the open transaction.
    ///
    /// - Parameter isComplete: Whether to analyze every index completely.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    func updateStatistics(isComplete: Bool) throws {
        try execute(
            isComplete
                ? ["PRAGMA analysis_limit=0", "ANALYZE"]
                : ["PRAGMA analysis_limit=400", "PRAGMA optimize"],
            purpose: "optimize the database")
    }

    /// Returns free pages to the file system and truncates the write-ahead log, as far as readers
    /// allow.
    ///
    /// - Returns: Whether rows may have new row IDs. In that case, tables that refer to them must
    ///   be rebuilt.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    func giveBackSpace() throws -> Bool {
        let purpose = "reclaim free space"
        let isIncremental = try integer("PRAGMA auto_vacuum", purpose: purpose) == 2
        // A file that another program created may not support incremental vacuuming.
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
    /// Writes the committed state of the database into another file, row by row.
    ///
    /// - Parameter copy: The file, which is empty.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    /// - Complexity: O(*n*) in the size of the file.
    func writeAgain(to copy: StoredFile) throws {
        var reserved: Int32 = copy.encryption == nil ? 0 : DatabaseEncryption.reservedBytes
        sqlite3_file_control(handle, "main", SQLITE_FCNTL_RESERVE_BYTES, &reserved)
        let location = ReadingMode.escaped(copy.path)
        // Without a name, SQLite uses the file system of this connection.
        let system = copy.encryption?.fileSystemName ?? SQLiteConnection.standardFileSystem
        try allowingAttachment {
            let statement = try prepare(
                "VACUUM INTO ?1", isKept: false, purpose: "copy the database")
            try statement.bind("file:\(location)?vfs=\(system)", at: 1)
            try statement.run()
        }
    }

    /// The name of SQLite's own file system.
    private static var standardFileSystem: String {
        sqlite3_vfs_find(nil).flatMap { $0.pointee.zName }.map { String(cString: $0) } ?? "unix"
    }

    /// Copies the committed state of the database into another one, page by page.
    ///
    /// - Parameter copy: A connection to an empty file.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    /// - Complexity: O(*n*) in the size of the file.
    func backUp(to copy: SQLiteConnection) throws {
        let purpose = "copy the database"
        guard let backup = sqlite3_backup_init(copy.handle, "main", handle, "main") else {
            throw copy.failure(sqlite3_errcode(copy.handle), purpose: purpose)
        }
        // Copy all pages in one step, so that they are from the same snapshot.
        let code = sqlite3_backup_step(backup, -1)
        sqlite3_backup_finish(backup)
        guard code == SQLITE_DONE else { throw failure(code, purpose: purpose) }
    }
}
