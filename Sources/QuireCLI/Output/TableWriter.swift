import QuireFormats

/// A writer that prints aligned columns with headers.
///
/// The first rows determine the widths. On a terminal, columns are truncated to fit the line;
/// otherwise, they are not truncated.
struct TableWriter: RowWriter {
    /// The number of rows that are buffered to determine the widths.
    private static let lookahead = 1000
    private static let gap = "  "

    private let titles: [String]
    private let console: Console
    private var waiting: [[Cell]] = []
    private var columns: [Column]?

    private struct Column {
        var width: Int
        let isNumber: Bool
    }

    init(_ titles: [String], _ console: Console) {
        self.titles = titles
        self.console = console
    }

    mutating func write(_ row: [Cell]) throws {
        if let columns { return try print(row, columns) }
        waiting.append(row)
        if waiting.count == Self.lookahead { try begin() }
    }

    mutating func finish() throws {
        if columns == nil { try begin() }
    }

    private mutating func begin() throws {
        var columns = titles.indices.map { index in
            let cells = waiting.map { $0[index] }.filter { $0 != .missing }
            let widths = cells.map { PlainText.width(PlainText.escaped($0.plain)) }
            return Column(
                width: max(PlainText.width(titles[index]), widths.max() ?? 0),
                isNumber: !cells.isEmpty && cells.allSatisfy { $0.isNumber || $0 == .null })
        }
        fit(&columns)
        self.columns = columns
        let heading = line(titles.map { .text($0) }, columns)
        try console.print(console.style.bold(heading))
        let rules = columns.map { Cell.text(String(repeating: "-", count: $0.width)) }
        try console.print(console.style.faint(line(rules, columns)))
        for row in waiting { try print(row, columns) }
        waiting = []
    }

    /// Shrinks the widest columns until the line fits.
    private func fit(_ columns: inout [Column]) {
        guard console.terminals.output else { return }
        var excess = columns.reduce(0) { $0 + $1.width } + Self.gap.count * (columns.count - 1)
        excess -= console.terminals.width()
        while excess > 0,
            let widest = columns.indices.max(by: { columns[$0].width < columns[$1].width }),
            columns[widest].width > 8
        {
            columns[widest].width -= 1
            excess -= 1
        }
    }

    private func print(_ row: [Cell], _ columns: [Column]) throws {
        try console.print(line(row, columns))
    }

    private func line(_ row: [Cell], _ columns: [Column]) -> String {
        var text = ""
        for (index, column) in columns.enumerated() {
            let isLast = index == columns.count - 1
            var content = PlainText.escaped(row[index].plain)
            if console.terminals.output { content = PlainText.cut(content, to: column.width) }
            let padding = String(
                repeating: " ", count: max(0, column.width - PlainText.width(content)))
            if column.isNumber {
                text += padding + content
            } else {
                text += isLast ? content : content + padding
            }
            if !isLast { text += Self.gap }
        }
        while text.last == " " { text.removeLast() }
        return text
    }
}
