import SQLPlusPlus

/// How a function of the language becomes SQL.
struct FunctionRule {
    /// How many arguments it takes.
    let counts: ClosedRange<Int>
    /// Whether it is about the values of a group.
    let isAggregate: Bool
    /// Makes SQL of its arguments.
    let sql: @Sendable (QueryCompiler, [QueryTerm]) throws -> SQLFragment

    /// SQLite's greatest number of arguments.
    static let many = 127

    /// A function that has the same arguments in SQL.
    static func function(_ name: StaticString, _ counts: ClosedRange<Int>) -> FunctionRule {
        FunctionRule(counts: counts, isAggregate: false) { compiler, arguments in
            let name = SQLFragment(stringLiteral: name)
            return try "\(name)(\(compiler.list(of: arguments)))"
        }
    }

    static func function(_ name: StaticString, _ count: Int) -> FunctionRule {
        function(name, count...count)
    }

    static func aggregate(_ name: StaticString) -> FunctionRule {
        FunctionRule(counts: 1...1, isAggregate: true) { compiler, arguments in
            let name = SQLFragment(stringLiteral: name)
            return try "\(name)(\(compiler.list(of: arguments)))"
        }
    }

    static func constant(_ sql: SQLFragment) -> FunctionRule {
        FunctionRule(counts: 0...0, isAggregate: false) { _, _ in sql }
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
