import SQLPlusPlus

/// How a function of the language becomes SQL.
struct FunctionRule {
    /// How the evaluator computes a call.
    enum Evaluation {
        case constant(Double)
        /// By the function of a name in SQL.
        case function(String)
        /// By a function for properties or one for all other values.
        case itemCount
        case aggregate(GroupAggregate.Kind)
    }

    /// How many arguments it takes.
    let counts: ClosedRange<Int>
    /// How the evaluator computes a call.
    let evaluation: Evaluation
    /// Makes SQL of its arguments.
    let sql: @Sendable (QueryCompiler, [QueryTerm]) throws -> SQLFragment

    /// Whether it is about the values of a group.
    var isAggregate: Bool {
        if case .aggregate = evaluation { true } else { false }
    }

    /// SQLite's greatest number of arguments.
    static let many = 127

    /// A function that has the same arguments in SQL.
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
    /// A call of a function.
    ///
    /// - Throws: ``QuireError`` with code `invalidQuery` if there is no such function, or it takes
    ///   another number of arguments.
    func call(_ name: String, _ arguments: [QueryTerm]) throws -> SQLFragment {
        guard let rule = FunctionRule.rules[name] else {
            throw Self.invalid("there is no function \(name)")
        }
        guard rule.counts.contains(arguments.count) else {
            throw Self.invalid(
                FunctionTable.mismatch(of: name, arguments.count, allowed: rule.counts))
        }
        if rule.isAggregate {
            for argument in arguments { try refuseAggregates(in: argument, name) }
        }
        return try rule.sql(self, arguments)
    }

    /// Terms as the arguments of a function, which are told what is a truth value.
    func list(of terms: [QueryTerm]) throws -> SQLFragment {
        .joined(try terms.map(typed), separator: ", ")
    }
}

/// The functions of the query language, for the tests and fuzzers of this package.
package enum QueryFunctions {
    /// The numbers of arguments that each function takes, by the function's name.
    package static let argumentCounts = FunctionRule.rules.mapValues(\.counts)
}
