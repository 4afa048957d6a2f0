import Foundation
import Testing

/// The code in the documentation is built, and its output is compared.
@Suite struct DocumentationCodeTests {
    /// A fenced block of an article.
    struct Block: CustomTestStringConvertible, Sendable {
        let page: String
        let line: Int
        let language: String
        let lines: [String]

        var testDescription: String { "\(page.split(separator: "/").last ?? ""):\(line)" }
    }

    static let blocks = pages.flatMap { page in blocks(of: page) }

    private static let catalogues = [
        "Sources/Quire/Quire.docc", "Sources/CouchbaseLiteSwift/CouchbaseLiteSwift.docc",
        "Sources/QuireTesting/QuireTesting.docc",
    ]
    private static let pages = catalogues.flatMap { catalogue in
        names(in: catalogue).filter { $0.hasSuffix(".md") }.map { "\(catalogue)/\($0)" }
    }

    /// The code of the snippets, and of the tests of the examples.
    private static let code = ["Snippets", "Tests/ExampleTests"].flatMap { folder in
        names(in: folder).filter { $0.hasSuffix(".swift") }.map { lines(of: "\(folder)/\($0)") }
    }

    /// The expected output of the snippets and the examples.
    private static let outputs =
        names(in: "Snippets/expected-output").map { lines(of: "Snippets/expected-output/\($0)") }
        + names(in: "Examples").map { lines(of: "Examples/\($0)/expected-output.txt") }

    private static func names(in folder: String) -> [String] {
        let path = ProjectFiles.root.appending(path: folder).path
        return (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? []
    }

    /// The lines of a file, without indentation.
    private static func lines(of path: String) -> [String] {
        let text = (try? ProjectFiles.text(of: path)) ?? ""
        return text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { String($0.drop { $0 == " " }) }
    }

    private static func blocks(of page: String) -> [Block] {
        var blocks: [Block] = []
        var begin: (line: Int, language: String)?
        var inside: [String] = []
        for (number, line) in lines(of: page).enumerated() {
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
        #expect(languages.isSuperset(of: ["swift", "text"]))
    }

    @Test func `there are many articles`() {
        #expect(Self.pages.count > 10)
    }

    @Test(arguments: blocks.filter { $0.language == "swift" })
    func `the code of an article is in a snippet`(block: Block) {
        #expect(Self.contains(Self.code, block.lines))
    }

    @Test(arguments: blocks.filter { $0.language == "text" })
    func `the output in an article is printed by a program`(block: Block) {
        #expect(Self.contains(Self.outputs, block.lines))
    }
}
