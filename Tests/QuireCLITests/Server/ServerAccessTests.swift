import Foundation
import QuireTestSupport
import Testing

@testable import QuireCLI

/// The handling of connection strings, with and without a server.
@Suite struct ConnectionStringTests {
    @Test(arguments: ["check", "compact"])
    func `a command for bundles refuses a connection string with the reason`(
        command: String
    ) {
        let run = ToolRun([command, "postgresql://app@db.example.com/travel"])
        #expect(
            run.code == .failure
                && run.notes.hasPrefix(
                    "quire \(command): \(command) does not accept a connection string: ")
        )
    }

    @Test func `an option for servers is a usage error with a bundle`() {
        for words in [
            ["ls", "a.cblite2", "--schema-name", "x"],
            ["copy", "a.cblite2", "b.cblite2", "--schema-name", "x"],
            ["copy", "a.cblite2", "b.cblite2", "--copy-schema-name", "x"],
            ["copy", "postgresql://h/x", "b.cblite2", "--copy-schema-name", "x"],
            ["copy", "a.cblite2", "b.cblite2", "--overwrite"],
        ] {
            #expect(ToolRun(words).code == .usage, "\(words)")
        }
    }

    private static let secret = "sEcReT7"

    static let leaks: [[String]] = [
        ["ls", "postgresql://u:sEcReT7@127.0.0.1:1/x"],
        ["ls", "postgres://u:sEcReT7@127.0.0.1:1/x", "pattern"],
        ["ls", "postgres:/u:sEcReT7@127.0.0.1:1/x"], ["ls", "POSTGRESQL://u:sEcReT7@127.0.0.1/x"],
        ["ls", "postgresq://u:sEcReT7@127.0.0.1/x"], ["ls", "host=/x password=sEcReT7 dbname=y"],
        ["ls", "a.cblite2", "b", "postgresql://u:sEcReT7@127.0.0.1/x"],
        ["ls", "--postgresql://u:sEcReT7@127.0.0.1/x"],
        ["postgresql://u:sEcReT7@127.0.0.1/x"], ["help", "postgresql://u:sEcReT7@127.0.0.1/x"],
        ["get", "a.cblite2", "postgresql://u:sEcReT7@127.0.0.1/x"],
        ["check", "postgresql://u:sEcReT7@127.0.0.1/x"],
        ["copy", "a.cblite2", "postgresql://u:sEcReT7@127.0.0.1:1/x"],
        ["copy", "postgresql://u:sEcReT7@127.0.0.1:1/x", "a.cblite2"],
        ["ls", "postgresql://u:a\"sEcReT7\"\u{301}\n@127.0.0.1:1/x"],
        ["put", "a.cblite2", "x", "{}", "--revision", "postgresql://u:sEcReT7@h/x"],
        ["watch", "postgresql://u:sEcReT7@127.0.0.1:1/x"],
        ["import", "postgresql://u:sEcReT7@127.0.0.1:1/x", "postgresql://u:sEcReT7@h/x"],
    ]

    @Test(arguments: leaks)
    func `no message contains the password of a connection string`(words: [String]) {
        let run = ToolRun(words)
        #expect(run.code != .success)
        #expect(!run.notes.contains(Self.secret), "\(run.notes)")
        #expect(!run.output.contains(Self.secret))
    }

    @Test func `no description of a database on a server contains the connection string`() {
        let server = ServerDatabase("postgresql://u:sEcReT7@h/x", schemaName: nil)
        var text = "\(server) \(String(reflecting: server)) \(DatabaseLocation.server(server))"
        dump(server, to: &text)
        #expect(!text.contains(Self.secret))
    }

    #if !PostgreSQL
        @Test func `without the trait, the error for a connection string names it`() {
            let run = ToolRun(["ls", "postgresql://h/x"])
            #expect(run.code == .failure && run.notes.contains("trait PostgreSQL"))
        }
    #endif
}

