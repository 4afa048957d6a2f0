import Foundation
import Testing

/// The code in the documentation is built, and its output is compared.
@Suite struct DocumentationCodeTests {
    /// A fenced block of an article or a doc comment.
    struct Block: CustomTestStringConvertible, Sendable {
        let page: String
        let line: Int
        let language: String
        let lines: [String]

        var testDescription: String { "\(page.split(separator: "/").last ?? ""):\(line)" }
    }

    static let blocks = pages.flatMap { page in blocks(in: lines(of: page), of: page) }

    /// The folders and files of `Sources` whose doc comments contain only code that is tested.
    static let finished = [
        "Sources/CouchbaseLiteSwift", "Sources/Fleece", "Sources/QuireDocuments",
        "Sources/QuireEncryption",
        "Sources/QuireModels", "Sources/QuireQuery", "Sources/QuireStore",
        "Sources/QuireStoreQuery", "Sources/QuireStudio", "Sources/QuireInMemory",
        "Sources/QuireTesting", "Sources/QuireFormats", "Sources/SQLPlusPlus",
    ]

    /// The fenced blocks in the doc comments of the finished folders.
    static let commentBlocks = ProjectFiles.sources
        .filter { path in finished.contains { path == $0 || path.hasPrefix($0 + "/") } }
        .flatMap { path in blocks(in: commentLines(in: lines(of: path)), of: path) }

    private static let catalogues = [
        "Sources/Quire/Quire.docc", "Sources/CouchbaseLiteSwift/CouchbaseLiteSwift.docc",
        "Sources/QuireTesting/QuireTesting.docc",
        "Sources/QuirePostgreSQL/QuirePostgreSQL.docc", "Sources/QuireStudio/QuireStudio.docc",
        "Sources/QuireFormats/QuireFormats.docc",
    ]
    private static let pages = catalogues.flatMap { catalogue in
        names(in: catalogue).filter { $0.hasSuffix(".md") }.map { "\(catalogue)/\($0)" }
    }

    /// The code of the snippets, and of the tests of the examples.
    private static let code =
        swiftFiles(in: "Examples/Articles") + swiftFiles(in: "Examples/Tests")
        + swiftFiles(in: "Tests/QuirePostgreSQLTests/Documented")
        + swiftFiles(in: "Tests/QuireStudioTests/Documented")

    /// The code that articles and the examples in doc comments repeat.
    private static let exampleCode = code + swiftFiles(in: "Examples")

    /// The expected output of the snippets and the examples.
    private static let outputs =
        names(in: "Examples/Articles/expected-output")
        .map { lines(of: "Examples/Articles/expected-output/\($0)") }
        + names(in: "Examples").map { lines(of: "Examples/\($0)/expected-output.txt") }
        + [lines(of: "Examples/HotelServer/expected-output-postgresql.txt")]

    private static func names(in folder: String) -> [String] {
        let path = ProjectFiles.root.appending(path: folder).path
        return (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? []
    }

    /// The lines of each Swift file in a folder and its subfolders.
    private static func swiftFiles(in folder: String) -> [[String]] {
        let path = ProjectFiles.root.appending(path: folder).path
        let names = (try? FileManager.default.subpathsOfDirectory(atPath: path).sorted()) ?? []
        return names.filter { $0.hasSuffix(".swift") }.map { lines(of: "\(folder)/\($0)") }
    }

    /// The lines of a file, without indentation.
    private static func lines(of path: String) -> [String] {
        let text = (try? ProjectFiles.text(of: path)) ?? ""
        return text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { String($0.drop { $0 == " " }) }
    }

    /// The text of each line of a doc comment without its indentation, and an empty string for each
    /// other line.
    static func commentLines(in lines: [String]) -> [String] {
        lines.map { $0.hasPrefix("///") ? String($0.dropFirst(3).drop { $0 == " " }) : "" }
    }

    static func blocks(in lines: [String], of page: String) -> [Block] {
        var blocks: [Block] = []
        var begin: (line: Int, language: String)?
        var inside: [String] = []
        for (number, line) in lines.enumerated() {
            guard line.hasPrefix("```") else {
                inside.append(line)
                continue
            }
            if let start = begin {
                let block = Block(
                    page: page, line: start.line, language: start.language, lines: inside)
                blocks.append(block)
                begin = nil
            } else {
                begin = (number + 1, String(line.dropFirst(3)))
            }
            inside = []
        }
        return blocks
    }

    private static func contains(_ files: [[String]], _ lines: [String]) -> Bool {
        files.contains { $0.firstRange(of: lines) != nil }
    }

    @Test(arguments: catalogues)
    func `a catalog has pages with code and output`(catalogue: String) {
        let languages = Set(Self.blocks.filter { $0.page.hasPrefix(catalogue) }.map(\.language))
        // Programs that need a server, or are one, have no expected output.
        let needsServer = ["PostgreSQL", "Studio"].contains { catalogue.contains($0) }
        let expected: Set<String> = needsServer ? ["swift"] : ["swift", "text"]
        #expect(languages.isSuperset(of: expected))
    }

    @Test func `there are many articles`() {
        #expect(Self.pages.count > 10)
    }

    @Test(arguments: blocks.filter { $0.language == "swift" })
    func `the code of an article is in a snippet or an example`(block: Block) {
        #expect(Self.contains(Self.exampleCode, block.lines))
    }

    @Test(arguments: blocks.filter { $0.language == "text" })
    func `the output in an article is printed by a program`(block: Block) {
        #expect(Self.contains(Self.outputs, block.lines))
    }

    @Test(arguments: blocks.filter { $0.language == "json" })
    func `the JSON data in an article is read by a program`(block: Block) {
        #expect(Self.contains(Self.code, block.lines))
    }

    // MARK: Doc comments

    @Test(arguments: finished)
    func `the doc comments of a folder or file contain code`(entry: String) {
        let blocks = Self.commentBlocks.filter { $0.page.hasPrefix(entry) }
        #expect(blocks.contains { $0.language == "swift" })
    }

    @Test(arguments: commentBlocks.filter { $0.language == "swift" })
    func `the code of a doc comment is in a test or an example`(block: Block) {
        #expect(Self.contains(Self.exampleCode, block.lines))
        #expect(!block.lines.contains { $0.contains("…") }, "a placeholder is not code")
    }

    @Test func `the blocks of doc comments are found`() throws {
        let lines = [
            "/// A hotel.", "///", "/// ```swift", "/// if isOpen {", "///     open()", "///",
            "/// }", "/// ```", "struct Hotel {}", "// ```swift", "// ```",
        ]
        let blocks = Self.blocks(in: Self.commentLines(in: lines), of: "Hotel.swift")
        let block = try #require(blocks.first)
        #expect(blocks.count == 1)
        #expect(block.testDescription == "Hotel.swift:3")
        #expect(block.language == "swift")
        #expect(block.lines == ["if isOpen {", "open()", "", "}"])
    }
}
