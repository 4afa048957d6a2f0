/// A table in Markdown, with its columns lined up.
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
    /// The machine that figures were taken on.
    init(_ machine: Machine) {
        titles = ["machine", ""]
        rows = machine.lines.map { [$0.term, $0.value] }
    }
}
