import BenchmarkSQLite
import Foundation

/// The peer of the store: a table in SQLite's C interface, with the same pragmas and blobs of the
/// same sizes.
///
/// Each transaction of the store also writes the last sequence, so the peer has a row for it.
final class PlainTable {
    private static let settings = """
        PRAGMA journal_mode=WAL; PRAGMA cache_size=-10240;
        PRAGMA mmap_size=0; PRAGMA synchronous=normal; PRAGMA journal_size_limit=5242880;
        PRAGMA cell_size_check=ON
        """
    private static let schema = """
        CREATE TABLE t (k TEXT PRIMARY KEY, body BLOB);
        CREATE TABLE sequence (last INTEGER); INSERT INTO sequence VALUES (0)
        """

    private var handle: OpaquePointer?
    private var insertStatement: OpaquePointer?
    private var updateStatement: OpaquePointer?
    private var selectStatement: OpaquePointer?
    private var sequenceStatement: OpaquePointer?

    init(path: String) throws {
        let isNew = !FileManager.default.fileExists(atPath: path)
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
        try check(sqlite3_open_v2(path, &handle, flags, nil))
        // The mode must be set before the first page is written.
        if isNew { try execute("PRAGMA auto_vacuum=incremental") }
        try execute(Self.settings)
        if isNew { try execute(Self.schema) }
        insertStatement = try prepare("INSERT INTO t (k, body) VALUES (?1, ?2)")
        updateStatement = try prepare("UPDATE t SET body = ?2 WHERE k = ?1")
        selectStatement = try prepare("SELECT body FROM t WHERE k = ?1")
        sequenceStatement = try prepare("UPDATE sequence SET last = last + ?1")
    }

    /// Opens the file of a document database to read the bodies of its default collection.
    init(documentsAt path: String) throws {
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX
        try check(sqlite3_open_v2(path, &handle, flags, nil))
        try execute(Self.settings)
        selectStatement = try prepare("SELECT body FROM kv_default WHERE key = ?1")
    }

    deinit { close() }

    func close() {
        for statement in [insertStatement, updateStatement, selectStatement, sequenceStatement] {
            sqlite3_finalize(statement)
        }
        (insertStatement, updateStatement) = (nil, nil)
        (selectStatement, sequenceStatement) = (nil, nil)
        sqlite3_close_v2(handle)
        handle = nil
    }

    func insert(_ key: String, _ body: UnsafeRawBufferPointer) throws {
        try run(insertStatement, key, body)
    }

    /// Inserts a UTF-8 string.
    func insert(_ key: String, text: UnsafeRawBufferPointer) throws {
        defer { sqlite3_reset(insertStatement) }
        try bind(insertStatement, key)
        try check(
            sqlite3_bind_text64(
                insertStatement, 2, text.bindMemory(to: CChar.self).baseAddress,
                UInt64(text.count), nil, UInt8(SQLITE_UTF8)))
        guard sqlite3_step(insertStatement) == SQLITE_DONE else { throw failure }
    }

    func update(_ key: String, _ body: UnsafeRawBufferPointer) throws {
        try run(updateStatement, key, body)
    }

    /// Passes the body for a key to a closure; 0 bytes if it does not exist.
    func withBody<R>(_ key: String, _ use: (UnsafeRawBufferPointer) throws -> R) throws -> R {
        defer { sqlite3_reset(selectStatement) }
        try bind(selectStatement, key)
        let isFound = sqlite3_step(selectStatement) == SQLITE_ROW
        let count = isFound ? Int(sqlite3_column_bytes(selectStatement, 0)) : 0
        return try use(
            UnsafeRawBufferPointer(start: sqlite3_column_blob(selectStatement, 0), count: count))
    }

    /// Adds the number of saved rows to the last sequence.
    func advanceSequence(by count: Int) throws {
        defer { sqlite3_reset(sequenceStatement) }
        try check(sqlite3_bind_int64(sequenceStatement, 1, Int64(count)))
        guard sqlite3_step(sequenceStatement) == SQLITE_DONE else { throw failure }
    }

    func inTransaction(_ body: () throws -> Void) throws {
        try execute("BEGIN IMMEDIATE")
        try body()
        try execute("COMMIT")
    }

    private func run(
        _ statement: OpaquePointer?, _ key: String, _ body: UnsafeRawBufferPointer
    ) throws {
        defer { sqlite3_reset(statement) }
        try bind(statement, key)
        try check(sqlite3_bind_blob64(statement, 2, body.baseAddress, UInt64(body.count), nil))
        guard sqlite3_step(statement) == SQLITE_DONE else { throw failure }
    }

    func bind(_ statement: OpaquePointer?, _ key: String) throws {
        // SQLite copies the string, so the memory must be valid only during the call.
        let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        try check(sqlite3_bind_text(statement, 1, key, Int32(key.utf8.count), transient))
    }

    func execute(_ sql: String) throws {
        try check(sqlite3_exec(handle, sql, nil, nil, nil))
    }

    func prepare(_ sql: String) throws -> OpaquePointer? {
        var statement: OpaquePointer?
        try check(
            sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil))
        return statement
    }

    func check(_ code: Int32) throws {
        if code != SQLITE_OK { throw failure }
    }

    var failure: Disagreement {
        Disagreement("SQLite: \(sqlite3_errmsg(handle).map { String(cString: $0) } ?? "closed")")
    }
}
