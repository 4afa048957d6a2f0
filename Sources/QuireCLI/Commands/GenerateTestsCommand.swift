import Foundation

/// The command `quire generate-tests`.
enum GenerateTestsCommand: Command {
    static let help = CommandHelp(
        name: "generate-tests",
        summary: "write tests of the models that Swift files have",
        discussion: [
            "There is a test for each type that is Codable or a DocumentModel, by its declaration or "
                + "an extension in one of the files: all of its values must come back from a document, "
                + "from JSON and from a database. The tests are for Swift Testing and use "
                + "QuireTesting.",
            "The files are parsed by the compiler, swiftc or what SWIFTC says. Types that are "
                + "generic or private are left out, and standard error says so.",
        ],
        operands: [
            OperandSpecification("FILE", .oneOrMore, "the Swift files with the models")
        ],
        options: [
            .value("module", "NAME", letter: "m", "the module that the models are in"),
            .value("suite", "NAME", "the name of the suite; RoundTripTests unless given"),
            .value(
                "output", "FILE", letter: "o",
                "the file to write; standard output unless given"),
        ],
        examples: [
            CommandHelp.Example(
                "echo 'struct Hotel: Codable { var name: String }' > Hotel.swift && "
                    + "quire generate-tests Hotel.swift --module Hotels",
                """
                \(TestFile.firstLine)

                import QuireTesting
                import Testing

                @testable import Hotels

                @Suite struct RoundTripTests {
                    @Test func `Hotel comes back as it was`() {
                        expectRoundTrips(Hotel.self)
                    }
                }
                """)
        ])

    static func run(_ arguments: Arguments, _ console: Console) throws {
        let compiler = CompilerProcess(environment: console.environment)
        let files = arguments.operands("FILE")
        let found = CodableModels(
            try files.flatMap { try DeclarationReader.declarations(inFile: $0, compiler) })
        for note in found.notes { console.note("quire generate-tests: \(note)") }
        guard !found.models.isEmpty else {
            throw Failure("there is no model in \(Spelling.list(files, "and"))")
        }
        let suite = arguments.value("suite") ?? "RoundTripTests"
        let module = arguments.value("module")
        for name in [suite, module].compactMap({ $0 }) where !isName(name) {
            throw UsageError("\(name.debugDescription) is no name in Swift")
        }
        let text = TestFile(models: found.models, module: module, suite: suite).text
        guard let path = arguments.value("output") else { return try console.write(text) }
        try write(text, to: path)
    }

    private static func isName(_ text: String) -> Bool {
        text.first?.isNumber == false && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    }

    /// Writes a file, unless another one is there that a person wrote.
    private static func write(_ text: String, to path: String) throws {
        if let old = FileManager.default.contents(atPath: path) {
            guard String(decoding: old, as: UTF8.self).hasPrefix(TestFile.firstLine) else {
                throw Failure("\(path) is there already and was not made by this command")
            }
        }
        do {
            try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
        } catch {
            throw Failure("\(path) cannot be written: \(error.localizedDescription)")
        }
    }
}
