import SQLPlusPlus

extension QueryCompiler {
    /// Returns the SQL of a function call.
    ///
    /// - Throws: ``QuireError`` with code `invalidQuery` if the function does not exist, or if the
    ///   number of arguments is wrong.
    func call(_ name: String, _ arguments: [QueryTerm]) throws -> SQLFragment {
        let rule = try QueryFunction.named(name, argumentCount: arguments.count)
        if let lazyIndex, .call(name, arguments) == lazyIndex.distance {
            return try indexedDistance(lazyIndex)
        }
        switch rule.evaluation {
        case .constant(_, let sql): return SQLFragment(stringLiteral: sql)
        case .function where name == "CONTAINS":
            // The same text as in the indexes of Couchbase Lite.
            return try "contains(\(list(of: arguments)), 'BINARY')"
        case .function(let function): return try call(function, list(of: arguments))
        case .stored(let stored, let exact):
            return try call(usesStoredResults ? stored : exact, list(of: arguments))
        case .containment: return try contains(arguments[0], arguments[1])
        case .itemCount:
            // The result for a property is missing if it has no items.
            let isProperty = if case .property = arguments[0] { true } else { false }
            return try call(
                isProperty ? "quire_property_count" : "quire_array_count", list(of: arguments))
        case .aggregate(let kind):
            for argument in arguments { try rejectAggregates(in: argument, name) }
            guard kind == .count else { return try call(kind.sqlName, list(of: arguments)) }
            guard let value = arguments.first, value != .star else { return "count(*)" }
            return try call(kind.sqlName, term(value))
        }
    }

    private func call(_ function: StaticString, _ arguments: SQLFragment) -> SQLFragment {
        "\(SQLFragment(stringLiteral: function))(\(arguments))"
    }

    /// Returns the SQL of terms as the arguments of a function.
    ///
    /// Boolean arguments are marked as such.
    func list(of terms: [QueryTerm]) throws -> SQLFragment {
        .joined(try terms.map(typed), separator: ", ")
    }
}

extension AggregateKind {
    fileprivate var sqlName: StaticString {
        switch self {
        case .count: "count"
        case .sum: "quire_sum"
        case .average: "quire_avg"
        case .minimum: "min"
        case .maximum: "max"
        case .array: "quire_array_agg"
        }
    }
}
