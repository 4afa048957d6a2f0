import Foundation

@main enum Main {
    static func main() {
        do {
            exit(try run(Arguments(CommandLine.arguments.dropFirst(), suites: Suite.all)))
        } catch {
            Console.complain("\(error)")
            exit(2)
        }
    }

    private static func run(_ arguments: Arguments) -> Int32 {
        switch arguments.task {
        case .help: Console.print(Arguments.help)
        case .list: list()
        case .measure(let benchmarks, let format): return measure(benchmarks, format)
        }
        return 0
    }

    private static func list() {
        for suite in Suite.all {
            Console.print("\(suite.name): \(suite.summary)")
            for benchmark in suite.benchmarks {
                Console.print("    \(benchmark.name): \(benchmark.summary)")
            }
        }
    }

    /// Measures one benchmark after another; one that fails does not keep the others from running.
    private static func measure(_ benchmarks: [Benchmark], _ format: ReportFormat) -> Int32 {
        #if DEBUG
            Console.complain(
                "built without optimisation, so the figures mean nothing; use -c release")
        #endif
        let report = Report(format: format, benchmarks: benchmarks)
        var status: Int32 = 0
        if let header = report.header { Console.print(header) }
        for benchmark in benchmarks {
            do {
                Console.print(report.line(benchmark, try benchmark.figures()))
            } catch {
                Console.complain("\(benchmark.name): \(error)")
                status = 1
            }
        }
        return status
    }
}
