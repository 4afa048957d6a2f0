import Foundation

/// A run that measures several benchmarks; if one fails, the others still run.
struct MeasuringRun {
    /// The number of measurements before a bound counts as missed, since other processes can
    /// disturb a
    /// single measurement.
    private static let attempts = 3

    var benchmarks: [Benchmark] = []
    var format = ReportFormat.table
    /// Whether a missed bound is a failure.
    var checksBounds = false
    /// The folder for the report, in addition to the printed output.
    var reportFolder: URL?

    /// Measures the benchmarks and prints their figures.
    ///
    /// - Returns: The exit code: 1 if a benchmark failed, 3 if only bounds were missed.
    func run() throws -> Int32 {
        #if DEBUG
            Console.complain(
                "built without optimization, so the figures are meaningless; use -c release")
        #endif
        let lines = Report(format: format, benchmarks: benchmarks)
        var files = ReportFiles(machine: Machine())
        var failed = false
        var missed: [String] = []
        var skips: Set<Skip> = []
        if let header = lines.header { Console.print(header) }
        for benchmark in benchmarks {
            do {
                let figures = try figures(of: benchmark)
                files.benchmarks.append(MeasuredBenchmark(benchmark, figures))
                Console.print(lines.line(benchmark, figures))
                if benchmark.bound?.isMet(by: figures) == false { missed.append(benchmark.name) }
            } catch let skip as Skip {
                // Once for all benchmarks with the same reason.
                if skips.insert(skip).inserted {
                    Console.complain(
                        "\(benchmark.name) and similar benchmarks are skipped: \(skip)")
                }
            } catch {
                Console.complain("\(benchmark.name): \(error)")
                failed = true
            }
        }
        if let reportFolder { try files.write(to: reportFolder) }
        if failed { return 1 }
        guard checksBounds, !missed.isEmpty else { return 0 }
        Console.complain("missed bounds: \(missed.joined(separator: ", "))")
        return 3
    }

    /// Measures a benchmark.
    ///
    /// If bounds are checked, repeats until the bound is met and returns the best figures.
    private func figures(of benchmark: Benchmark) throws -> Figures {
        var best = try benchmark.figures()
        guard checksBounds, let bound = benchmark.bound else { return best }
        for _ in 1..<Self.attempts where !bound.isMet(by: best) {
            let figures = try benchmark.figures()
            if bound.isMet(by: figures) || figures.ratio > best.ratio { best = figures }
        }
        return best
    }
}
