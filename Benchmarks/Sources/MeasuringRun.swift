import Foundation

/// Measures one benchmark after another; one that fails does not keep the others from running.
struct MeasuringRun {
    /// How often a benchmark is measured until its bound counts as missed: on a machine that others
    /// use as well a single measurement can be that of somebody else.
    private static let attempts = 3

    var benchmarks: [Benchmark] = []
    var format = ReportFormat.table
    /// Whether a bound that is missed is a failure.
    var checksBounds = false
    /// Where the report goes, besides what is printed.
    var reportFolder: URL?

    /// Measures and prints.
    ///
    /// - Returns: The exit code: 1 if a benchmark failed, 3 if only bounds were missed.
    func run() throws -> Int32 {
        #if DEBUG
            Console.complain(
                "built without optimisation, so the figures mean nothing; use -c release")
        #endif
        let lines = Report(format: format, benchmarks: benchmarks)
        var files = ReportFiles(machine: Machine())
        var failed = false
        var missed: [String] = []
        if let header = lines.header { Console.print(header) }
        for benchmark in benchmarks {
            do {
                let figures = try figures(of: benchmark)
                files.benchmarks.append(MeasuredBenchmark(benchmark, figures))
                Console.print(lines.line(benchmark, figures))
                if benchmark.bound?.isMet(by: figures) == false { missed.append(benchmark.name) }
            } catch {
                Console.complain("\(benchmark.name): \(error)")
                failed = true
            }
        }
        if let reportFolder { try files.write(to: reportFolder) }
        if failed { return 1 }
        guard checksBounds, !missed.isEmpty else { return 0 }
        Console.complain("bounds are missed: \(missed.joined(separator: ", "))")
        return 3
    }

    /// Measures a benchmark; if its bound matters, until the bound is met, and then the best counts.
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
