import Testing

@testable import QuireCLI

@Suite struct ManualPageTests {
    static let lines = [
        ("plain", "plain\n"),
        (".cblite2", "\\&.cblite2\n"),
        ("'quoted' \"twice\"", "\\(aqquoted\\(aq \\(dqtwice\\(dq\n"),
        ("a\\n --b", "a\\en \\-\\-b\n"),
        ("`~^", "\\(ga\\(ti\\(ha\n"),
        ("caf\u{E9} \u{1F3E8}", "caf\\[u00E9] \\[u1F3E8]\n"),
        ("one\n two", "one\n\\& two\n"),
        ("", ""),
    ]

    @Test(arguments: lines)
    func `roff markup in text is escaped`(text: String, expected: String) {
        var page = Roff()
        page.text(text)
        #expect(page.text == expected)
    }

    @Test func `macro arguments with spaces are quoted`() {
        var page = Roff()
        page.macro("TH", "ONE", "two words", "")
        #expect(page.text == ".TH ONE \"two words\" \"\"\n")
    }

    @Test func `the manual page in docs equals the generated one`() throws {
        let page = try RepositoryFile.text(of: "docs/quire.1")
        #expect(page == ToolRun(["--man"]).output, "run Scripts/docs --manual to update it")
    }
}
