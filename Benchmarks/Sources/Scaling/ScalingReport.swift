import Foundation

/// The figures of a scaling run, as a table, JSON and a chart.
struct ScalingReport: Encodable {
    let machine: Machine
    var figures: [ScalingFigures] = []

    /// Writes `scaling.md`, `scaling.json` and `scaling.svg`.
    func write(to folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(markdown.utf8).write(to: folder.appending(path: "scaling.md"))
        try ReportFiles.json(self).write(to: folder.appending(path: "scaling.json"))
        try Data(chart.svg.utf8).write(to: folder.appending(path: "scaling.svg"))
    }

    var markdown: String {
        var table = MarkdownTable(titles: [
            "documents", "operation", "time of one", "processor time", "growth of the process",
            "for each document",
            "file", "load",
        ])
        for figure in figures {
            table.rows.append([
                "\(figure.documents)", figure.operation.title, Scale.time(figure.nanoseconds),
                Scale.time(figure.processorNanoseconds),
                Scale.size(Double(figure.growth)), Scale.size(figure.growthPerDocument),
                Scale.size(Double(figure.fileSize)), String(format: "%.1f", figure.load),
            ])
        }
        return "\(MarkdownTable(machine).text)\n\(table.text)"
    }

    private var chart: LineChart {
        LineChart(panels: [
            LineChart.Panel(
                title: "Processor time of one operation", label: Scale.time,
                lines: lines(\.processorNanoseconds)),
            LineChart.Panel(
                title: "Memory for each document in the database", label: Scale.size,
                lines: lines(\.growthPerDocument)),
        ])
    }

    private func lines(_ value: (ScalingFigures) -> Double) -> [LineChart.Line] {
        ScalingOperation.allCases.map { operation in
            LineChart.Line(
                title: operation.title,
                points: figures.filter { $0.operation == operation }.map {
                    // The logarithm requires positive values.
                    (Double($0.documents), max(1, value($0)))
                })
        }
    }
}
