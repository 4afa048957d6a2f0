import Foundation

@main enum Main {
    static func main() {
        do {
            exit(try run(Arguments(CommandLine.arguments.dropFirst(), suites: Suite.all)))
        } catch let error as ArgumentError {
            Console.complain("\(error)")
            exit(2)
        } catch {
            Console.complain("\(error)")
            exit(1)
        }
    }

    private static func run(_ arguments: Arguments) throws -> Int32 {
        switch arguments.task {
        case .help: Console.print(Arguments.help)
        case .list: list()
        case .measure(let run): return try run.run()
        case .scaling(let run): try run.run()
        #if PostgreSQL
            case .postgresScaling(let run): try run.run()
        #endif
        #if Replication
            case .connections(let run): try run.run()
            case .connectionClients(let clients): try clients.run()
        #endif
        case .scalingStep(let step):
            Console.print(String(decoding: try JSONEncoder().encode(step.run()), as: UTF8.self))
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
}
