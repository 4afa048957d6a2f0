package import SQLPlusPlus

extension QueryFunction {
    /// All functions in the groups and the order of the documentation.
    package static let groups: [(title: String, functions: [QueryFunction])] = [
        ("Numbers", numbers), ("Decimals", decimals), ("Unsigned integers", unsigned),
        ("Strings", texts), ("Patterns", patterns), ("Types", types),
        ("Conditionals", conditionals), ("Arrays", arrays), ("Dictionaries", dictionaries),
        ("Dates", dates), ("Vectors", vectors),
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

// The functions for vectors. Each is one entry.
extension QueryFunction {
    static let vectors: [QueryFunction] = [
        QueryFunction(
            "VECTOR_DISTANCE(vector, target, [metric])",
            "The exact distance of two vectors, or MISSING if the first is not a vector of the "
                + "same dimensions.", by: .function("quire_vector_distance")),
        QueryFunction(
            "APPROX_VECTOR_DISTANCE(property, target, [metric], [probes], [accurate])",
            "The distance of a property's vector, for the order of a query that uses an index of "
                + "the property.", by: .function("quire_vector_distance")),
    ]
}
