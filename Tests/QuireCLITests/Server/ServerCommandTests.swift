#if PostgreSQL
    import Foundation
    import DatabaseTestSupport
    import QuireTestSupport
    import Testing

    @testable import QuireCLI

    /// The commands on a server, compared with the same commands on a bundle.
    @Suite(
        .enabled(if: PostgresServer.isAvailable, "PostgreSQL is not installed."),
        .timeLimit(.minutes(10)))
    struct ServerCommandTests {
        struct Call: Sendable, CustomTestStringConvertible {
            let command: String
            let words: [String]

            init(_ command: String, _ words: String...) {
                self.command = command
                self.words = words
            }

            var testDescription: String { ([command] + words).joined(separator: " ") }
        }

        /// A document with values of all kinds that JSON has.
        private static let note = #"""
            {"text":"a\u0000b \"q\" é é 🏨","n":-0.0,"big":18446744073709551615,"i":9007199254740993,
            "e":1e300,"d":1.0,"list":[1,[2,{"k":null}],true],"empty":{},"none":[],"type":"note"}
            """#

        private func run(_ call: Call, _ database: [String]) -> ToolRun {
            ToolRun(
                call.command.split(separator: " ").map(String.init) + database + call.words)
        }

        /// Runs calls on a bundle and on a server, and returns the runs of the last one.
        private func runs(_ calls: [Call]) throws -> (bundle: ToolRun, server: ToolRun) {
            let (guide, server) = (try Guide(), try ServerGuide.withHotels())
            let own = [server.connectionString, "--schema-name", server.schemaName]
            let note = Call("put", "note", Self.note)
            let all = [note] + calls
            let last = all.map {
                (run($0, [guide.database]), run($0, own))
            }.last
            return try #require(last)
        }

        static let reading = [
            Call("ls"), Call("ls", "hotel-1*"), Call("ls", "--limit", "2", "--offset", "1"),
            Call("ls", "--json"), Call("ls", "-c", "none"), Call("ls", "-c", "a b"),
            Call("get", "hotel-2"), Call("get", "note", "hotel-1"), Call("get", "none", "hotel-1"),
            Call("get", "hotel-1", "--pretty"), Call("get", ""), Call("get", "x\u{0}y"),
            Call("export"), Call("export", "-c", "none"),
            Call("schema", "--type", "hotel"), Call("schema", "--type", "none"),
            Call("schema", "--limit", "2"),
            Call("query", "SELECT name, city FROM _ WHERE room_rate < 130"),
            Call("query", "SELECT * FROM _ WHERE stars IS NOT MISSING"),
            Call(
                "query", "SELECT name FROM _ WHERE city = $c AND room_rate > $n", "-p",
                "c=\"Oslo\"", "-p", "n=100"),
            Call("query", "SELECT name FROM _ WHERE city IN $c", "-p", "c=[\"Oslo\",1,null]"),
            Call(
                "query",
                "SELECT city, COUNT(*) AS n FROM _ WHERE type = 'hotel' GROUP BY city ORDER BY city",
                "-f", "csv"),
            Call("query", "SELECT name FROM _ ORDER BY room_rate DESC LIMIT 2", "--json"),
            Call("query", "SELECT n, big, i, e, d, list FROM _ WHERE type = 'note'"),
            Call("query", "SELECT name FROM _default WHERE type = 'hotel'", "-f", "table"),
            Call("query", "SELECT"), Call("query", "SELECT 1 FROM none"),
            Call("query", "SELECT name FROM _ WHERE city = $c"),
            Call("index ls"), Call("index ls", "-c", "none"), Call("expire", "hotel-1"),
            Call("expire", "none"),
        ]

        @Test(arguments: reading)
        func `a command that reads prints the same for a bundle and a server`(call: Call) throws {
            let (bundle, server) = try runs([call])
            #expect(server.code == bundle.code, "\(server.notes)")
            #expect(server.canonicalLines == bundle.canonicalLines)
            // The name of the database and the engine differ.
            #expect(server.notes.isEmpty == bundle.notes.isEmpty)
        }

        static let writing: [[Call]] = [
            [Call("put", "x", #"{"a":1}"#), Call("get", "x")],
            [Call("put", "hotel-1", #"{"a":1,"_id":"hotel-1"}"#), Call("export")],
            [Call("put", "hotel-1", "{}", "--new"), Call("get", "hotel-1")],
            [Call("put", "hotel-1", "{}", "--revision", "1@*"), Call("get", "hotel-1")],
            [Call("put", "x", "[1]"), Call("ls")], [Call("put", "_x", "{}"), Call("ls")],
            [Call("rm", "hotel-1", "note"), Call("ls")],
            [Call("rm", "hotel-1", "none"), Call("ls")],
            [Call("rm", "hotel-1"), Call("rm", "hotel-1")],
            [Call("rm", "hotel-1"), Call("put", "hotel-1", "{}", "--new"), Call("ls")],
            [Call("purge", "hotel-1", "note"), Call("ls")],
            [Call("purge", "hotel-1", "none"), Call("ls")],
            [Call("expire", "hotel-1", "2099-01-31T12:00:00Z"), Call("expire", "hotel-1")],
            [
                Call("expire", "hotel-1", "2099-01-31T12:00:00Z"),
                Call("expire", "hotel-1", "never"), Call("expire", "hotel-1"),
            ],
            [Call("expire", "none", "30d"), Call("ls")],
            [Call("index create", "byCity", "city", "room_rate"), Call("index ls")],
            [Call("index create", "a", "city", "-w", "stars > 3"), Call("index ls", "--json")],
            [Call("index create", "a", "--array", "tags"), Call("index ls")],
            [Call("index create", "a", "city"), Call("index create", "a", "name")],
            [
                Call("index create", "a", "city"), Call("index create", "a", "name", "--replace"),
                Call("index ls"),
            ],
            [Call("index create", "a", "city"), Call("index rm", "a", "b"), Call("index ls")],
            [Call("index create", "a", "city"), Call("index rm", "a"), Call("index ls")],
            [Call("index create", "a", "city ="), Call("index ls")],
            [
                Call("index create", "a", "city"),
                Call("query", "SELECT name FROM _ WHERE city = 'Oslo'"),
            ],
        ]

        @Test(arguments: writing.indices)
        func `a command that writes has the same effect on a bundle and a server`(
            index: Int
        ) throws {
            let calls = Self.writing[index]
            for count in 1...calls.count {
                let (bundle, server) = try runs(Array(calls.prefix(count)))
                #expect(server.code == bundle.code, "\(calls[count - 1]): \(server.notes)")
                // Revisions differ.
                guard calls[count - 1].command != "put" else { continue }
                #expect(server.canonicalLines == bundle.canonicalLines, "\(calls)")
            }
        }

        @Test func `CSV files have the same rows`() throws {
            let (bundle, server) = try runs([Call("export", "-f", "csv")])
            // The columns are in the order in which the documents contain the keys.
            let sorted = [bundle, server].map { run in
                run.lines.dropFirst().map { $0.split(separator: ",").sorted() }.filter {
                    !$0.contains("note")
                }
            }
            #expect(sorted[0] == sorted[1] && sorted[0].count == 4)
        }

        @Test func `an exported file is imported into a server, and exported again`() throws {
            let (guide, server) = (try Guide(), try ServerGuide())
            _ = guide.run("put", "note", Self.note)
            let exported = guide.run("export")
            let imported = server.run(
                "import", "-", "-f", "jsonl", "--id-key", "_id", "-c", "away.inns",
                input: exported.output)
            #expect(imported.code == .success && imported.notes.hasPrefix("5 documents imported"))
            let again = server.run("export", "-c", "away.inns")
            #expect(again.canonicalLines == exported.canonicalLines)
            #expect(server.run("ls").output.isEmpty)
        }

        @Test func `an import reports and skips invalid documents`() throws {
            let input = "{\"_id\":\"a\"}\n{\"_id\":\"_b\"}\n[1]\n{\n{\"_id\":\"c\"}\n"
            let (guide, server) = (try Guide(), try ServerGuide())
            let words = ["-", "-f", "jsonl", "--id-key", "_id", "-c", "x", "--on-error"]
            for policy in ["skip", "stop"] {
                let bundle = ToolRun(["import", guide.database] + words + [policy], input: input)
                let other = ToolRun(
                    ["import", server.connectionString, "--schema-name", server.schemaName] + words
                        + [policy], input: input)
                #expect(other.code == bundle.code)
                #expect(
                    other.notes.split(separator: "\n").count
                        == bundle.notes.split(separator: "\n").count)
                #expect(server.run("ls", "-c", "x").lines == ["a", "c"])
            }
        }

        @Test func `watch prints the changes of another process`() throws {
            let server = try ServerGuide.withHotels()
            let folder = try TemporaryFolder()
            let name = "'\(server.connectionString)' --schema-name \(server.schemaName)"
            let run = try QuireProcess.shell(
                """
                (until grep -q watching notes 2>/dev/null; do sleep 0.05; done
                quire put \(name) hotel-7 '{"a":1}'; quire rm \(name) hotel-1) >/dev/null &
                timeout 120 quire watch \(name) --bodies --limit 2 2>notes
                """, in: folder.path)
            #expect(run.code == 0)
            let lines = run.output.split(separator: "\n")
            #expect(
                lines.count == 2 && lines[0].contains(#""_id":"hotel-7""#)
                    && lines[0].contains(#""body":{"a":1}"#)
                    && lines[1].contains(#""_id":"hotel-1","deleted":true"#), "\(run.output)")
            let notes = try String(contentsOfFile: folder.path + "/notes", encoding: .utf8)
            #expect(notes.contains("watching database quire on PostgreSQL, schema "))
        }

        @Test func `watch begins with the changes after a sequence`() throws {
            let (guide, server) = (try Guide(), try ServerGuide.withHotels())
            _ = (guide.run("rm", "hotel-2"), server.run("rm", "hotel-2"))
            let runs =
                [guide.run("watch", "--since", "0", "--limit", "4")]
                + [server.run("watch", "--since", "0", "--limit", "4")]
            let lines = runs.map { $0.lines.map { $0.prefix { $0 != "q" }.prefix(45) } }
            #expect(runs.allSatisfy { $0.code == .success })
            #expect(
                lines[0].map { $0.hasPrefix("{\"collection\":\"_default\",\"_id\":\"hotel-") }
                    == [true, true, true, true])
            #expect(runs[1].lines[3].contains(#""_id":"hotel-2","deleted":true"#))
            #expect(runs[0].lines[3].contains(#""_id":"hotel-2","deleted":true"#))
        }

        @Test func `info lists the collections and indexes`() throws {
            let server = try ServerGuide.withHotels()
            _ = server.run("index create", "byCity", "city")
            let text = server.run("info")
            #expect(
                text.lines.contains("schema\t\(server.schemaName)")
                    && text.lines.contains("index byCity\tvalue on _default: city"))
            #expect(text.lines.contains { $0.hasPrefix("collection _default\t4 documents; last ") })
            let json = server.run("info", "--json")
            #expect(json.output.contains(#""engine": "PostgreSQL""#))
        }

        @Test func `query plans name the SQL of the server`() throws {
            let plan = try ServerGuide.withHotels().run(
                "query", "SELECT name FROM _ WHERE type = 'hotel'", "--explain")
            #expect(plan.code == .success && plan.output.contains(" Scan"))
        }

        @Test func `statements are read from standard input until one fails`() throws {
            let run = try ServerGuide.withHotels().run(
                "query",
                input:
                    "SELECT 1 AS n FROM _ LIMIT 1; SELECT 2 AS m FROM _ LIMIT 1;\nSELECT; SELECT 1")
            #expect(run.code == .failure && run.lines == ["{\"n\":1}", "{\"m\":2}"])
        }

        @Test func `an edited document is saved on the server`() throws {
            let server = try ServerGuide.withHotels()
            let folder = try TemporaryFolder()
            let run = try QuireProcess.shell(
                "EDITOR='sed -i s/Grand/Grander/' quire edit '\(server.connectionString)' hotel-2 "
                    + "--schema-name \(server.schemaName)", in: folder.path)
            #expect(run.code == 0, "\(run.notes)")
            #expect(server.run("get", "hotel-2").output.contains("\"Grander\""))
        }
    }
#endif
