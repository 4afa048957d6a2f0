import CSQLite
import Foundation

/// A connection to one database file.
///
/// A connection is not thread-safe: SQLite's own mutexes are switched off, and the owner of the
/// connection must ensure that one thread at a time uses it. Every error that SQLite reports
/// becomes a ``QuireError`` that names the file and the operation.
package final class SQLiteConnection {
    /// The access of a connection to the file.
    enum Access {
        /// Reading only.
        case readOnly
        /// Reading and writing. If the file does not exist, it is created.
        case readWriteCreate
        /// Reading without changing the file or the files next to it.
        case reading(ReadingMode)

        fileprivate var flags: Int32 {
            switch self {
            case .readOnly, .reading(.rollbackJournal): SQLITE_OPEN_READONLY
            case .readWriteCreate:
                // A copy with another encryption is written to a URI with a file system.
                SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_URI
            case .reading(.sharedMemory): SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
            case .reading(.alone), .reading(.locked): SQLITE_OPEN_READWRITE
            }
        }
    }

    /// The time that a statement waits for another connection's lock, in milliseconds.
    static let busyTimeout: Int32 = 10_000

    /// The maximum number of cached statements.
    private static let statementCacheLimit = 128

    /// The maximum length of the SQL text of a cached statement, in bytes.
    private static let longestKeptStatement = 1 << 14

    /// The path of the file.
    package let path: String
    /// The path in error messages, which is that of the original for a temporary copy.
    let shownPath: String
    /// The encryption, whose file system must exist as long as the connection.
    private let encryption: DatabaseEncryption?
    /// Whether the file is encrypted.
    package var isEncrypted: Bool { encryption != nil }
    /// The shared keys, as the connection's SQL functions see them.
    package let keys = ConnectionKeys()
    /// The names of everything that is registered in addition to SQLite's own.
    var registered = RegisteredNames()
    /// SQLite's handle of the connection.
    let handle: OpaquePointer

    /// Whether the SQL functions are registered.
    var functions = FunctionsState.none

    /// The registration of functions that belong to another part of the store.
    var furtherFunctions: (SQLiteConnection) throws -> Void = { _ in }

    /// Values that were computed from the schema.
    var schemaValues = SchemaValues()

    /// The queries that needed a full scan on this connection.
    package var scannedQueries = ScannedQueries()

    private let access: Access
    private var isClosed = false
    private var statements: [SQLText: SQLiteStatement] = [:]
    private var frequentStatements = [SQLiteStatement?](
        repeating: nil, count: FrequentStatement.allCases.count)

    /// Opens a file.
    ///
    /// SQLite reads the file only when the first statement runs.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - access: The access of the connection to the file.
    /// - Throws: ``QuireError`` with code `cantOpenFile`, or an error translated by
    ///   ``QuireError/init(_:purpose:file:)``.
    init(_ file: StoredFile, access: Access) throws {
        var handle: OpaquePointer?
        let path = file.path
        let location = if case .reading(let mode) = access { mode.location(of: path) } else { path }
        let code = sqlite3_open_v2(
            location, &handle, access.flags | SQLITE_OPEN_NOMUTEX, file.encryption?.fileSystemName)
        guard code == SQLITE_OK, let handle else {
            let error = SQLiteError(
                code: handle.map(sqlite3_extended_errcode) ?? code,
                message: String(cString: sqlite3_errstr(code)))
            sqlite3_close_v2(handle)
            throw QuireError(error, purpose: "open the database", file: file.shownPath)
        }
        self.path = path
        shownPath = file.shownPath
        encryption = file.encryption
        self.handle = handle
        self.access = access
        sqlite3_extended_result_codes(handle, 1)
        sqlite3_busy_timeout(handle, Self.busyTimeout)
        if let encryption { encryption.reserveBytes(of: handle) }
        try harden()
        switch access {
        case .reading(let mode): try beginReading(mode)
        case .readWriteCreate: try checkCanWrite()
        case .readOnly: break
        }
    }

    deinit {
        close()
    }

    /// Checks that SQLite has opened a writable file for writing.
    ///
    /// If the system cannot open the file for writing at the moment, for example because the disk is
    /// full, SQLite opens it for reading, and the connection could never write.
    private func checkCanWrite() throws {
        guard sqlite3_db_readonly(handle, "main") == 1,
            FileManager.default.isWritableFile(atPath: path)
        else { return }
        throw QuireError(
            .ioError,
            """
            The system could not open \(path) for writing, although its permissions allow it. The \
            disk may be full, or the process may have too many open files.
            """)
    }

    /// Closes the connection and releases its cached statements.
    ///
    /// If the connection is already closed, this method does nothing.
    package func close() {
        guard !isClosed else { return }
        isClosed = true
        statements.removeAll()
        for index in frequentStatements.indices { frequentStatements[index] = nil }
        if case .reading = access { keepLogWithContent() }
        sqlite3_close_v2(handle)
    }

    /// Whether the connection can only read, because of its access mode or the file's permissions.
    package var isReadOnly: Bool {
        if case .reading = access { true } else { sqlite3_db_readonly(handle, "main") == 1 }
    }

    /// Sets whether statements wait for the locks of other connections.
    func waitForLocks(_ waits: Bool) {
        sqlite3_busy_timeout(handle, waits ? Self.busyTimeout : 0)
    }

    /// Interrupts the running statements of a connection, from any thread.
    ///
    /// The connection must not be closed in the meantime.
    ///
    /// - Parameter handle: SQLite's handle of the connection.
    static func interrupt(_ handle: OpaquePointer) {
        sqlite3_interrupt(handle)
    }

    /// Whether no transaction is open.
    var isAutocommit: Bool { sqlite3_get_autocommit(handle) != 0 }

    /// The number of rows that the last INSERT, UPDATE or DELETE changed.
    var changeCount: Int { Int(sqlite3_changes(handle)) }

    /// A number that changes with each row that is inserted, updated or deleted.
    var changeTotal: Int32 { sqlite3_total_changes(handle) }

    /// A number that changes whenever the file's content may have changed.
    ///
    /// It belongs to the open transaction and is valid only while a transaction is open.
    var dataVersion: UInt32 {
        var version: UInt32 = 0
        sqlite3_file_control(handle, nil, SQLITE_FCNTL_DATA_VERSION, &version)
        return version
    }
}

