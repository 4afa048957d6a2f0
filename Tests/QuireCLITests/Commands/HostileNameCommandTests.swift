import CSQLite
import Foundation
import Quire
import Testing

@testable import QuireStore
@testable import QuireCLI

/// Commands on databases with SQL in the names of tables, indexes and lists.
@Suite struct HostileNameCommandTests {
    static let names = [
        "x\" ON kv_default(key); CREATE TEMP TRIGGER evil BEFORE INSERT ON main.kv_default "
            + "BEGIN SELECT RAISE(IGNORE); END; --",
        "x\"; DROP TABLE kv_default; --", "x'; DROP TABLE kv_default; --",
        "x`; DROP TABLE kv_info; --",
        "x]; DROP TABLE kv_info; --", "x\n\";--", "\"\u{301}; DROP TABLE kv_info; --",
        "del_\"; DROP TABLE kvmeta",
    ]

    private static func quoted(_ name: String) -> String { SQLIdentifier(name).quoted.string }

    /// Creates a table, its index, and a row in the list of indexes, and sets an older schema
    /// version.
    private func plant(_ name: String, _ guide: Guide, schema: Int?) throws {
        let constant = SQLText.constant(name).string
        try guide.execute(
            """
            CREATE TABLE \(Self.quoted("kv_" + name)) (key TEXT, sequence, flags, version, body);
            CREATE INDEX \(Self.quoted(name)) ON \(Self.quoted("kv_" + name)) (key);
            CREATE TABLE IF NOT EXISTS indexes (name TEXT PRIMARY KEY, type INTEGER NOT NULL,
                keyStore TEXT NOT NULL, expression TEXT, whereClause TEXT, indexTableName TEXT,
                lastSeq TEXT);
            INSERT INTO indexes VALUES (\(constant), 1, 'default', '', '', \(constant), '');
            INSERT INTO kvmeta VALUES (\(constant), 1, 1)
            """)
        if let schema { try guide.execute("PRAGMA user_version = \(schema)") }
    }

    private func content(_ guide: Guide) throws -> [String] {
        let sqlite = try SQLiteConnection(
            StoredFile(guide.database + "/db.sqlite3"), access: .readWriteCreate)
        defer { sqlite.close() }
        let rows = try sqlite.prepare(
            "SELECT name, hex(CAST(sql AS BLOB)) FROM sqlite_master WHERE name NOT LIKE 'sqlite%' ORDER BY 1",
            purpose: "test")
        var content: [String] = []
        while try rows.step() { content.append(rows.string(at: 0) + "|" + rows.string(at: 1)) }
        let documents = try sqlite.integer("SELECT count(*) FROM kv_default", purpose: "test")
        return content + ["\(documents ?? 0)"]
    }

    @Test(arguments: names, [nil, 502])
    func `commands that read execute no names and change nothing`(name: String, schema: Int?) throws
    {
        let guide = try Guide()
        try plant(name, guide, schema: schema)
        let before = try content(guide)
        for command in ["info", "ls", "export", "schema", "index ls"] {
            let run = guide.run(command)
            #expect(run.code == .success, "\(command): \(run.notes)")
        }
        #expect(guide.run("get", "hotel-1").code == .success)
        let rows = guide.run("query", "SELECT count(*) AS n FROM _")
        #expect(rows.output.contains("4"))
        // The list contains a missing index.
        #expect(guide.run("check").code == .failure)
        let copy = guide.run("copy", guide.path("copy.cblite2"))
        #expect(copy.code == .success, "\(copy.notes)")
        #expect(try content(guide) == before)
    }

    @Test(arguments: names, [nil, 502])
    func `commands that write execute no names`(name: String, schema: Int?) throws {
        let guide = try Guide()
        try plant(name, guide, schema: schema)
        let before = try content(guide)
        let runs = [
            guide.run("put", "new", #"{"n":1}"#, "--upgrade"),
            guide.run("index create", "byCity", "city"), guide.run("compact"),
            guide.run("index rm", "byCity"), guide.run("index rm", name), guide.run("rm", "new"),
            guide.run("purge", "new"),
        ]
        #expect(runs.allSatisfy { $0.code == .success }, "\(runs.map(\.notes))")
        if schema == nil { #expect(try content(guide) == before) }
        #expect(guide.run("ls").lines.count == 4)
    }
}
