/// A Markdown table with aligned columns.
struct MarkdownTable {
    let titles: [String]
    var rows: [[String]] = []

    var text: String {
        let widths = titles.indices.map { column in
            ([titles] + rows).map { $0[column].count }.max() ?? 0
        }
        let rule = widths.map { String(repeating: "-", count: max(3, $0)) }
        return ([titles, rule] + rows).map { cells in
            "| " + zip(cells, widths).map { $0.padded(to: max(3, $1)) }.joined(separator: " | ")
                + " |\n"
        }.joined()
    }
}

extension MarkdownTable {
    /// Creates a table of the properties of a machine.
    init(_ machine: Machine) {
        titles = ["machine", ""]
        rows = machine.lines.map { [$0.term, $0.value] }
    }
}
