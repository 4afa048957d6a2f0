import Foundation

/// The parsed command line.
struct Arguments {
    enum Task {
        case help
        case list
        case measure(MeasuringRun)
        case scaling(ScalingRun)
        /// A part of a scaling run, in a separate process.
        case scalingStep(ScalingStep)
        #if PostgreSQL
            case postgresScaling(PostgresScalingRun)
        #endif
        #if Replication
            case connections(ConnectionRun)
            /// The clients of a run with many connections, in a separate process.
            case connectionClients(ConnectionClientProcess)
        #endif
    }

    let task: Task

    /// The argument with which a scaling run starts its processes.
    static let scalingStep = "scaling-step"

    #if Replication
        /// The argument with which a run with many connections starts its clients.
        static let connectionClients = "connection-clients"
    #endif

    static let help = """
        usage: benchmarks [--json] [--check] [--report FOLDER] [SUITE | BENCHMARK]...
               benchmarks scaling [--up-to N] [--report FOLDER]
               benchmarks postgres-scaling [--up-to N] [--report FOLDER]
               benchmarks connections [--idle N] [--busy N]
               benchmarks --list | --help

        Measure Quire against a peer that does the same work, both in this process,
        and print the medians and their ratio. Runs all suites by default.
        'scaling' measures time and memory use with databases of 1,000 to
        1,000,000 documents. 'postgres-scaling', with the trait PostgreSQL, imports
        100,000 and 1,000,000 documents into a server, or 10,000,000 with --up-to.
        'connections', with the trait Replication, measures a listener with 1,000
        idle and 100 busy connections.

          --json    print a line of JSON for each benchmark
          --check   exit with status 3 if a bound is missed three times in a row
          --report  write benchmarks.md and .json, scaling.md, .json and .svg, or
                    postgres-scaling.md and .json, to FOLDER
          --up-to   use at most N documents
          --list    list the suites and their benchmarks
          --help    show this text
        """

    init(_ words: some Collection<String>, suites: [Suite]) throws(ArgumentError) {
        if words.first == Self.scalingStep {
            task = .scalingStep(try Self.step(Array(words.dropFirst())))
        } else if words.first == "scaling" {
            task = try Self.scaling(words.dropFirst())
        } else {
            #if Replication
                if let task = try Self.connections(words) {
                    self.task = task
                    return
                }
            #endif
            #if PostgreSQL
                if words.first == "postgres-scaling" {
                    task = try Self.postgresScaling(words.dropFirst())
                    return
                }
            #endif
            task = try Self.measuring(words, suites)
        }
    }

    private static func measuring(
        _ words: some Collection<String>, _ suites: [Suite]
    ) throws(ArgumentError) -> Task {
        var run = MeasuringRun()
        var task: Task?
        var rest = words.makeIterator()
        while let word = rest.next() {
            switch word {
            case "--help", "-h": task = .help
            case "--list": if task == nil { task = .list }
            case "--json": run.format = .json
            case "--check": run.checksBounds = true
            case "--report": run.reportFolder = try folder(rest.next(), word)
            case _ where word.hasPrefix("-"): throw .unknownOption(word)
            default: run.benchmarks += try benchmarks(named: word, in: suites)
            }
        }
        if run.benchmarks.isEmpty { run.benchmarks = suites.flatMap(\.benchmarks) }
        return task ?? .measure(run)
    }

    private static func scaling(_ words: some Collection<String>) throws(ArgumentError) -> Task {
        let options = try scalingOptions(
            words, sizes: ScalingRun.sizes, limit: ScalingRun.sizes.last ?? 0)
        guard let (limit, folder) = options else { return .help }
        return .scaling(ScalingRun(limit: limit, reportFolder: folder))
    }

    #if Replication
        /// Returns the task of a run with many connections, or `nil` for other words.
        private static func connections(
            _ words: some Collection<String>
        ) throws(ArgumentError) -> Task? {
            let options = Array(words.dropFirst())
            if words.first == connectionClients {
                guard options.count == 3, let kind = ConnectionClients.Kind(rawValue: options[0]),
                    let count = Int(options[1]), let port = UInt16(options[2])
                else { throw .badValue(connectionClients, options.joined(separator: " ")) }
                return .connectionClients(
                    ConnectionClientProcess(kind: kind, count: count, port: port))
            }
            guard words.first == "connections" else { return nil }
            var run = ConnectionRun()
            var rest = options.makeIterator()
            while let word = rest.next() {
                if ["--help", "-h"].contains(word) { return .help }
                guard ["--idle", "--busy"].contains(word) else { throw .unknownOption(word) }
                let value = rest.next() ?? ""
                guard let count = Int(value), (1...10_000).contains(count) else {
                    throw .badValue(word, value)
                }
                if word == "--idle" { run.idle = count } else { run.busy = count }
            }
            return .connections(run)
        }
    #endif

    #if PostgreSQL
        private static func postgresScaling(
            _ words: some Collection<String>
        ) throws(ArgumentError) -> Task {
            let options = try scalingOptions(
                words, sizes: PostgresScalingRun.sizes, limit: 1_000_000)
            guard let (limit, folder) = options else { return .help }
            return .postgresScaling(PostgresScalingRun(limit: limit, reportFolder: folder))
        }
    #endif

    /// Returns the options of a scaling run, or `nil` for help.
    private static func scalingOptions(
        _ words: some Collection<String>, sizes: [Int], limit: Int
    ) throws(ArgumentError) -> (limit: Int, folder: URL?)? {
        var limit = limit
        var reportFolder: URL?
        var rest = words.makeIterator()
        while let word = rest.next() {
            switch word {
            case "--help", "-h": return nil
            case "--up-to":
                let value = rest.next() ?? ""
                guard let number = Int(value), number >= sizes[0] else {
                    throw .badValue(word, value)
                }
                limit = number
            case "--report": reportFolder = try folder(rest.next(), word)
            default: throw .unknownOption(word)
            }
        }
        return (limit, reportFolder)
    }

    private static func step(_ words: [String]) throws(ArgumentError) -> ScalingStep {
        guard words.count == 3, let operation = ScalingOperation(rawValue: words[0]),
            let documents = Int(words[1]), documents > 0
        else { throw .badValue(scalingStep, words.joined(separator: " ")) }
        return ScalingStep(
            operation: operation, documents: documents, folder: URL(filePath: words[2]))
    }

    private static func folder(_ path: String?, _ option: String) throws(ArgumentError) -> URL {
        guard let path, !path.isEmpty else { throw .badValue(option, path ?? "") }
        return URL(filePath: path)
    }

    private static func benchmarks(
        named name: String, in suites: [Suite]
    ) throws(ArgumentError) -> [Benchmark] {
        let found =
            suites.first { $0.name == name }?.benchmarks
            ?? suites.flatMap(\.benchmarks).filter { $0.name == name }
        guard !found.isEmpty else { throw .unknownName(name) }
        return found
    }
}

/// An error in the command line.
enum ArgumentError: Error, CustomStringConvertible {
    case unknownOption(String)
    case unknownName(String)
    case badValue(String, String)

    var description: String {
        switch self {
        case .unknownOption(let option): "unknown option '\(option)'; use --help for a list"
        case .unknownName(let name): "unknown suite or benchmark '\(name)'; use --list for a list"
        case .badValue(let option, let value): "'\(value)' is not a valid value for \(option)"
        }
    }
}
