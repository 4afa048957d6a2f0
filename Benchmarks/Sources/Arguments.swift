import Foundation

/// What the command line asks for.
struct Arguments {
    enum Task {
        case help
        case list
        case measure(MeasuringRun)
        case scaling(ScalingRun)
        /// A part of a scaling run, in a process of its own.
        case scalingStep(ScalingStep)
    }

    let task: Task

    /// The word that a scaling run starts this program with.
    static let scalingStep = "scaling-step"

    static let help = """
        usage: benchmarks [--json] [--check] [--report FOLDER] [SUITE | BENCHMARK]...
               benchmarks scaling [--up-to N] [--report FOLDER]
               benchmarks --list | --help

        Measures Quire against a peer that does the same work, both in this process,
        and reports the medians and their ratio. Without a name it runs all suites.
        'scaling' looks at how time and memory grow with the database, from 1,000 to
        1,000,000 documents.

          --json    one line of JSON for each benchmark instead of a table
          --check   fail with exit code 3 if a bound is missed, three times in a row
          --report  write benchmarks.md and benchmarks.json, or scaling.md, .json
                    and .svg, with the machine, into FOLDER
          --up-to   no database with more than N documents
          --list    list the suites and their benchmarks
          --help    show this text
        """

    init(_ words: some Collection<String>, suites: [Suite]) throws(ArgumentError) {
        if words.first == Self.scalingStep {
            task = .scalingStep(try Self.step(Array(words.dropFirst())))
        } else if words.first == "scaling" {
            task = try Self.scaling(words.dropFirst())
        } else {
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
        var limit = ScalingRun.sizes.last ?? 0
        var reportFolder: URL?
        var rest = words.makeIterator()
        while let word = rest.next() {
            switch word {
            case "--help", "-h": return .help
            case "--up-to":
                let value = rest.next() ?? ""
                guard let number = Int(value), number >= ScalingRun.sizes[0] else {
                    throw .badValue(word, value)
                }
                limit = number
            case "--report": reportFolder = try folder(rest.next(), word)
            default: throw .unknownOption(word)
            }
        }
        return .scaling(ScalingRun(limit: limit, reportFolder: reportFolder))
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

/// What is wrong with the command line.
enum ArgumentError: Error, CustomStringConvertible {
    case unknownOption(String)
    case unknownName(String)
    case badValue(String, String)

    var description: String {
        switch self {
        case .unknownOption(let option): "there is no option '\(option)'; --help shows all"
        case .unknownName(let name): "there is no suite or benchmark '\(name)'; --list shows all"
        case .badValue(let option, let value): "'\(value)' is no value for \(option)"
        }
    }
}
