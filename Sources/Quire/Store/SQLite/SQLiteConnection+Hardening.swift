import CSQLite

extension SQLiteConnection {
    /// SQLite's switches, as every connection has them from the beginning.
    private static let switches: [(option: Int32, isOn: Bool)] = [
        // A double-quoted name that does not exist must not turn into a text.
        (SQLITE_DBCONFIG_DQS_DML, false),
        (SQLITE_DBCONFIG_DQS_DDL, false),
        // No SQL may damage the file by way of shadow tables or a writable schema.
        (SQLITE_DBCONFIG_DEFENSIVE, true),
        // What stands in the file's schema may call only what has no effect and tells nothing.
        (SQLITE_DBCONFIG_TRUSTED_SCHEMA, false),
        // The format has no foreign keys; a file's own could delete rows along with others.
        (SQLITE_DBCONFIG_ENABLE_FKEY, false),
        // Neither code nor tokenizers are loaded by SQL text. A tokenizer's address can still be
        // given as a bound value, which is how ours are.
        (SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, false),
        (SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, false),
    ]

    /// SQLite's limits, where they differ from its own on some platform or the other.
    ///
    /// They hold for what a file's schema has SQLite do as much as for this program's statements.
    private static let limits: [(limit: Int32, value: Int32)] = [
        // A query has its values bound, so even an IN of all the variables there can be stays below.
        (SQLITE_LIMIT_SQL_LENGTH, 4 << 20),
        // SQLite's own number since 3.32; Debian's is higher, and code must not come to need that.
        (SQLITE_LIMIT_VARIABLE_NUMBER, 32_766),
        // How deep an expression is nested; SQLite goes down by recursion, on stacks of 512 KB too.
        (SQLITE_LIMIT_EXPR_DEPTH, 1000),
        // Nothing here unites more than the live and the deleted documents.
        (SQLITE_LIMIT_COMPOUND_SELECT, 50),
        // A hundred instructions for every variable there can be; what is larger was made to be.
        (SQLITE_LIMIT_VDBE_OP, 4_000_000),
        // The time of LIKE grows with the pattern's length times the text's, so a pattern of many
        // wildcards must not be long.
        (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 4096),
        // A trigger of the format fires no other.
        (SQLITE_LIMIT_TRIGGER_DEPTH, 4),
        // A database is one file.
        (SQLITE_LIMIT_ATTACHED, 0),
        // Statements run on the thread that steps them.
        (SQLITE_LIMIT_WORKER_THREADS, 0),
    ]

    /// Sets what protects this program and the file from each other.
    ///
    /// - Throws: ``QuireError`` if SQLite refuses.
    func harden() throws {
        for (option, isOn) in Self.switches {
            try set(option, isOn)
        }
        for (limit, value) in Self.limits {
            sqlite3_limit(handle, limit, value)
        }
    }

    /// Says whether triggers and views of the file may use what is not declared harmless: full-text
    /// tables above all.
    ///
    /// A new connection does not allow it. With it off, any insert into a collection that has a
    /// full-text index fails; with it on, only ``SchemaTrust`` stands between the file and its
    /// reader. Statements that are compiled already go by the new setting too.
    ///
    /// - Parameter isTrusted: Whether every object of the schema has been recognised.
    /// - Throws: ``QuireError`` if SQLite refuses.
    func trustSchema(_ isTrusted: Bool = true) throws {
        try set(SQLITE_DBCONFIG_TRUSTED_SCHEMA, isTrusted)
    }

    /// Says whether triggers run.
    ///
    /// - Parameter isEnabled: Whether they do, as on a new connection.
    /// - Throws: ``QuireError`` if SQLite refuses.
    func enableTriggers(_ isEnabled: Bool) throws {
        try set(SQLITE_DBCONFIG_ENABLE_TRIGGER, isEnabled)
    }

    /// Says whether the last connection to close leaves the write-ahead log as it is.
    ///
    /// - Parameter isKept: Whether it does. On a new connection it does not: the content of the log is
    ///   written into the file, and the log is removed.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    func keepLog(_ isKept: Bool) throws {
        try set(SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, isKept)
    }

    /// Runs a closure in which one more file can be attached, as VACUUM does inside.
    ///
    /// - Parameter body: A closure that runs no SQL from elsewhere.
    /// - Returns: What the closure returns.
    /// - Throws: What the closure throws.
    func allowingAttachment<R>(_ body: () throws -> R) rethrows -> R {
        let usual = sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 1)
        defer { sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, usual) }
        return try body()
    }

    private func set(_ option: Int32, _ isOn: Bool) throws {
        let code = quire_sqlite3_db_config_switch(handle, option, isOn ? 1 : 0)
        if code != SQLITE_OK { throw failure(code, purpose: "configure a connection") }
    }
}
