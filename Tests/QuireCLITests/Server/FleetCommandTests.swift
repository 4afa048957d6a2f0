#if PostgreSQL
    import DatabaseTestSupport
    import Foundation
    import Quire
    import QuirePostgreSQL
    import Testing

    @testable import QuireCLI

    /// The commands for fleets.
    @Suite(.enabled(if: PostgresServer.isAvailable, "PostgreSQL is not installed."), .serialized)
    struct FleetCommandTests {
        private let connectionString: String
        /// The beginning of all names, since the tests share the directory of the server.
        private let prefix = "\(PostgresServer.schemaName())-"

        init() throws { connectionString = try PostgresServer.connectionString() }

        private func run(_ command: String, _ words: String...) -> ToolRun {
            ToolRun(["fleet", command, connectionString] + words)
        }

        private func list() -> [String] {
            run("ls", "--prefix", prefix, "--format", "tsv").lines
        }

        @Test func `databases are created, listed and deleted`() {
            let created = run("create", prefix + "a", prefix + "b")
            let all = list()
            let removed = run("rm", prefix + "a")
            let rest = list()
            #expect(
                [created.code, removed.code] == [.success, .success]
                    && all.filter { $0.hasPrefix(prefix) }.count == 2
                    && rest.filter { $0.hasPrefix(prefix) } == [
                        "\(prefix)b\tmain\tquire_\(prefix)b\topen"
                    ])
        }

        @Test func `a bundle is copied into a database of a fleet by its schema`() throws {
            let guide = try Guide()
            _ = run("create", prefix + "c")
            let copy = ToolRun([
                "copy", guide.path("hotels.cblite2"), connectionString, "--copy-schema-name",
                "quire_\(prefix)c",
            ])
            let fleet = try PostgresFleet(connectionString: connectionString)
            let count = try fleet.database(named: prefix + "c").defaultStore().count()
            #expect(copy.code == .success && count > 0)
        }

        @Test func `the upgrade reports the number of databases`() {
            _ = run("create", prefix + "d")
            let run = run("upgrade")
            #expect(run.notes.contains("with the current version"))
        }

        @Test func `a move to the own server says where the database is`() {
            _ = run("create", prefix + "e")
            let run = run("move", prefix + "e", "main")
            #expect(run.code == .success && run.notes == "\(prefix)e is on main\n")
        }

        @Test(arguments: [
            ["ls", "hotels.cblite2"], ["move", "x", "y"], ["create", "--server", "a"],
            ["ls", "--server", "=postgresql://x/y"],
        ])
        func `a mistake is an error that names it`(words: [String]) {
            let operand = words[0] == "ls" && words.count == 2 ? [] : [connectionString]
            let run = ToolRun(["fleet", words[0]] + operand + words.dropFirst())
            #expect(run.code != .success && run.notes.hasPrefix("quire fleet"))
        }
    }
#endif
