import CSQLite
import DatabaseTestSupport
import Foundation
import Quire
import Testing

@testable import QuireStore

@Suite struct SQLiteConnectionTests {
    let folder: StoreFolder
    let connection: SQLiteConnection

    init() throws {
        folder = try StoreFolder()
        connection = try SQLiteConnection(
            StoredFile(folder.path + "/file"), access: .readWriteCreate)
        try connection.applySettings(fullSync: false)
    }

    @Test(arguments: [
        ("cache_size", "-10240"), ("mmap_size", "0"), ("synchronous", "1"),
        ("journal_size_limit", "5242880"), ("fullfsync", "1"), ("cell_size_check", "1"),
    ])
    func `a connection has the settings of the format`(pragma: String, value: String) throws {
        #expect(try connection.rows("PRAGMA \(pragma)") == [value])
    }

    @Test(arguments: [("SELECT 'a' LIKE 'A'", "0"), ("SELECT 'a' LIKE 'a'", "1")])
    func `LIKE is case-sensitive`(sql: String, value: String) throws {
        #expect(try connection.rows(sql) == [value])
    }

    @Test func `a name in double quotes that does not exist is not a string`() {
        #expect(thrownCode { _ = try connection.rows("SELECT \"abc\"") } == .unexpectedError)
    }

    @Test func `the schema table cannot be written`() throws {
        try connection.execute("PRAGMA writable_schema = ON", purpose: "test")
        let sql = "DELETE FROM sqlite_master"
        #expect(thrownCode { try connection.execute(sql, purpose: "test") } != nil)
    }

    // Numbers, strings and bytes at their limits, and empty ones, which are not NULL.
    static let texts = ["", "a", "a\0b", "\0", "Ærø", String(repeating: "é", count: 100_000)]

    @Test(arguments: texts)
    func `a string survives a round trip, including NUL`(text: String) throws {
        let statement = try connection.prepare("SELECT ?1, typeof(?1)", purpose: "test")
        try statement.bind(text, at: 1)
        let isRow = try statement.step()
        #expect(isRow && statement.string(at: 0) == text && statement.string(at: 1) == "text")
    }

    @Test(arguments: [[], [0], [0, 255, 0], [UInt8](repeating: 7, count: 100_000)])
    func `bytes survive a round trip`(bytes: [UInt8]) throws {
        let statement = try connection.prepare("SELECT ?1, typeof(?1)", purpose: "test")
        try bytes.withUnsafeBytes { try statement.bindBorrowed($0, at: 1) }
        try statement.bind(bytes, at: 1)
        let isRow = try statement.step()
        #expect(isRow && statement.bytes(at: 0) == bytes && statement.string(at: 1) == "blob")
    }

    @Test(arguments: [Int64.min, -1, 0, 1, Int64.max, nil])
    func `an integer survives a round trip`(number: Int64?) throws {
        let statement = try connection.prepare("SELECT ?1", purpose: "test")
        try statement.bind(number, at: 1)
        let isRow = try statement.step()
        #expect(isRow && statement.optionalInt64(at: 0) == number)
    }

    @Test(arguments: [0.1, -0.0, .infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude])
    func `a double survives a round trip`(number: Double) throws {
        let statement = try connection.prepare("SELECT ?1", purpose: "test")
        try statement.bind(number, at: 1)
        let isRow = try statement.step()
        #expect(isRow && statement.double(at: 0) == number)
    }

    @Test func `a cached statement in use is not returned again`() throws {
        let sql: SQLText = "VALUES (1), (2)"
        let first = try connection.statement(sql, purpose: "test")
        let isRow = try first.step()
        let second = try connection.statement(sql, purpose: "test")
        first.reset()
        let third = try connection.statement(sql, purpose: "test")
        #expect(isRow && first !== second && first === third)
    }

    @Test func `an error names the file and the operation`() {
        let error = thrownError {
            try connection.execute("SELECT * FROM nothing", purpose: "look around")
        }
        #expect(error?.message.contains("Cannot look around in \(folder.path)/file: ") == true)
    }

    static let codes: [(Int32, QuireError.Code)] = [
        (SQLITE_BUSY, .busy), (SQLITE_BUSY | 2 << 8, .busy), (SQLITE_FULL, .ioError),
        (SQLITE_IOERR | 10 << 8, .ioError), (SQLITE_CORRUPT, .corruptData),
        (SQLITE_READONLY, .notWriteable), (SQLITE_CANTOPEN, .cantOpenFile),
        (SQLITE_NOTADB, .unreadableDatabase), (SQLITE_NOMEM, .memoryError),
        (SQLITE_TOOBIG, .invalidParameter), (SQLITE_CONSTRAINT, .unexpectedError),
    ]

    @Test(arguments: codes)
    func `SQLite's codes are mapped, including extended ones`(
        code: Int32, expected: QuireError.Code
    ) {
        let cause = SQLiteError(code: code, message: "text")
        #expect(QuireError(cause, purpose: "test", file: "file").code == expected)
    }

    @Test func `a full disk is reported by every call`() {
        let cause = SQLiteError(
            code: SQLITE_IOERR | 19 << 8, message: "disk I/O error", systemError: ENOSPC)
        let error = QuireError(cause, purpose: "test", file: "file")
        #expect(error.message == "Cannot test in file: the disk is full.")
    }

    @Test func `a function called from SQL can access the connection's keys`() throws {
        try connection.register(function: "is_here", argumentCount: 1) { context, count, _ in
            sqlite3_result_int(context, ConnectionKeys.of(context) == nil ? -1 : count)
        }
        #expect(try connection.rows("SELECT is_here('a')") == ["1"])
    }

    @Test func `a function can be used in an index`() throws {
        try connection.register(function: "seven", argumentCount: 1, use: .schema) {
            context, _, _ in
            sqlite3_result_int(context, 7)
        }
        try connection.execute(
            "CREATE TABLE t (a); CREATE INDEX i ON t (seven(a)); INSERT INTO t VALUES (1)",
            purpose: "test")
        #expect(try connection.rows("SELECT a FROM t INDEXED BY i WHERE seven(a) = 7") == ["1"])
    }

    @Test func `a collation orders texts`() throws {
        try connection.register(collation: "by_length") { _, left, _, right, _ in left - right }
        #expect(
            try connection.rows(
                "SELECT * FROM (VALUES ('ccc'), ('b'), ('aa')) ORDER BY 1 COLLATE by_length")
                == ["b", "aa", "ccc"])
    }
}