extension SQLiteConnection {
    /// Runs a statement without parameters, and ignores its rows.
    ///
    /// - Parameters:
    ///   - sql: One statement.
    ///   - usesFunctions: Whether the statement may use the registered functions.
    ///   - purpose: A description of the statement for error messages.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    package func execute(_ sql: SQLText, usesFunctions: Bool = true, purpose: String) throws {
        try prepare(sql, isKept: false, usesFunctions: usesFunctions, purpose: purpose).run()
    }

    /// Runs statements in order.
    ///
    /// - Parameters:
    ///   - statements: The statements, which bind no values.
    ///   - usesFunctions: Whether the statements may use the registered functions.
    ///   - purpose: A description of the statements for error messages.
    /// - Throws: ``QuireError`` if SQLite reports an error. Earlier statements keep their effects.
    package func execute(
        _ statements: [SQLText], usesFunctions: Bool = true, purpose: String
    ) throws {
        for sql in statements { try execute(sql, usesFunctions: usesFunctions, purpose: purpose) }
    }

    /// Compiles a statement, which the caller owns.
    ///
    /// - Parameters:
    ///   - sql: One statement.
    ///   - isKept: Whether the statement is long-lived, as a hint for SQLite's memory management.
    ///   - usesFunctions: Whether the statement may use the registered functions, itself or through
    ///     indexes and triggers.
    ///   - purpose: A description of the statement for error messages.
    /// - Returns: The statement.
    /// - Throws: ``QuireError`` if SQLite reports an error, or with code `unexpectedError` if the
    ///   text is not exactly one statement.
    package func prepare(
        _ sql: SQLText, isKept: Bool = true, usesFunctions: Bool = true, purpose: String
    ) throws -> SQLiteStatement {
        if usesFunctions, functions == .pending { try registerPendingFunctions() }
        var statement: OpaquePointer?
        let length = sql.string.utf8.count
        let flags = isKept ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
        let (code, end) = sql.string.withCString { text in
            var tail: UnsafePointer<CChar>?
            // If the length includes the terminating NUL, SQLite does not copy the text.
            let code = sqlite3_prepare_v3(
                handle, text, Int32(clamping: length + 1), flags, &statement, &tail)
            return (code, tail.map { $0 - text } ?? 0)
        }
        guard code == SQLITE_OK else {
            // Without the functions, SQLite cannot read every schema of another program.
            guard functions != .pending else {
                return try prepare(sql, isKept: isKept, purpose: purpose)
            }
            throw failure(code, purpose: purpose)
        }
        guard let statement else { throw notOneStatement(purpose) }
        let compiled = SQLiteStatement(statement, connection: self, purpose: purpose)
        // SQLite does not compile text after the first statement or after a NUL in the text.
        guard end == length else { throw notOneStatement(purpose) }
        return compiled
    }

    private func notOneStatement(_ purpose: String) -> QuireError {
        QuireError(
            SQLiteError(code: SQLITE_MISUSE, message: "the SQL text is not exactly one statement"),
            purpose: purpose, file: shownPath)
    }

    /// Returns a shared compiled statement.
    ///
    /// Bind, step and reset the statement before running anything else on the connection.
    ///
    /// - Parameter statement: The statement to return.
    /// - Returns: The compiled statement.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    @inline(__always)
    package func statement(_ statement: FrequentStatement) throws -> SQLiteStatement {
        try frequentStatements[statement.rawValue] ?? compile(statement)
    }

    private func compile(_ statement: FrequentStatement) throws -> SQLiteStatement {
        let compiled = try prepare(
            statement.sql, usesFunctions: false, purpose: statement.purpose)
        frequentStatements[statement.rawValue] = compiled
        return compiled
    }

    /// Returns a compiled statement from the cache, or compiles it and adds it to the cache.
    ///
    /// The caller must reset the statement after use. If the cached statement is running, the
    /// result is a new statement that belongs to the caller.
    ///
    /// - Parameters:
    ///   - sql: One statement.
    ///   - usesFunctions: Whether the statement may use the registered functions.
    ///   - purpose: A description of the statement for error messages.
    /// - Returns: A statement that is not running.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    package func statement(
        _ sql: SQLText, usesFunctions: Bool = true, purpose: String
    ) throws -> SQLiteStatement {
        if let kept = statements[sql] {
            return kept.isRunning
                ? try prepare(sql, usesFunctions: usesFunctions, purpose: purpose) : kept
        }
        guard sql.string.utf8.count <= Self.longestKeptStatement else {
            return try prepare(
                sql, isKept: false, usesFunctions: usesFunctions, purpose: purpose)
        }
        let statement = try prepare(sql, usesFunctions: usesFunctions, purpose: purpose)
        if statements.count >= Self.statementCacheLimit {
            statements = statements.filter { $0.value.isRunning }
        }
        statements[sql] = statement
        return statement
    }

    /// Returns the value of `errno` for an error about a file, otherwise 0.
    private func systemError(of code: Int32) -> Int32 {
        // A changed page of an encrypted file is found without a system call.
        let isOfSystem =
            [SQLITE_IOERR, SQLITE_CANTOPEN].contains(code & 0xFF)
            && code != SQLiteError.notAuthentic
        return isOfSystem ? sqlite3_system_errno(handle) : 0
    }

    /// Creates the error for a call that just failed.
    ///
    /// - Parameters:
    ///   - code: The result code of the call.
    ///   - purpose: A description of the operation.
    /// - Returns: The error.
    package func failure(_ code: Int32, purpose: String) -> QuireError {
        // The connection's message belongs to its last error. A misuse that SQLite rejects before
        // it reaches the connection sets no message.
        let isCurrent = sqlite3_errcode(handle) == code || sqlite3_extended_errcode(handle) == code
        let text = isCurrent ? sqlite3_errmsg(handle) : sqlite3_errstr(code)
        let error = SQLiteError(
            code: code, message: text.map { String(cString: $0) } ?? "",
            systemError: systemError(of: code))
        return error.primaryCode == SQLITE_NOTADB
            ? unrecognized(error, purpose: purpose)
            : QuireError(error, purpose: purpose, file: shownPath)
    }
}
