import DatabaseTestSupport
import Foundation
import Quire
import Testing

@testable import QuireStore

/// SQL text composed of names, constants and numbers.
@Suite struct SQLTextTests {
    let connection: SQLiteConnection

    init() throws {
        connection = try SQLiteConnection(StoredFile(":memory:"), access: .readWriteCreate)
    }

    /// Strings that end a quoted string, or would if their bytes were not examined individually.
    static let strings = [
        "plain", "a b", "\"", "\"\"", "a\"b", "'", "''", "a'b", "`", "]", "[a]", "a]b", "\n",
        "\r\n",
        "\t", ";--", "a\"; DROP TABLE kept; --", "a'; DROP TABLE kept; --", "/*", "*/", "--", "\\",
        "?1",
        ":a", "@a", "$a", "%", "_", "1", "1a", "select", "SELECT", "rowid", "é", "e\u{301}", "😀",
        "\u{FEFF}", "\u{202E}", "\u{1B}[31m",
        // A quote followed by a combining mark is one Character in Swift.
        "\"\u{301}", "'\u{301}", "a\"\u{301} (x); DROP TABLE kept; --", "`\u{301}", "]\u{301}",
        "'\u{FE0F}", "\"\u{200D}\"",
    ]

    private func names() throws -> [String] {
        try connection.rows("SELECT name FROM sqlite_master")
    }

    @Test(arguments: strings)
    func `an identifier names exactly the given string`(name: String) throws {
        try connection.execute("CREATE TABLE kept (a)", purpose: "test")
        let identifier = SQLIdentifier(name)
        let create: SQLText = "CREATE TABLE \(identifier) (\(identifier))"
        try connection.execute(create, purpose: "test")
        try connection.execute("INSERT INTO \(identifier) VALUES (7)" as SQLText, purpose: "test")
        let select: SQLText = "SELECT \(identifier) FROM \(identifier)"
        #expect(try connection.integer(select, purpose: "test") == 7)
        let names = try names().map { Array($0.utf8) }
        #expect(names == [Array("kept".utf8), Array(name.utf8)])
    }

    @Test(arguments: strings)
    func `an identifier with quotes only where needed has the same meaning`(name: String) throws {
        let sql: SQLText = "CREATE TABLE \(quotedIfNeeded: SQLIdentifier(name)) (a)"
        try connection.execute(sql, purpose: "test")
        #expect(try names().map { Array($0.utf8) } == [Array(name.utf8)])
    }

    @Test(arguments: [
        ("kv_default", "kv_default"), ("byCity", "byCity"), ("_a1", "_a1"), ("1a", "\"1a\""),
        ("", "\"\""), ("select", "\"select\""), ("kv_.a", "\"kv_.a\""), ("é", "\"é\""),
    ])
    func `a word that is not a keyword needs no quotes`(name: String, text: String) {
        #expect(SQLIdentifier(name).quotedIfNeeded.string == text)
    }

    @Test(arguments: strings + ["", "\0", "a\0b", "\0'\0", "'\u{301}\0'"])
    func `a constant is exactly the given string`(string: String) throws {
        let sql: SQLText = "SELECT \(constant: string)"
        let statement = try connection.prepare(sql, purpose: "test")
        _ = try statement.step()
        #expect(Array(statement.string(at: 0).utf8) == Array(string.utf8))
    }

    @Test(arguments: [0, 1, -1, .min, .max])
    func `a number is written in digits`(number: Int64) throws {
        // SQLite parses the smallest integer as a double, because the sign is not part of the
        // literal.
        let sql: SQLText = "SELECT CAST(\(number: number) AS INTEGER)"
        #expect(try connection.integer(sql, purpose: "test") == number)
    }

    @Test func `canonically equivalent strings with different bytes are different`() {
        let (composed, decomposed) = (SQLIdentifier("é"), SQLIdentifier("e\u{301}"))
        #expect(composed != decomposed && composed.quoted != decomposed.quoted)
    }

    @Test func `texts are joined with a separator`() {
        let texts: [SQLText] = ["a", "b", "c"]
        #expect(SQLText.joined(texts, separator: ", ").string == "a, b, c")
        #expect(SQLText.joined([], separator: ", ").string == "")
    }

    // MARK: One statement

    static let severalOrNone: [SQLText] = [
        "", " ", "-- nothing", "/* nothing */", ";",
        "SELECT 1; SELECT 2", "CREATE TABLE t (a); CREATE TABLE u (a)",
        "CREATE TABLE t (a); -- more", "CREATE TABLE t (a);;", "CREATE TABLE t (a)\0",
        "CREATE TABLE t (a)\0; CREATE TABLE u (a)", "CREATE TABLE \"t\0\" (a)",
    ]

    @Test(arguments: severalOrNone.indices)
    func `text that is not exactly one statement is an error, and is not executed`(
        index: Int
    ) throws {
        let sql = Self.severalOrNone[index]
        let codes = [
            thrownCode { try connection.execute(sql, purpose: "test") },
            thrownCode { _ = try connection.prepare(sql, purpose: "test") },
            thrownCode { _ = try connection.statement(sql, purpose: "test") },
        ]
        #expect(
            try codes == [.unexpectedError, .unexpectedError, .unexpectedError] && names() == [])
    }

    @Test(arguments: ["SELECT 1", " SELECT 1 ", "SELECT 1;", "SELECT 1 -- one", "SELECT/**/1\n"])
    func `one statement can end in a semicolon, a space or a comment`(sql: String) throws {
        #expect(try connection.integer(SQLText(verbatim: sql), purpose: "test") == 1)
    }

    @Test func `if one of several statements fails, earlier ones stay effective`() throws {
        let statements: [SQLText] = [
            "CREATE TABLE a (x)", "CREATE TABLE a (x)", "CREATE TABLE b (x)",
        ]
        #expect(thrownCode { try connection.execute(statements, purpose: "test") } != nil)
        #expect(try names() == ["a"])
    }
}
