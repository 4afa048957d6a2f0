import Foundation

/// The output formats of figures.
enum ReportFormat {
    case table
    case json
}

/// Formatting of figures, with a line for each benchmark.
struct Report {
    private let format: ReportFormat
    private let nameWidth: Int

    init(format: ReportFormat, benchmarks: [Benchmark]) {
        self.format = format
        nameWidth = benchmarks.map(\.name.count).max() ?? 0
    }

    /// The header line, if the format has one.
    var header: String? {
        format == .table ? row("name", "ours", "peer", "ratio", "bound", "") : nil
    }

    func line(_ benchmark: Benchmark, _ figures: Figures) -> String {
        switch format {
        case .json: Self.json(benchmark.name, figures)
        case .table:
            row(
                benchmark.name, Self.text(figures.ours, figures.unit),
                Self.text(figures.peer, figures.unit), String(format: "%.2f", figures.ratio),
                benchmark.bound.map { "\($0): \($0.isMet(by: figures) ? "met" : "MISSED")" } ?? "",
                Self.throughput(figures))
        }
    }

    /// The keys contain "nanoseconds" for sizes too, whose values are bytes, so that parsers of the
    /// output need only one format.
    private static func json(_ name: String, _ figures: Figures) -> String {
        String(
            format: #"{"name":"%@","ours_ns":%.1f,"peer_ns":%.1f,"ratio":%.3f}"#,
            name, figures.ours, figures.peer, figures.ratio)
    }

    private func row(
        _ name: String, _ ours: String, _ peer: String, _ ratio: String, _ bound: String,
        _ throughput: String
    ) -> String {
        [
            name.padded(to: nameWidth), ours.padded(to: 13, atEnd: false),
            peer.padded(to: 13, atEnd: false), ratio.padded(to: 8, atEnd: false),
            bound.padded(to: 20), throughput,
        ].joined(separator: "  ").trimmedAtEnd
    }

    private static func text(_ figure: Double, _ unit: Figures.Unit) -> String {
        switch unit {
        case .bytes: String(format: "%.0f B", figure)
        case .nanoseconds: String(format: figure < 1000 ? "%.1f ns" : "%.0f ns", figure)
        }
    }

    private static func throughput(_ figures: Figures) -> String {
        guard let bytes = figures.bytes else { return "" }
        // Bytes per nanosecond are thousands of megabytes per second.
        let factor = Double(bytes) * 1000
        return String(
            format: "%.1f against %.1f MB/s", factor / figures.ours, factor / figures.peer)
    }
}
