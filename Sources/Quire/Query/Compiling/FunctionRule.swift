import SQLPlusPlus

/// A rule that translates a function of the query language to SQL.
struct FunctionRule {
    /// The way in which the evaluator computes a call.
    enum Evaluation {
        case constant(Double)
        /// A function, by its name in SQL.
        case function(String)
        /// Whether an array contains a value.
        case containment
        /// One function for properties, or another one for all other values.
        case itemCount
        case aggregate(GroupAggregate.Kind)
    }

    /// The allowed numbers of arguments.
    let counts: ClosedRange<Int>
    /// The way in which the evaluator computes a call.
    let evaluation: Evaluation
    /// Translates a call with the given arguments to SQL.
    let sql: @Sendable (QueryCompiler, [QueryTerm]) throws -> SQLFragment

    /// Whether the function is an aggregate.
    var isAggregate: Bool {
        if case .aggregate = evaluation { true } else { false }
    }

    /// The maximum number of arguments in SQLite.
    static let many = 127

    /// Returns a rule for a function that has the same arguments in SQL.
    static func function(_ name: StaticString, _ counts: ClosedRange<Int>) -> FunctionRule {
        FunctionRule(counts: counts, evaluation: .function(name.description)) {
            compiler, arguments in
            let name = SQLFragment(stringLiteral: name)
            return try "\(name)(\(compiler.list(of: arguments)))"
        }
    }

    static func function(_ name: StaticString, _ count: Int) -> FunctionRule {
        function(name, count...count)
    }

    static func aggregate(
        _ name: StaticString, _ kind: GroupAggregate.Kind
    ) -> FunctionRule {
        FunctionRule(counts: 1...1, evaluation: .aggregate(kind)) { compiler, arguments in
            let name = SQLFragment(stringLiteral: name)
            return try "\(name)(\(compiler.list(of: arguments)))"
        }
    }

    static func constant(_ number: Double, _ sql: SQLFragment) -> FunctionRule {
        FunctionRule(counts: 0...0, evaluation: .constant(number)) { _, _ in sql }
    }
}

extension QueryCompiler {
    /// Returns the SQL of a function call.
    ///
    /// - Throws: ``QuireError`` with code `invalidQuery` if the function doesn't exist, or if the
    ///   number of arguments is wrong.
    func call(_ name: String, _ arguments: [QueryTerm]) throws -> SQLFragment {
        guard let rule = FunctionRule.rules[name] else {
            throw Self.invalid("there is no function \(name)")
        }
        guard rule.counts.contains(arguments.count) else {
            throw Self.invalid(
                FunctionTable.mismatch(of: name, arguments.count, allowed: rule.counts))
        }
        if rule.isAggregate {
            for argument in arguments { try rejectAggregates(in: argument, name) }
        }
        return try rule.sql(self, arguments)
    }

    /// Returns the SQL of terms as the arguments of a function.
    ///
    /// Boolean arguments are marked as such.
    func list(of terms: [QueryTerm]) throws -> SQLFragment {
        .joined(try terms.map(typed), separator: ", ")
    }
}

/// The functions of the query language, for the tests and fuzzers of this package.
package enum QueryFunctions {
    /// The allowed numbers of arguments by function name.
    package static let argumentCounts = FunctionRule.rules.mapValues(\.counts)
}
