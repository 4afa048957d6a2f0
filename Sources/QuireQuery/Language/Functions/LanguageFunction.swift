/// The permitted callers of a SQL function.
package enum FunctionUse {
    /// Statements of this program, and indexes and triggers stored in the file.
    ///
    /// Equal arguments must always produce equal results, in every version of this program and in
    /// Couchbase Lite, because results are stored in the file. The function has no side effects,
    /// and its result depends only on its arguments.
    case schema
    /// Only statements of this program.
    ///
    /// SQLite treats the schema of a file as damaged if an index calls such a function, and cannot
    /// read the file at all. Therefore a function that Couchbase Lite uses in indexes must not have
    /// this case.
    case statements
}

/// A function of the query language, which is called by SQLite and by the evaluator.
package struct LanguageFunction: Sendable {
    /// A closure that computes the result of a call.
    package typealias Body = @Sendable (FunctionCall) throws(FunctionFailure) -> LanguageValue

    /// The name in SQL.
    ///
    /// A function that may be used in indexes has Couchbase Lite's name and returns the same
    /// results as Couchbase Lite. The names of other functions begin with `quire_`.
    package let name: String
    /// The permitted numbers of arguments.
    ///
    /// -1 means any number.
    package let argumentCounts: [Int32]
    package let use: FunctionUse
    package let body: Body

    /// Creates a function with a fixed number of arguments.
    ///
    /// - Parameters:
    ///   - name: The name in SQL.
    ///   - argumentCount: The number of arguments, or -1 for any number.
    ///   - use: The permitted callers.
    ///   - body: The implementation.
    package init(
        _ name: String, arguments argumentCount: Int32, use: FunctionUse = .statements,
        _ body: @escaping Body
    ) {
        self.init(name, counts: [argumentCount], use: use, body)
    }

    /// Creates a function with a range of permitted numbers of arguments.
    package init(
        _ name: String, arguments argumentCounts: ClosedRange<Int32>,
        use: FunctionUse = .statements,
        _ body: @escaping Body
    ) {
        self.init(name, counts: Array(argumentCounts), use: use, body)
    }

    /// Creates a function with a list of permitted numbers of arguments.
    package init(_ name: String, counts: [Int32], use: FunctionUse, _ body: @escaping Body) {
        self.name = name
        argumentCounts = counts
        self.use = use
        self.body = body
    }
}

/// The functions of the query language.
package enum LanguageFunctions {
    /// The functions for queries and for Couchbase Lite's indexes.
    package static let all =
        queries + CouchbaseLiteNames.renamed(queries) + StoredFunctions.functions

    /// The functions by their names in SQL.
    package static let byName = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }

    private static let queries = [
        ConstructorFunctions.functions, MathFunctions.functions, TextFunctions.functions,
        TrimFunctions.functions, TypeFunctions.functions, ChoiceFunctions.functions,
        ArrayFunctions.functions, DateFunctions.functions, RegularExpressionFunctions.functions,
        LikeFunctions.functions, DecimalFunctions.functions, UnsignedFunctions.functions,
        CalendarFunctions.functions, DictionaryFunctions.functions, VectorFunctions.functions,
    ].flatMap(\.self)
}
