import CSQLite
import DatabaseTestSupport
import Quire
import Testing

@testable import QuireStore

/// The restrictions of SQL on a connection.
@Suite struct HardeningTests {
    let folder: StoreFolder
    let connection: SQLiteConnection

    init() throws {
        folder = try StoreFolder()
        connection = try SQLiteConnection(
            StoredFile(folder.path + "/file"), access: .readWriteCreate)
        try connection.applySettings(fullSync: false)
        try connection.execute("CREATE TABLE t (a)", purpose: "test")
    }

    static let refused = [
        "ATTACH ':memory:' AS other", "VACUUM",
        "SELECT load_extension('libm.so.6')",
        "SELECT \"no such name\"",
        "SELECT 1" + String(repeating: " UNION SELECT 1", count: 50),
        "SELECT " + String(repeating: "-", count: 1) + String(repeating: "(-1)", count: 1)
            + String(repeating: " + 1", count: 1001),
        "SELECT 'a' LIKE '" + String(repeating: "%a", count: 2049) + "'",
        "SELECT ?32767",
        "SELECT '" + String(repeating: "a", count: 4 << 20) + "'",
    ]

    @Test(arguments: refused.indices)
    func `features that no statement of the library needs are disabled`(index: Int) {
        #expect(thrownCode { _ = try connection.rows(Self.refused[index]) } != nil)
    }

    static let possible = [
        "SELECT 1" + String(repeating: " UNION SELECT 1", count: 49),
        "SELECT 1 WHERE 1 IN (" + String(repeating: "?, ", count: 32_765) + "?) OR 1",
        "SELECT '" + String(repeating: "a", count: 1 << 20) + "'",
        "SELECT 'a' LIKE '" + String(repeating: "%a", count: 2048) + "'",
    ]

    @Test(arguments: possible.indices)
    func `the limits permit large queries`(index: Int) throws {
        #expect(try connection.rows(Self.possible[index]).count == 1)
    }

    @Test func `a pattern with many wildcards is evaluated quickly`() throws {
        let statement = try connection.prepare("SELECT ?1 LIKE ?2", purpose: "test")
        try statement.bind(String(repeating: "a", count: 4096), at: 1)
        try statement.bind(String(repeating: "%a", count: 40) + "b", at: 2)
        let time = try ContinuousClock().measure { _ = try statement.step() }
        #expect(time < .seconds(5) && statement.int64(at: 0) == 0)
    }

    @Test func `foreign keys of a file are not enforced`() throws {
        try connection.execute(
            """
            CREATE TABLE parent (a PRIMARY KEY);
            CREATE TABLE child (a REFERENCES parent ON DELETE CASCADE);
            INSERT INTO parent VALUES (1); INSERT INTO child VALUES (1), (2); DELETE FROM parent
            """, purpose: "test")
        #expect(try connection.rows("SELECT * FROM child") == ["1", "2"])
    }

    @Test func `the schema is untrusted by default`() throws {
        let before = try connection.rows("PRAGMA trusted_schema")
        try connection.trustSchema()
        #expect(try before == ["0"] && connection.rows("PRAGMA trusted_schema") == ["1"])
    }

    @Test func `a tokenizer's address cannot be given as text`() throws {
        let sql = "SELECT fts3_tokenizer('evil', x'4141414141414141')"
        #expect(thrownCode { _ = try connection.rows(sql) } == .unexpectedError)
    }

    @Test func `the file can be vacuumed where permitted`() throws {
        try connection.allowingAttachment {
            try connection.execute("VACUUM", purpose: "test")
        }
        #expect(thrownCode { try connection.execute("VACUUM", purpose: "test") } != nil)
    }
}
