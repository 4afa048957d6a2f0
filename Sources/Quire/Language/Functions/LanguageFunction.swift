/// Who may call a SQL function.
enum FunctionUse {
    /// Statements of this program, and indexes and triggers stored in the file.
    ///
    /// Equal arguments always give an equal result, in every version of this program and in
    /// Couchbase Lite, because results are stored in the file. The function has no side effects,
    /// and its result depends only on its arguments.
    case schema
    /// Only the statements of this program.
    ///
    /// A file that has an index on such a function cannot be read at all, since SQLite takes its
    /// schema for damaged. So a function that Couchbase Lite puts into indexes must not be of
    /// these.
    case statements
}

/// A function of the language, which SQLite and the evaluator call.
struct LanguageFunction: Sendable {
    /// The function of its arguments.
    typealias Body = @Sendable (FunctionCall) throws(FunctionFailure) -> LanguageValue

    /// The name in SQL: that of Couchbase Lite for a function that may be in indexes, which gives
    /// the same results there; one that begins with `quire_` for any other.
    let name: String
    /// The numbers of arguments that it takes; -1 means any number.
    let argumentCounts: [Int32]
    let use: FunctionUse
    let body: Body

    /// Creates a function that takes one number of arguments.
    ///
    /// - Parameters:
    ///   - name: The name in SQL.
    ///   - argumentCount: The number of its arguments, or -1 for any.
    ///   - use: Who may call it.
    ///   - body: The function.
    init(
        _ name: String, _ argumentCount: Int32, use: FunctionUse = .statements,
        _ body: @escaping Body
    ) {
        self.init(name, counts: [argumentCount], use: use, body)
    }

    /// Creates a function that takes several numbers of arguments.
    init(
        _ name: String, _ argumentCounts: ClosedRange<Int32>, use: FunctionUse = .statements,
        _ body: @escaping Body
    ) {
        self.init(name, counts: Array(argumentCounts), use: use, body)
    }

    /// Creates a function that takes one of some numbers of arguments.
    init(_ name: String, counts: [Int32], use: FunctionUse, _ body: @escaping Body) {
        self.name = name
        argumentCounts = counts
        self.use = use
        self.body = body
    }
}

/// The functions of the language.
enum LanguageFunctions {
    /// The functions that queries call, and those that indexes of Couchbase Lite call.
    static let all = queries + CouchbaseLiteNames.renamed(queries) + StoredFunctions.functions

    /// The functions by their names in SQL.
    static let byName = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }

    private static let queries = [
        ConstructorFunctions.functions, MathFunctions.functions, TextFunctions.functions,
        TrimFunctions.functions, TypeFunctions.functions, ChoiceFunctions.functions,
        ArrayFunctions.functions, DateFunctions.functions, RegularExpressionFunctions.functions,
        LikeFunctions.functions,
    ].flatMap(\.self)
}
