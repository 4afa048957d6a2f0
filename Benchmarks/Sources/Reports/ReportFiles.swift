import Foundation

/// The report of a run: all figures and the machine, written as `benchmarks.md` and
/// `benchmarks.json`.
struct ReportFiles: Encodable {
    let machine: Machine
    var benchmarks: [MeasuredBenchmark] = []

    func write(to folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(markdown.utf8).write(to: folder.appending(path: "benchmarks.md"))
        try Self.json(self).write(to: folder.appending(path: "benchmarks.json"))
    }

    private var markdown: String {
        var table = MarkdownTable(titles: ["benchmark", "ours", "peer", "ratio", "bound", "what"])
        for benchmark in benchmarks {
            let isBytes = benchmark.unit == "bytes"
            table.rows.append([
                benchmark.name,
                isBytes ? "\(Int(benchmark.ours)) B" : Scale.time(benchmark.ours),
                isBytes ? "\(Int(benchmark.peer)) B" : Scale.time(benchmark.peer),
                String(format: "%.2f", benchmark.ratio),
                benchmark.bound.map { "\($0): \(benchmark.isBoundMet == true ? "met" : "MISSED")" }
                    ?? "",
                benchmark.summary,
            ])
        }
        return """
            # Benchmarks

            The ratio is the peer's figure divided by ours: a ratio above 1 means that ours is faster or smaller.

            \(MarkdownTable(machine).text)
            \(table.text)
            """
    }

    /// Encodes a report as indented JSON with sorted keys.
    static func json(_ report: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(report) + Data("\n".utf8)
    }
}
