import Testing

@testable import QuireCLI

@Suite struct ExportCommandTests {
    static let selections: [([String], [String])] = [
        (["--where", "room_rate < 100"], ["hotel-3"]),
        (
            ["--where", "city = 'Oslo' OR TRUE"],
            ["hotel-1", "hotel-2", "hotel-3", "hotel-10"]
        ),
        (["--type", "hotel", "--where", "city = 'Oslo' OR city = 'x'"], ["hotel-3", "hotel-10"]),
        (["--type", "it's"], []), (["--where", "FALSE"], []),
    ]

    @Test(arguments: selections, ["jsonl", "csv"])
    func `only the selected documents are exported`(
        selection: (words: [String], ids: [String]), format: String
    ) throws {
        let guide = try Guide()
        let run = ToolRun(["export", guide.database, "-f", format] + selection.words)
        let ids = run.lines.compactMap { $0.firstMatch(of: /hotel-\d+/).map { String($0.0) } }
        #expect(run.code == .success && ids == selection.ids, "\(run)")
    }

    @Test func `rows of a query are exported`() throws {
        let guide = try Guide()
        let query = "SELECT name, stars FROM _ WHERE city = 'Oslo' ORDER BY name"
        func lines(_ format: String) -> [String] {
            ToolRun(["export", guide.database, "--query", query, "-f", format]).lines
        }
        #expect(lines("csv") == ["name,stars", "Fjord Lodge,", "Nordic,4"])
        #expect(
            lines("markdown") == [
                "| name | stars |", "| --- | --- |", "| Fjord Lodge |  |", "| Nordic | 4 |",
            ])
    }

    static let failing: [([String], CommandLineTool.ExitCode)] = [
        (["--where", "city ="], .failure), (["--where", "a) OR (b"], .failure),
        (["--where", "NONE(a)"], .failure),
        (["--where", ""], .failure), (["--query", "SELECT 1 FROM none"], .failure),
        (["--query", "DELETE FROM _"], .failure),
        (["--query", "SELECT 1 FROM _", "-c", "a"], .usage),
        (["--query", "SELECT 1 FROM _", "--type", "a"], .usage),
    ]

    @Test(arguments: failing)
    func `an invalid selection is an error`(
        words: [String], code: CommandLineTool.ExitCode
    ) throws {
        let guide = try Guide()
        #expect(ToolRun(["export", guide.database] + words).code == code)
    }
}
