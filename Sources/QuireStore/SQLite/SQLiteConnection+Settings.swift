extension SQLiteConnection {
    /// The page cache of Couchbase Lite, in bytes.
    static let standardCacheSize = 10 << 20

    /// Applies the settings that every connection to a document database has.
    ///
    /// None of them is stored in the file. The values are those of Couchbase Lite, except the size of
    /// the cache, with one addition: `cell_size_check` detects a damaged page before it is used.
    /// Couchbase Lite also sets `case_sensitive_like`. Quire registers its own function `like` instead.
    ///
    /// - Parameters:
    ///   - fullSync: Whether a commit waits until it is synchronized to disk.
    ///   - cacheSize: The maximum size of the page cache in bytes.
    ///   - registersFunctions: Whether the SQL functions are registered now. Otherwise, they are
    ///     registered with the first statement that may use them, because that takes as long as
    ///     opening a connection.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    func applySettings(
        fullSync: Bool, cacheSize: Int = standardCacheSize, registersFunctions: Bool = true
    ) throws {
        if registersFunctions {
            try FunctionRegistry.register(on: self)
        } else {
            functions = .pending
        }
        try execute(
            [
                // A negative number is a number of kibibytes, and not of pages.
                "PRAGMA cache_size=\(number: -Int64(max(cacheSize / 1024, 1)))",
                "PRAGMA mmap_size=0",
                fullSync ? "PRAGMA synchronous=full" : "PRAGMA synchronous=normal",
                "PRAGMA journal_size_limit=5242880", "PRAGMA fullfsync=ON",
                "PRAGMA cell_size_check=ON",
            ], usesFunctions: false, purpose: "configure a connection")
    }

    /// Returns the version of the file's schema, which changes when a table or an index is created
    /// or removed.
    ///
    /// - Throws: ``QuireError`` if SQLite reports an error.
    package func schemaVersion() throws -> Int64 {
        let statement = try statement(.readSchemaVersion)
        defer { statement.reset() }
        return try statement.step() ? statement.int64(at: 0) : 0
    }

    /// Returns the integer in the first column of a query's first row.
    ///
    /// - Parameters:
    ///   - sql: A query, for example a pragma.
    ///   - usesFunctions: Whether the query may use the registered functions.
    ///   - purpose: A description of the query for error messages.
    /// - Returns: The integer, or `nil` if there is no row.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    package func integer(
        _ sql: SQLText, usesFunctions: Bool = true, purpose: String
    ) throws -> Int64? {
        let statement = try prepare(
            sql, isKept: false, usesFunctions: usesFunctions, purpose: purpose)
        return try statement.step() ? statement.int64(at: 0) : nil
    }

    /// Updates the file's statistics, and returns pages to the file system if many are free.
    ///
    /// Call this method just before a writer connection closes. Errors are ignored, because they
    /// leave the file as usable as before.
    func optimize() {
        try? updateStatistics(isComplete: false)
        let purpose = "reclaim free space"
        guard let pages = try? integer("PRAGMA page_count", purpose: purpose),
            let free = try? integer("PRAGMA freelist_count", purpose: purpose),
            let pageSize = try? integer("PRAGMA page_size", purpose: purpose)
        else { return }
        if free * 4 >= pages && free > 0 || free * pageSize >= 10 << 20 {
            try? execute("PRAGMA incremental_vacuum", purpose: purpose)
        }
    }
}
