extension SQLiteConnection {
    /// Sets what every connection of a document database has; nothing of it is stored in the file.
    ///
    /// That includes the functions, and they come first: SQLite checks whether an index may call a
    /// function when it reads the schema, and not again for one that is registered later. The values
    /// are Couchbase Lite's, and `cell_size_check`, which finds a damaged page before it is used. Couchbase
    /// Lite also sets `case_sensitive_like`; Quire registers its own function `like` instead.
    ///
    /// - Parameter fullSync: Whether a commit waits until the disk has it.
    /// - Throws: ``QuireError`` if SQLite refuses.
    func applySettings(fullSync: Bool) throws {
        try FunctionRegistry.register(on: self)
        try execute(
            [
                "PRAGMA cache_size=-10240", "PRAGMA mmap_size=0",
                fullSync ? "PRAGMA synchronous=full" : "PRAGMA synchronous=normal",
                "PRAGMA journal_size_limit=5242880", "PRAGMA fullfsync=ON",
                "PRAGMA cell_size_check=ON",
            ], purpose: "configure a connection")
    }

    /// Returns the integer in the first column of a query's first row.
    ///
    /// - Parameters:
    ///   - sql: A query; a pragma, for example.
    ///   - purpose: What it does, for error messages.
    /// - Returns: The number of the first row, or `nil` if there is no row.
    /// - Throws: ``QuireError`` if SQLite refuses.
    package func integer(_ sql: SQLText, purpose: String) throws -> Int64? {
        let statement = try prepare(sql, isKept: false, purpose: purpose)
        return try statement.step() ? statement.int64(at: 0) : nil
    }

    /// Brings the file's statistics up to date and gives back space that has long been free.
    ///
    /// For the last moment of a writing connection. A failure is of no consequence: the file is as
    /// good as before.
    func optimize() {
        try? updateStatistics(isComplete: false)
        let purpose = "give back free space"
        guard let pages = try? integer("PRAGMA page_count", purpose: purpose),
            let free = try? integer("PRAGMA freelist_count", purpose: purpose),
            let pageSize = try? integer("PRAGMA page_size", purpose: purpose)
        else { return }
        if free * 4 >= pages && free > 0 || free * pageSize >= 10 << 20 {
            try? execute("PRAGMA incremental_vacuum", purpose: purpose)
        }
    }
}
