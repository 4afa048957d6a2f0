import QuireFormats

#if PostgreSQL
    import Fleece
    import Foundation
    import DatabaseTestSupport
    import Quire
    import QuirePostgreSQL
    import QuireTestSupport
    import Testing

    @testable import QuireCLI

    /// Copies between bundles and servers.
    @Suite(
        .enabled(if: PostgresServer.isAvailable, "PostgreSQL is not installed."),
        .timeLimit(.minutes(10)))
    struct ServerCopyTests {
        private let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
        }

        private func path(_ name: String) -> String { "\(folder.path)/\(name).cblite2" }

        private func withBundle<R>(
            _ name: String, _ body: (Database) throws -> R
        ) throws -> R {
            let config = DatabaseConfiguration(directory: folder.path)
            let database = try Database(name: name, config: config)
            defer { try? database.close() }
            return try body(database)
        }

        private func contents(_ name: String) throws -> [String] {
            try withBundle(name) { try CopyTestData.contents(of: $0) }
        }

        @Test func `a bundle is equal after copies to a server, to another one, and back`() throws {
            try withBundle("a") { try CopyTestData.fill($0) }
            let (first, second) = (try ServerGuide(), try ServerGuide())
            let runs = [
                first.copy(from: path("a")),
                ToolRun([
                    "copy", first.connectionString, second.connectionString, "--schema-name",
                    first.schemaName, "--copy-schema-name", second.schemaName,
                ]),
                second.copy(to: path("b")),
            ]
            for run in runs {
                #expect(run.code == .success && run.output.isEmpty)
                #expect(run.notes.contains("53 documents, 15 tombstones and 3 blobs copied in "))
                #expect(run.notes.hasSuffix("; the copy is equal\n"), "\(run.notes)")
            }
            let original = try contents("a")
            #expect(original.count == 6 + 53 + 5 + 15 + 3)
            let copies = [
                try CopyTestData.contents(of: try first.open()),
                try CopyTestData.contents(of: try second.open()), try contents("b"),
            ]
            for copy in copies { #expect(copy == original) }
        }

        @Test func `a second run writes nothing`() throws {
            try withBundle("a") { try CopyTestData.fill($0) }
            let server = try ServerGuide()
            _ = server.copy(from: path("a"))
            let before = try server.open().stores().map { try $0.changeFeedState().lastSequence }
            let again = server.copy(from: path("a"))
            #expect(again.code == .success)
            #expect(
                again.notes.hasPrefix("0 documents, 0 tombstones and 0 blobs copied in ")
                    && again.notes.contains("53 were equal"), "\(again.notes)")
            let after = try server.open().stores().map { try $0.changeFeedState().lastSequence }
            #expect(after == before)
        }

        /// Fills a bundle with several pages of documents.
        private func fillPages(_ name: String, count: Int = 1_800) throws {
            try withBundle(name) { database in
                let store = try database.defaultStore()
                try database.inBatch {
                    for number in 0..<count {
                        _ = try store.save { writer in
                            try JSONReader.read(#"{"n":\#(number)}"#, into: writer)
                            return WriteTarget(id: "d\(number)", if: .absent)
                        }
                    }
                }
            }
        }

        /// An output that interrupts the command at its first write: after the first page.
        private final class InterruptingOutput: ByteOutput {
            let interruption = Interruption()
            var text = ""

            func write(_ bytes: UnsafeRawBufferPointer) {
                text += String(decoding: bytes, as: UTF8.self)
                _ = interruption.receive(2)
            }

            func flush() {}
        }

        @Test(arguments: [true, false])
        func `an interrupted copy continues where it ended`(toServer: Bool) throws {
            try fillPages("a")
            let server = try ServerGuide()
            if !toServer { #expect(server.copy(from: path("a")).code == .success) }
            let output = InterruptingOutput()
            let console = Console(
                input: MemoryInput(""), output: MemoryOutput(), diagnostics: output,
                terminals: Console.Terminals(diagnostics: true),
                interruption: output.interruption)
            let words =
                toServer
                ? [path("a"), server.connectionString, "--copy-schema-name", server.schemaName]
                : [server.connectionString, path("b"), "--schema-name", server.schemaName]
            #expect(CommandLineTool(console: console).run(["copy"] + words) == .failure)
            #expect(output.text.contains("interrupted"))
            #expect(output.text.contains("500 documents"))
            let run = ToolRun(["copy"] + words)
            #expect(run.code == .success)
            #expect(
                run.notes.hasPrefix("1,300 documents, ") && run.notes.contains("500 were equal"),
                "\(run.notes)")
            // The order of the first saves is kept.
            if !toServer { #expect(try contents("b") == contents("a")) }
        }

        @Test func `a copy that was killed continues where it ended`() throws {
            try fillPages("a", count: 6_000)
            let server = try ServerGuide()
            let process = Process()
            process.executableURL = QuireProcess.executable
            process.arguments = [
                "copy", path("a"), server.connectionString, "--copy-schema-name",
                server.schemaName,
            ]
            process.standardError = FileHandle.nullDevice
            try process.run()
            let database = try server.open()
            let store = try database.defaultStore()
            while process.isRunning, try store.count() == 0 { Thread.sleep(forTimeInterval: 0.005) }
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            let run = server.copy(from: path("a"))
            #expect(run.code == .success && run.notes.contains("the copy is equal"))
            #expect(try CopyTestData.contents(of: database) == contents("a"))
        }

        @Test func `a copy with other documents is refused and unchanged`() throws {
            let guide = try Guide()
            let server = try ServerGuide()
            // The first two are part of an interrupted copy.
            for (id, json, word) in [
                ("hotel-1", #"{"name":"Mine"}"#, "another version of document \"hotel-1\""),
                (
                    "mine", "{}",
                    "document \"mine\" in collection _default, which DB does not contain"
                ),
            ] {
                let created = server.run("import", "-", "-f", "jsonl", input: "")
                #expect(created.code == .success)
                #expect(server.run("put", id, json).code == .success)
                let run = server.copy(from: guide.database)
                #expect(run.code == .failure && run.notes.contains(word), "\(run.notes)")
                #expect(run.notes.contains("--overwrite"))
                #expect(server.run("ls").lines == [id])
                _ = server.run("purge", id)
            }
            let elsewhere = server.run(
                "import", "-", "-f", "jsonl", "-c", "mine", input: "{}")
            #expect(elsewhere.code == .success)
            #expect(server.copy(from: guide.database).notes.contains("collection mine"))
        }

        @Test func `with --overwrite, other versions are replaced, and other documents kept`()
            throws
        {
            let guide = try Guide()
            let server = try ServerGuide.withHotels()
            _ = server.run("put", "hotel-1", #"{"name":"Mine"}"#)
            _ = server.run("rm", "hotel-2")
            _ = server.run("expire", "hotel-3", "30d")
            let first = server.copy(from: guide.database, "--overwrite")
            #expect(first.code == .success, "\(first.notes)")
            #expect(
                first.notes.hasPrefix("3 documents") && first.notes.contains("1 were equal"))
            #expect(server.run("expire", "hotel-3").output == "never\n")
            _ = server.run("put", "mine", "{}")
            let second = server.copy(from: guide.database, "--overwrite")
            #expect(second.code == .failure)
            #expect(
                second.notes.contains("document \"mine\" of collection _default is missing in DB"))
            #expect(second.notes.hasSuffix("; 1 document differs\n"))
            #expect(server.run("ls").lines.count == 5)
            _ = guide.run("rm", "hotel-1")
            _ = server.run("purge", "mine")
            #expect(server.copy(from: guide.database).code == .failure)
            let third = server.copy(from: guide.database, "--overwrite")
            #expect(third.code == .success && third.notes.contains("1 tombstone"))
            #expect(server.run("get", "hotel-1").code == .failure)
        }

        @Test func `a database is not copied to itself`() throws {
            let server = try ServerGuide.withHotels()
            let run = ToolRun([
                "copy", server.connectionString, server.connectionString, "--schema-name",
                server.schemaName,
            ])
            #expect(run.code == .failure && run.notes.contains("the same database"))
        }

        @Test func `indexes that both engines support are copied, and others are named`() throws {
            let guide = try Guide()
            _ = guide.run("index create", "byCity", "city", "room_rate", "-w", "type = 'hotel'")
            _ = guide.run("index create", "byTag", "--array", "tags")
            _ = guide.run("index create", "lower", "lower(city)")
            let server = try ServerGuide()
            let run = server.copy(from: guide.database)
            #expect(
                run.code == .success && run.notes.contains("index lower of collection _default"))
            let listed = guide.run("index ls").lines.filter { !$0.contains("\tlower\t") }
            #expect(server.run("index ls").lines == listed && listed.count == 2)
            let back = server.copy(to: path("back"))
            #expect(back.code == .success)
            #expect(ToolRun(["index", "ls", path("back")]).lines == listed)
            // Another index of the same name is kept.
            _ = server.run("index create", "byCity", "name", "--replace")
            let again = server.copy(from: guide.database)
            #expect(again.notes.contains("COPY contains another index of this name"))
            #expect(server.copy(from: guide.database, "--overwrite").code == .success)
            #expect(server.run("index ls").lines == listed)
        }

        @Test func `a unique index is copied`() throws {
            try withBundle("a") { database in
                try database.defaultStore().createIndex(
                    withName: "byName", config: ValueIndexConfiguration(["name"], isUnique: true))
            }
            let server = try ServerGuide()
            #expect(server.copy(from: path("a")).code == .success)
            #expect(server.run("put", "a", #"{"name":"x"}"#).code == .success)
            #expect(server.run("put", "b", #"{"name":"x"}"#).code == .failure)
        }

        @Test func `expired documents are not copied`() throws {
            let server = try ServerGuide.withHotels()
            let database = try server.open()
            let date = Date(timeIntervalSinceNow: 1)
            _ = try database.defaultStore().setExpiration(date, of: "hotel-1")
            try database.close()
            Thread.sleep(until: date.addingTimeInterval(0.1))
            let run = server.copy(to: path("a"))
            #expect(run.code == .success && run.notes.hasPrefix("3 documents"), "\(run.notes)")
            #expect(ToolRun(["ls", path("a")]).lines.count == 3)
        }

        @Test func `a blob without content is copied as it is, and counted`() throws {
            try withBundle("a") { database in
                _ = try database.defaultStore().save { writer in
                    try JSONReader.read(
                        #"{"image":{"@type":"blob","digest":"sha1-7hYMqN2gjvfVtZ6UcYCFZWLWo98="}}"#,
                        into: writer)
                    return WriteTarget(id: "a", if: .any)
                }
            }
            let run = try ServerGuide().copy(from: path("a"))
            #expect(
                run.code == .success && run.notes.contains("DB lacks the content of 1 blob"),
                "\(run.notes)")
        }

        @Test func `a source that does not exist is an error, and creates no copy`() throws {
            let server = try ServerGuide()
            #expect(server.copy(from: path("none")).code == .failure)
            #expect(server.copy(from: folder.path).code == .failure)
            #expect(server.run("ls").code == .failure)
            #expect(server.copy(to: path("none")).code == .failure)
            #expect(!FileManager.default.fileExists(atPath: path("none")))
        }

        @Test func `a bundle of an older Couchbase Lite is copied without an upgrade`() throws {
            let source = try Bundles.copy(Bundles.couchbaseMade, to: folder)
            let server = try ServerGuide()
            let run = server.copy(from: source)
            #expect(run.code == .success, "\(run.notes)")
            let lists = [ToolRun(["export", source]), server.run("export")]
            #expect(lists[0].canonicalLines == lists[1].canonicalLines && !lists[0].lines.isEmpty)
        }
    }

    /// The comparison of bodies.
    @Suite struct BodyEqualityTests {
        static let different: [(String, String)] = [
            ("{}", #"{"a":null}"#), (#"{"a":1}"#, #"{"a":1.0}"#), (#"{"a":0.0}"#, #"{"a":-0.0}"#),
            (#"{"a":"é"}"#, "{\"a\":\"e\u{301}\"}"), (#"{"é":1}"#, "{\"e\u{301}\":1}"),
            (#"{"a":[1,2]}"#, #"{"a":[2,1]}"#), (#"{"a":[1]}"#, #"{"a":[1,1]}"#),
            (#"{"a":{"b":1}}"#, #"{"a":{"b":2}}"#), (#"{"a":true}"#, #"{"a":1}"#),
            (#"{"a":18446744073709551615}"#, #"{"a":-1}"#), (#"{"a":"1"}"#, #"{"a":1}"#),
            (#"{"a":[]}"#, #"{"a":{}}"#), (#"{"a":null}"#, #"{"a":false}"#),
        ]

        private func body(_ json: String) throws -> FleeceDictionary {
            try #require(try FleeceStorage(json: json).rootDictionary)
        }

        @Test(arguments: different)
        func `bodies with different values are different`(left: String, right: String) throws {
            let (left, right) = (try body(left), try body(right))
            #expect(!BodyEquality.areEqual(left, right) && !BodyEquality.areEqual(right, left))
            #expect(BodyEquality.areEqual(left, left) && BodyEquality.areEqual(right, right))
        }

        @Test func `the order of keys has no effect`() throws {
            let (left, right) = (try body(#"{"a":1,"b":[{}]}"#), try body(#"{"b":[{}],"a":1}"#))
            #expect(BodyEquality.areEqual(left, right))
        }
    }
#endif
