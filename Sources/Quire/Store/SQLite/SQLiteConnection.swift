import CSQLite

/// A connection to one database file.
///
/// One thread at a time may use it; SQLite's own locks are switched off, and whoever hands out the
/// connection sees to that. Everything SQLite refuses becomes a ``QuireError`` that names the file
/// and what was to be done.
package final class SQLiteConnection {
    /// What a connection may do with the file.
    enum Access {
        /// Read it, never write.
        case readOnly
        /// Read and write it, and make it if it is not there.
        case readWriteCreate
        /// Read it, and leave it and the files next to it as they are.
        case reading(ReadingMode)

        fileprivate var flags: Int32 {
            switch self {
            case .readOnly, .reading(.rollbackJournal): SQLITE_OPEN_READONLY
            case .readWriteCreate: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            case .reading(.sharedMemory): SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
            case .reading(.alone), .reading(.locked): SQLITE_OPEN_READWRITE
            }
        }
    }

    /// How long a statement waits for another connection's lock, in milliseconds.
    static let busyTimeout: Int32 = 10_000

    /// The most statements that are kept for their next use.
    private static let statementCacheLimit = 128

    /// The length in bytes of the longest statement that is kept.
    private static let longestKeptStatement = 1 << 14

    /// The file.
    let path: String
    /// The table of shared keys as the connection's SQL functions see it.
    let keys = ConnectionKeys()
    /// What the connection's SQL can call besides SQLite's own.
    var registered = RegisteredNames()
    /// SQLite's object.
    let handle: OpaquePointer

    /// The queries that were scans on this connection.
    var scannedQueries = ScannedQueries()

    private let access: Access
    private var isClosed = false
    private var statements: [SQLText: SQLiteStatement] = [:]
    private var frequentStatements = [SQLiteStatement?](
        repeating: nil, count: FrequentStatement.allCases.count)

    /// Opens a file; SQLite reads it only when the first statement runs.
    ///
    /// - Parameters:
    ///   - path: The file's path.
    ///   - access: What the connection may do with it.
    /// - Throws: ``QuireError`` with code `cantOpenFile`, or as ``QuireError/init(_:purpose:file:)``
    ///   translates.
    init(path: String, access: Access) throws {
        var handle: OpaquePointer?
        let location = if case .reading(let mode) = access { mode.location(of: path) } else { path }
        let code = sqlite3_open_v2(location, &handle, access.flags | SQLITE_OPEN_NOMUTEX, nil)
        guard code == SQLITE_OK, let handle else {
            let error = SQLiteError(
                code: handle.map(sqlite3_extended_errcode) ?? code,
                message: String(cString: sqlite3_errstr(code)))
            sqlite3_close_v2(handle)
            throw QuireError(error, purpose: "open the database", file: path)
        }
        self.path = path
        self.handle = handle
        self.access = access
        sqlite3_extended_result_codes(handle, 1)
        sqlite3_busy_timeout(handle, Self.busyTimeout)
        try harden()
        if case .reading(let mode) = access { try beginReading(mode) }
    }

    deinit {
        close()
    }

    /// Closes the connection and lets its kept statements go.
    ///
    /// Closing twice does nothing.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        statements.removeAll()
        for index in frequentStatements.indices { frequentStatements[index] = nil }
        if case .reading = access { keepLogWithContent() }
        sqlite3_close_v2(handle)
    }

    /// Whether the connection can only read, also because the file is protected.
    var isReadOnly: Bool {
        if case .reading = access { true } else { sqlite3_db_readonly(handle, "main") == 1 }
    }

    /// Sets whether statements wait for the locks of other connections.
    func waitForLocks(_ waits: Bool) {
        sqlite3_busy_timeout(handle, waits ? Self.busyTimeout : 0)
    }

    /// Whether no transaction is open.
    var isAutocommit: Bool { sqlite3_get_autocommit(handle) != 0 }

    /// The number of rows that the last INSERT, UPDATE or DELETE changed.
    var changeCount: Int { Int(sqlite3_changes(handle)) }

    /// A number that differs as soon as the file's content may differ.
    ///
    /// It is that of the open transaction, so it means something only while one is open.
    var dataVersion: UInt32 {
        var version: UInt32 = 0
        sqlite3_file_control(handle, nil, SQLITE_FCNTL_DATA_VERSION, &version)
        return version
    }
}

