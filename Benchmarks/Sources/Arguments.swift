/// What the command line asks for.
struct Arguments {
    enum Task {
        case help
        case list
        case measure([Benchmark], ReportFormat)
    }

    let task: Task

    static let help = """
        usage: benchmarks [--json] [SUITE | BENCHMARK]...
               benchmarks --list | --help

        Measures Quire against a peer that does the same work, both in this process,
        and reports the medians and their ratio. Without a name it runs all suites.

          --json   one line of JSON for each benchmark instead of a table
          --list   list the suites and their benchmarks
          --help   show this text
        """

    init(_ words: some Sequence<String>, suites: [Suite]) throws(ArgumentError) {
        var format = ReportFormat.table
        var chosen: [Benchmark] = []
        var task: Task?
        for word in words {
            switch word {
            case "--help", "-h": task = .help
            case "--list": if task == nil { task = .list }
            case "--json": format = .json
            case _ where word.hasPrefix("-"): throw .unknownOption(word)
            default: chosen += try Self.benchmarks(named: word, in: suites)
            }
        }
        if chosen.isEmpty { chosen = suites.flatMap(\.benchmarks) }
        self.task = task ?? .measure(chosen, format)
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

    var description: String {
        switch self {
        case .unknownOption(let option): "there is no option '\(option)'; --help shows all"
        case .unknownName(let name): "there is no suite or benchmark '\(name)'; --list shows all"
        }
    }
}
