package import SQLPlusPlus

extension QueryFunction {
    /// All functions in the groups and the order of the documentation.
    package static let groups: [(title: String, functions: [QueryFunction])] = [
        ("Numbers", numbers), ("Decimals", decimals), ("Unsigned integers", unsigned),
        ("Strings", texts), ("Patterns", patterns), ("Types", types),
        ("Conditionals", conditionals), ("Arrays", arrays), ("Dictionaries", dictionaries),
        ("Dates", dates),
        ("Aggregates", aggregates),
    ]

    /// All functions by name, also by their other names.
    package static let all: [String: QueryFunction] = {
        var all: [String: QueryFunction] = [:]
        for function in groups.flatMap(\.functions) {
            for name in [function.name, function.alias].compactMap(\.self) { all[name] = function }
        }
        return all
    }()

    /// The functions and their allowed numbers of arguments, for the parser.
    package static let table = FunctionTable(all.mapValues(\.argumentCounts))

    /// Whether the result can depend on the time zone of the process.
    package var usesTimeZone: Bool { Self.dates.contains { $0.name == name } }
}