extension SQLiteConnection {
    /// Runs a statement that has no values, and ignores its rows.
    ///
    /// - Parameters:
    ///   - sql: One statement.
    ///   - purpose: What it does, for error messages.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    func execute(_ sql: SQLText, purpose: String) throws {
        try prepare(sql, isKept: false, purpose: purpose).run()
    }

    /// Runs statements in order.
    ///
    /// - Parameters:
    ///   - statements: The statements.
    ///   - purpose: What they do, for error messages.
    /// - Throws: ``QuireError`` if SQLite reports an error; the statements before stay done.
    func execute(_ statements: [SQLText], purpose: String) throws {
        for sql in statements { try execute(sql, purpose: purpose) }
    }

    /// Compiles a statement, which the caller keeps.
    ///
    /// - Parameters:
    ///   - sql: One statement.
    ///   - isKept: Whether the statement lives long, as a hint for SQLite's use of memory.
    ///   - purpose: What it does, for error messages.
    /// - Returns: The statement.
    /// - Throws: ``QuireError`` if SQLite reports an error, or with code `unexpectedError` if the text
    ///   is not exactly one statement.
    package func prepare(
        _ sql: SQLText, isKept: Bool = true, purpose: String
    ) throws -> SQLiteStatement {
        var statement: OpaquePointer?
        let length = sql.string.utf8.count
        let flags = isKept ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
        let (code, end) = sql.string.withCString { text in
            var tail: UnsafePointer<CChar>?
            // With the terminating NUL in the length, SQLite makes no copy of the text.
            let code = sqlite3_prepare_v3(
                handle, text, Int32(clamping: length + 1), flags, &statement, &tail)
            return (code, tail.map { $0 - text } ?? 0)
        }
        guard code == SQLITE_OK else { throw failure(code, purpose: purpose) }
        guard let statement else { throw notOneStatement(purpose) }
        let compiled = SQLiteStatement(statement, connection: self, purpose: purpose)
        // What follows the first statement, or a NUL inside of the text, was not compiled.
        guard end == length else { throw notOneStatement(purpose) }
        return compiled
    }

    private func notOneStatement(_ purpose: String) -> QuireError {
        QuireError(
            SQLiteError(code: SQLITE_MISUSE, message: "the SQL text is not exactly one statement"),
            purpose: purpose, file: path)
    }

    /// Returns a compiled statement that is shared: bind, step and reset it before anything else runs.
    ///
    /// - Parameter statement: Which one.
    /// - Returns: The statement.
    /// - Throws: ``QuireError`` if SQLite refuses.
    @inline(__always)
    func statement(_ statement: FrequentStatement) throws -> SQLiteStatement {
        try frequentStatements[statement.rawValue] ?? compile(statement)
    }

    private func compile(_ statement: FrequentStatement) throws -> SQLiteStatement {
        let compiled = try prepare(statement.sql, purpose: statement.purpose)
        frequentStatements[statement.rawValue] = compiled
        return compiled
    }

    /// Returns a compiled statement that is kept for its next use.
    ///
    /// The caller resets it when done. A statement that is being stepped right now is not given out
    /// a second time; the caller gets one of its own then.
    ///
    /// - Parameters:
    ///   - sql: One statement.
    ///   - purpose: What it does, for error messages.
    /// - Returns: The statement, not running.
    /// - Throws: ``QuireError`` if SQLite refuses.
    package func statement(_ sql: SQLText, purpose: String) throws -> SQLiteStatement {
        if let kept = statements[sql] {
            return kept.isRunning ? try prepare(sql, purpose: purpose) : kept
        }
        guard sql.string.utf8.count <= Self.longestKeptStatement else {
            return try prepare(sql, isKept: false, purpose: purpose)
        }
        let statement = try prepare(sql, purpose: purpose)
        if statements.count >= Self.statementCacheLimit {
            statements = statements.filter { $0.value.isRunning }
        }
        statements[sql] = statement
        return statement
    }

    /// The system's number for a failure that came from a file, else 0.
    private func systemError(of code: Int32) -> Int32 {
        [SQLITE_IOERR, SQLITE_CANTOPEN].contains(code & 0xFF) ? sqlite3_system_errno(handle) : 0
    }

    /// Makes the error of a call that failed just now.
    ///
    /// - Parameters:
    ///   - code: What the call returned.
    ///   - purpose: What was to be done.
    /// - Returns: The error.
    func failure(_ code: Int32, purpose: String) -> QuireError {
        // The connection's text belongs to its last failure; a misuse that never reached it has none.
        let isCurrent = sqlite3_errcode(handle) == code || sqlite3_extended_errcode(handle) == code
        let text = isCurrent ? sqlite3_errmsg(handle) : sqlite3_errstr(code)
        return QuireError(
            SQLiteError(
                code: code, message: text.map { String(cString: $0) } ?? "",
                systemError: systemError(of: code)),
            purpose: purpose, file: path)
    }
}
