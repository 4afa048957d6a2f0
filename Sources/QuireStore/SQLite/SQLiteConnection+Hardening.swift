import CSQLite

extension SQLiteConnection {
    /// SQLite options that are set on every connection when it is opened.
    private static let switches: [(option: Int32, isOn: Bool)] = [
        // A double-quoted name that does not exist must not become a string.
        (SQLITE_DBCONFIG_DQS_DML, false),
        (SQLITE_DBCONFIG_DQS_DDL, false),
        // SQL statements must not damage the file through shadow tables or a writable schema.
        (SQLITE_DBCONFIG_DEFENSIVE, true),
        // The file's schema may call only functions without side effects that reveal no data.
        (SQLITE_DBCONFIG_TRUSTED_SCHEMA, false),
        // The format has no foreign keys. Those of a file could delete additional rows.
        (SQLITE_DBCONFIG_ENABLE_FKEY, false),
        // SQL text must not load code or tokenizers. Quire registers its tokenizers by address, as
        // a bound value, which is still allowed.
        (SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, false),
        (SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, false),
    ]

    /// SQLite limits that differ from its defaults on some platform.
    ///
    /// They apply to expressions and triggers in a file's schema as well as to this program's
    /// statements.
    private static let limits: [(limit: Int32, value: Int32)] = [
        // Queries bind their values, so even an IN with the maximum number of variables stays
        // below.
        (SQLITE_LIMIT_SQL_LENGTH, 4 << 20),
        // SQLite's default since 3.32. Debian's default is higher, and code must not depend on
        // that.
        (SQLITE_LIMIT_VARIABLE_NUMBER, 32_766),
        // The maximum depth of an expression. SQLite traverses it recursively, and the stack of a
        // thread may have only 512 KB.
        (SQLITE_LIMIT_EXPR_DEPTH, 1000),
        // Quire's statements unite the live and the deleted documents, or up to 50 tables.
        (SQLITE_LIMIT_COMPOUND_SELECT, 50),
        // A hundred instructions for each possible variable. Only a malicious statement is larger.
        (SQLITE_LIMIT_VDBE_OP, 4_000_000),
        // LIKE takes time proportional to the product of the lengths of the pattern and the string,
        // so patterns with many wildcards must be short.
        (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 4096),
        // Triggers of the format do not fire other triggers.
        (SQLITE_LIMIT_TRIGGER_DEPTH, 4),
        // A database is one file.
        (SQLITE_LIMIT_ATTACHED, 0),
        // Statements run on the thread that steps them.
        (SQLITE_LIMIT_WORKER_THREADS, 0),
    ]

    /// Applies the options and limits that protect the program and the file from malicious SQL.
    ///
    /// - Throws: ``QuireError`` if SQLite reports an error.
    func harden() throws {
        for (option, isOn) in Self.switches {
            try set(option, isOn)
        }
        for (limit, value) in Self.limits {
            sqlite3_limit(handle, limit, value)
        }
    }

    /// Sets whether triggers and views of the file may use functions and tables that are not
    /// declared innocuous, in particular full-text tables.
    ///
    /// A new connection does not allow it. While it is off, inserting into a collection with a
    /// full-text index fails. While it is on, only ``SchemaTrust`` protects the reader from the
    /// file. The setting also affects statements that are already compiled.
    ///
    /// - Parameter isTrusted: Whether every object of the schema was recognized.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    func trustSchema(_ isTrusted: Bool = true) throws {
        try set(SQLITE_DBCONFIG_TRUSTED_SCHEMA, isTrusted)
    }

    /// Sets whether triggers run.
    ///
    /// - Parameter isEnabled: Whether triggers run. They do on a new connection.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    func enableTriggers(_ isEnabled: Bool) throws {
        try set(SQLITE_DBCONFIG_ENABLE_TRIGGER, isEnabled)
    }

    /// Sets whether the write-ahead log is kept when the last connection closes.
    ///
    /// - Parameter isKept: Whether the log is kept. On a new connection it is not: its content is
    ///   written into the file, and the log is removed.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    func keepLog(_ isKept: Bool) throws {
        try set(SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, isKept)
    }

    /// Runs a closure during which one file can be attached, which VACUUM requires internally.
    ///
    /// - Parameter body: A closure that runs no SQL from untrusted sources.
    /// - Returns: The result of the closure.
    /// - Throws: Any error that the closure throws.
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
