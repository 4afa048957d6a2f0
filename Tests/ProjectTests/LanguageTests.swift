import Foundation
import Testing

/// Plain language in comments, messages, test names and documentation.
@Suite struct LanguageTests {
    /// The folders and files whose language was reviewed.
    static let reviewed = [
        "Benchmarks", "CHANGELOG.md", "CONTRIBUTING.md", "Examples", "Package.swift", "README.md",
        "Scripts", "Sources", "Tests", "docs",
    ]

    static let files: [String] = reviewed.flatMap { entry -> [String] in
        let url = ProjectFiles.root.appending(path: entry)
        let names = (try? FileManager.default.subpathsOfDirectory(atPath: url.path)) ?? []
        if names.isEmpty { return [entry] }
        return names.map { "\(entry)/\($0)" }.sorted()
    }.filter { path in
        [".swift", ".md", ".tutorial"].contains { path.hasSuffix($0) }
            && !path.contains("/Fixtures/") && !path.contains("/.build")
            // The rules and their tests contain the phrases.
            && !path.hasPrefix("Tests/ProjectTests/Language")
    }

    @Test func `there are files to read`() {
        #expect(Self.files.contains("Sources/QuireDocuments/QuireError.swift"))
        #expect(Self.files.contains("README.md"))
        #expect(Self.files.contains("Sources/Quire/Quire.docc/Quire.md"))
    }

    @Test(arguments: reviewed)
    func `no comment, message or page contains a refused phrase`(entry: String) throws {
        var findings: [String] = []
        for path in Self.files where path == entry || path.hasPrefix(entry + "/") {
            let text = try ProjectFiles.text(of: path)
            // The strings of tests are data, and so are the phrases themselves.
            let found =
                path.hasSuffix(".swift")
                ? LanguageRules.findings(
                    inSwift: text, includingStrings: !path.hasPrefix("Tests/"))
                : LanguageRules.findings(inMarkdown: text)
            findings += found.map { "\(path):\($0.line): \($0.phrase)" }
        }
        #expect(findings == [])
    }

    static let swift: [(text: String, findings: [LanguageRules.Finding])] = [
        ("let a = 1 // plain", []),
        ("let a = nobody", []),
        ("/// A listener is told of it.\nlet a = 1", [.init(line: 1, phrase: "is told")]),
        ("let a = 1\n\n// A listener is\n// told of it.", [.init(line: 3, phrase: "is told")]),
        ("let a = 1 // made anew", [.init(line: 1, phrase: "anew")]),
        ("let a = \"Nobody has it\"", [.init(line: 1, phrase: "Nobody")]),
        ("func `it lies in a folder`() {}", [.init(line: 1, phrase: "lies in")]),
        ("/// Whether a belief is told.\n\n/// Renewed.", [.init(line: 1, phrase: "is told")]),
    ]

    @Test(arguments: swift)
    func `refused phrases are found in comments, strings and test names`(
        text: String, findings: [LanguageRules.Finding]
    ) {
        #expect(LanguageRules.findings(inSwift: text, includingStrings: true) == findings)
    }

    @Test func `strings can be left out`() {
        let text = "let a = \"nobody\" // nobody"
        #expect(LanguageRules.findings(inSwift: text, includingStrings: true).count == 2)
        #expect(LanguageRules.findings(inSwift: text, includingStrings: false).count == 1)
    }

    @Test func `refused phrases are found in Markdown apart from code`() {
        let text = "A value\nstands\nfor it.\n\n```\nanew\n```\n\nmade anew"
        #expect(
            LanguageRules.findings(inMarkdown: text) == [
                .init(line: 2, phrase: "stands for"), .init(line: 9, phrase: "anew"),
            ])
    }
}