#if PostgreSQL
    import DatabaseTestSupport
    import Quire
    import QuirePostgreSQL

    @Suite(
        .enabled(if: PostgresServer.isAvailable, "PostgreSQL is not installed."),
        .timeLimit(.minutes(10)))
    struct ServerAccessTests {
        @Test func `a server that cannot be reached is an error`() {
            let run = ToolRun(["ls", "postgresql://u@127.0.0.1:1/x"])
            #expect(run.code == .failure && run.notes.contains("127.0.0.1"))
            #expect(ToolRun(["ls", "postgresql://u@h/x?nonsense=1"]).code == .failure)
        }

        static let existing: [[String]] = [
            ["ls"], ["get", "a"], ["export"], ["schema"], ["query", "SELECT 1 FROM _"], ["info"],
            ["index ls"], ["expire", "a"], ["watch", "--limit", "1"], ["put", "a", "{}"],
            ["rm", "a"], ["purge", "a"], ["expire", "a", "never"], ["index create", "a", "b"],
            ["index rm", "a"], ["edit", "a"],
        ]

        @Test func `a command on a schema that does not exist fails and creates nothing`() throws {
            let server = try ServerGuide()
            for words in Self.existing {
                let command = words[0].split(separator: " ").map(String.init)
                let run = ToolRun(
                    command + [server.connectionString, "--schema-name", server.schemaName]
                        + words.dropFirst())
                #expect(run.code == .failure, "\(words)")
                #expect(run.notes.contains("\"\(server.schemaName)\""), "\(run.notes)")
            }
            let folder = try TemporaryFolder()
            let copy = server.copy(to: folder.path + "/copy.cblite2")
            #expect(copy.code == .failure && copy.notes.contains("\"\(server.schemaName)\""))
            #expect(throws: QuireError.self) { try server.open(createsTables: false) }
        }

        @Test func `a name that cannot be a schema is an error`() throws {
            let server = try ServerGuide()
            for name in ["", "pg_x", String(repeating: "x", count: 64), "a\u{0}b"] {
                let run = ToolRun(["import", server.connectionString, "-", "--schema-name", name])
                #expect(
                    run.code == .failure && run.notes.contains("cannot be the name of a schema"))
            }
        }

        @Test(arguments: [
            "x\"; DROP SCHEMA quire; --", "x'; --", "ä ö\u{301}", "x\ny", "\"\u{301}",
        ])
        func `a schema can have a hostile name`(suffix: String) throws {
            let server = try ServerGuide()
            let name = server.schemaName + suffix
            let words = [server.connectionString, "--schema-name", name]
            let imported = ToolRun(
                ["import"] + words + ["-", "-f", "jsonl", "--id-key", "_id"], input: Guide.hotels)
            #expect(imported.code == .success, "\(imported.notes)")
            #expect(ToolRun(["ls"] + words).lines.count == 4)
            #expect(ToolRun(["info"] + words).code == .success)
        }

        @Test func `a command that reads does not purge expired documents`() throws {
            let server = try ServerGuide.withHotels()
            let database = try server.open()
            let date = Date(timeIntervalSinceNow: 1)
            _ = try database.defaultStore().setExpiration(date, of: "hotel-1")
            // Afterwards no program that purges the document runs.
            try database.close()
            Thread.sleep(until: date.addingTimeInterval(0.1))
            for _ in 0..<3 { #expect(server.run("ls").lines.count == 4) }
            #expect(server.run("put", "hotel-2", "{}").code == .success)
        }

        @Test(arguments: [
            "x\"; DROP TABLE property; --", "_x", "a.b.c", "", "é",
            String(repeating: "x", count: 252),
        ])
        func `an invalid collection name is an error`(name: String) throws {
            let server = try ServerGuide.withHotels()
            for command in ["ls", "export", "schema"] {
                #expect(server.run(command, "-c", name).code == .failure)
            }
            #expect(
                server.run("import", "-", "-f", "jsonl", "-c", name, input: "{}").code == .failure)
            #expect(server.run("ls").lines.count == 4)
        }

        @Test(arguments: [
            "x'; DELETE FROM quire; --", "x\"y", "é", "é", "a\\b", "hotel-1*", "🏨", "a b",
        ])
        func `a document can have an unusual ID`(id: String) throws {
            let server = try ServerGuide.withHotels()
            #expect(server.run("put", "--", id, #"{"x":1}"#).code == .success)
            #expect(server.run("get", "--", id).output == "{\"x\":1}\n")
            #expect(server.run("ls").lines.count == 5)
            #expect(server.run("rm", "--", id).code == .success)
            #expect(server.run("ls").lines.count == 4)
        }
    }
#endif
