import Foundation
import Testing

/// The claims about other libraries in the article that compares them.
@Suite struct ComparisonTests {
    /// A row of a table, with the section that contains it.
    struct Row: CustomTestStringConvertible, Sendable {
        let section: String
        let text: String

        var cells: [String] {
            text.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }

        var testDescription: String { "\(section): \(cells.first ?? "")" }
    }

    struct Report: Decodable {
        struct Benchmark: Decodable {
            let name: String
            let ratio: Double
        }

        let benchmarks: [Benchmark]
    }

    static let article = "Sources/Quire/Quire.docc/ComparingLibraries.md"
    static let rows = rows(in: (try? ProjectFiles.text(of: article)) ?? "")
    static let measured = rows((try? ProjectFiles.text(of: "docs/Performance.md")) ?? "")
    static let report = Result {
        try JSONDecoder().decode(
            Report.self, from: Data(ProjectFiles.text(of: "docs/benchmarks.json").utf8))
    }

    /// Returns the rows of the tables in a text, without their headings.
    static func rows(in text: String) -> [Row] {
        var rows: [Row] = []
        var section = ""
        var isInTable = false
        for line in text.components(separatedBy: "\n") {
            if line.hasPrefix("#") { section = String(line.drop { $0 == "#" || $0 == " " }) }
            if line.hasPrefix("| ---") {
                isInTable = true
            } else if !line.hasPrefix("|") {
                isInTable = false
            } else if isInTable {
                rows.append(Row(section: section, text: line))
            }
        }
        return rows
    }

    private static func rows(_ text: String) -> Set<String> {
        Set(rows(in: text).map(\.text))
    }

    /// Returns the ratio of the benchmark that a row names in its last cell, if any.
    static func ratio(for row: Row) throws -> Double? {
        let name = row.cells.last?.trimmingCharacters(in: ["`"])
        return try report.get().benchmarks.first { $0.name == name }?.ratio
    }

    @Test func `the article compares features and measurements`() throws {
        #expect(Self.rows.count > 40)
        #expect(try Self.rows.filter { try Self.ratio(for: $0) != nil }.count > 8)
        #expect(Self.rows.filter { Self.measured.contains($0.text) }.count > 12)
    }

    @Test(arguments: rows)
    func `a claim has a source or a measurement`(row: Row) throws {
        let hasLink = row.text.contains("](https://") || row.text.contains("<doc:")
        #expect(
            try hasLink || Self.measured.contains(row.text) || Self.ratio(for: row) != nil,
            "no link, no benchmark of docs/benchmarks.json, and no row of docs/Performance.md")
    }

    @Test(arguments: ["Libraries for tables and objects", "Document databases"])
    func `each feature of another library has a source`(section: String) {
        let rows = Self.rows.filter { $0.section == section }
        #expect(rows.count > 10)
        for row in rows {
            // The first cells are the feature and what Quire has.
            let unproven = row.cells.dropFirst(2).filter {
                $0 != "–" && !$0.contains("](https://")
            }
            #expect(unproven == [], "\(row.testDescription)")
        }
    }

    @Test(arguments: rows)
    func `a ratio agrees with the report of the benchmarks`(row: Row) throws {
        guard let ratio = try Self.ratio(for: row) else { return }
        let stated = try #require(row.cells.dropLast().last.flatMap(Double.init))
        #expect(abs(stated - ratio) <= ratio / 5, "the report has \(ratio)")
    }

    @Test func `the rows of tables are found`() {
        let text = """
            # Title

            | a | b |
            | --- | --- |
            | 1 | [x](https://example.com) |

            ## Section
            | c |
            | --- |
            | `store.open` |
            text | no row |
            """
        let rows = Self.rows(in: text)
        #expect(rows.map(\.section) == ["Title", "Section"])
        #expect(rows.map(\.cells) == [["1", "[x](https://example.com)"], ["`store.open`"]])
    }
}
