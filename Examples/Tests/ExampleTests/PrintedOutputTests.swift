#if os(macOS) || os(Linux)
    import Foundation
    import Testing

    #if PostgreSQL
        @testable import QuirePostgreSQL
    #endif

    /// The output of the examples, of the snippets in README and documentation, and of the tutorial.
    @Suite struct PrintedOutputTests {
        /// A program, and the file with its expected output.
        struct Program: CustomTestStringConvertible, Sendable {
            let name: String
            let expected: URL

            var testDescription: String { name }
        }

        /// The folder of this package.
        static let root = URL(filePath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

        static let examples = programs(in: "")

        static let snippets = names(in: "Articles").filter { $0.hasSuffix(".swift") }.map { file in
            let name = String(file.dropLast(".swift".count))
            return Program(
                name: name, expected: root.appending(path: "Articles/expected-output/\(name).txt"))
        }

        static let tutorial = programs(in: "Tutorial/")

        /// The programs of a folder that have an expected output.
        private static func programs(in folder: String) -> [Program] {
            names(in: folder).compactMap { name in
                let output = root.appending(path: "\(folder)\(name)/expected-output.txt")
                let isProgram = FileManager.default.fileExists(atPath: output.path)
                return isProgram ? Program(name: name, expected: output) : nil
            }
        }

        private static func names(in folder: String) -> [String] {
            let path = root.appending(path: folder).path
            return (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? []
        }

        /// The examples that this build contains.
        static var builtExamples: [Program] {
            #if Replication
                examples
            #else
                examples.filter { $0.name != "TravelSync" }
            #endif
        }

        /// The snippets that this build can run.
        static var builtSnippets: [Program] {
            #if Encryption
                snippets
            #else
                snippets.filter { $0.name != "EncryptingADatabase" }
            #endif
        }

        @Test(arguments: builtExamples + builtSnippets + tutorial)
        func `a program prints its expected output`(program: Program) throws {
            let expected = try String(contentsOf: program.expected, encoding: .utf8)
            let printed = try BuiltProgram(program.name).run()
            #expect(Self.redacted(printed, like: expected) == expected)
        }

        @Test func `the README's first program prints the same when it runs again`() throws {
            let folder = FileManager.default.temporaryDirectory.appending(path: "quire-\(UUID())")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let expected = try String(
                contentsOf: Self.root.appending(path: "Articles/expected-output/Quickstart.txt"),
                encoding: .utf8)
            let program = try BuiltProgram("Quickstart")
            for _ in 0..<2 { #expect(try program.run([folder.path]) == expected) }
            let contents = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(contents == ["hoteldb.cblite2"])
        }

        #if PostgreSQL
            /// The server, which the script that runs the tests has started.
            static let server = ProcessInfo.processInfo.environment["QUIRE_POSTGRES"]
                .flatMap { $0.isEmpty ? nil : $0 }

            @Test(.enabled(if: server != nil, "QUIRE_POSTGRES does not name a PostgreSQL server."))
            func `HotelServer prints the same results on a PostgreSQL server`() throws {
                let folder = Self.root.appending(path: "HotelServer")
                func expected(_ name: String) throws -> String {
                    try String(contentsOf: folder.appending(path: name), encoding: .utf8)
                }
                let server = try #require(Self.server)
                let printed = try BuiltProgram("HotelServer").run([server])
                #expect(try printed == expected("expected-output-postgresql.txt"))

                // Apart from the parts about the engine, both outputs are equal.
                func results(_ text: String) -> [String] {
                    ["Responses:", "64 clients:", "A time limit of 0.1 seconds:"].map { title in
                        text.components(separatedBy: "\n\n").first { $0.hasPrefix(title) } ?? ""
                    }
                }
                #expect(results(printed) == results(try expected("expected-output.txt")))
                #expect(results(printed).allSatisfy { $0.contains("\n") })

                let connection = try PostgresConnection(
                    PostgresConfiguration(server), location: "the test database")
                let schemas = try connection.rows(
                    "SELECT nspname::text FROM pg_namespace WHERE nspname LIKE 'hotel_server_%'")
                #expect(schemas.map { $0.text(0) } == [])
            }
        #endif

        /// Returns the text with placeholders such as `{path}` for values that differ between runs.
        private static func redacted(_ text: String, like expected: String) -> String {
            let patterns = expected.components(separatedBy: "\n")
            let lines = text.components(separatedBy: "\n").enumerated().map { index, line in
                guard patterns.indices.contains(index) else { return line }
                let parts = patterns[index].components(separatedBy: "{path}")
                guard parts.count == 2, line.hasPrefix(parts[0]), line.hasSuffix(parts[1]),
                    line.count > parts[0].count + parts[1].count
                else {
                    return line
                }
                return patterns[index]
            }
            return lines.joined(separator: "\n")
        }
    }
#endif
