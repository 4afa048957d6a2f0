public import SQLPlusPlus

/// An evaluator of a query term on documents in memory.
///
/// ```swift
/// let isCheap = try TermEvaluator(condition)
/// let hotels = try isCheap.filter(documents)
/// ```
///
/// The results are the same as those of the embedded engine. If a term requires a database, for
/// example for full-text search or `EXISTS`, the initializer throws an error. Property paths,
/// constants and patterns are prepared once, so use one evaluator for many documents. An evaluator
/// is thread-safe.
public struct TermEvaluator: Sendable {
    private let term: PreparedTerm
    private let locations: PropertyLocations

    /// Prepares a term.
    ///
    /// - Parameters:
    ///   - term: The term. Names of sources are ignored: all properties refer to the document.
    ///   - parameters: The values of the parameters that the term uses.
    ///   - columns: The columns whose aliases the term may use.
    /// - Throws: ``QuireError`` with code `unsupportedOperation` if the term requires a database,
    ///   `invalidQuery` if it is not valid, `invalidQueryParameter` if a parameter has no value.
    /// - Complexity: O(*n*) in the size of the term.
    public init(
        _ term: QueryTerm, parameters: Parameters? = nil, columns: [ResultColumn] = []
    ) throws {
        try self.init(term, ParameterValues(parameters), columns: columns)
    }

    package init(
        _ term: QueryTerm, _ parameters: ParameterValues, columns: [ResultColumn] = []
    ) throws {
        var preparation = TermPreparation(
            scope: .anySource(columns.terms), parameters: parameters)
        let root = try preparation.typedNode(term)
        self.term = preparation.term(root)
        locations = preparation.locations
    }

    /// Returns the value of the term.
    ///
    /// ```swift
    /// let name = try TermEvaluator(.parse("UPPER(name)")).value(of: documents[0])
    /// ```
    ///
    /// - Parameter document: A document.
    /// - Returns: The value.
    /// - Throws: ``QuireError`` with code `invalidQuery` if a function cannot be evaluated for the
    ///   document, for example because a regular expression is not valid.
    /// - Complexity: O(*n*) in the size of the term.
    public func value(of document: EvaluatedDocument) throws -> QueryValue {
        var evaluation = Evaluation(for: term, locations)
        evaluation.begin(document)
        defer { evaluation.end() }
        let value = term.value(&evaluation)
        try evaluation.checkFailure()
        return QueryValue(value)
    }

    /// Returns whether the term is true for a document.
    ///
    /// ```swift
    /// let isInBergen = try TermEvaluator(.parse("address.city = 'Bergen'"))
    /// let result = try isInBergen.isTrue(of: documents[0])
    /// ```
    ///
    /// - Parameter document: A document.
    /// - Returns: `true` if the term is true, or `false` if it is false or missing.
    /// - Throws: The errors of ``value(of:)``.
    /// - Complexity: O(*n*) in the size of the term.
    public func isTrue(of document: EvaluatedDocument) throws -> Bool {
        try !filter(CollectionOfOne(document)).isEmpty
    }

    /// Returns the documents for which the term is true.
    ///
    /// - Parameter documents: The documents to filter.
    /// - Returns: The documents, in the same order.
    /// - Throws: The errors of ``value(of:)``.
    /// - Complexity: O(*n*) in the number of documents, times the size of the term.
    public func filter(
        _ documents: some Sequence<EvaluatedDocument>
    ) throws -> [EvaluatedDocument] {
        var evaluation = Evaluation(for: term, locations)
        defer { evaluation.end() }
        return try documents.filter { document in
            evaluation.begin(document)
            return try evaluation.meets(term)
        }
    }
}

extension [ResultColumn] {
    /// The terms of the columns that have an alias, by alias.
    package var terms: [String: QueryTerm] {
        reduce(into: [:]) { terms, column in
            if let alias = column.alias { terms[alias] = column.term }
        }
    }
}

extension Evaluation {
    /// Throws the error that made a value unknown, if there was one.
    func checkFailure() throws {
        if let failure { throw failure.queryError }
    }

    /// Returns whether a condition is true, as opposed to false or missing.
    ///
    /// - Throws: ``QuireError`` with code `invalidQuery` if the condition cannot be evaluated.
    package mutating func meets(_ condition: PreparedTerm) throws -> Bool {
        let logic = condition.logic(&self)
        try checkFailure()
        return logic == .isTrue
    }
}

extension FunctionFailure {
    /// The corresponding error of the query.
    var queryError: QuireError {
        switch self {
        case .interrupted: QuireError(.invalidQuery, "The query takes too long to evaluate.")
        case .tooLong: QuireError(.invalidQuery, "A value of the query is too long.")
        case .outOfMemory:
            QuireError(.memoryError, "Not enough memory for a value of the query.")
        case .damaged(let reason):
            QuireError(.corruptData, "A value of the query cannot be read: \(reason)")
        case .invalid(let reason):
            QuireError(.invalidQuery, "The query cannot be evaluated: \(reason).")
        }
    }
}

/// A document for evaluating a term or a statement.
///
/// ```swift
/// if let record = try store.record(id: "hotel-1") {
///     let document = EvaluatedDocument(record)
///     print(try TermEvaluator(.parse("roomRate * 2")).value(of: document))
/// }
/// ```
public struct EvaluatedDocument: Sendable {
    /// The record of the document.
    public let record: DocumentRecord

    /// The date at which the document expires, in milliseconds since 1970, or `nil` if it doesn't
    /// expire.
    public let expiration: Int64?

    /// Whether the document is deleted.
    public let isDeleted: Bool

    /// The values of the terms that the engine computes, in the order of the computed terms of the
    /// ``StatementEvaluator``.
    public var computedValues: [Literal] = []

    /// The values of aggregates, if the document represents a group.
    package var aggregates: [QueryTerm: AggregatePart]?

    /// Creates a document from its record.
    ///
    /// - Parameters:
    ///   - record: The record of the document.
    ///   - expiration: The date at which the document expires, in milliseconds since 1970, or `nil`
    ///     if it doesn't expire.
    ///   - isDeleted: Whether the document is deleted.
    public init(_ record: DocumentRecord, expiration: Int64? = nil, isDeleted: Bool = false) {
        self.record = record
        self.expiration = expiration
        self.isDeleted = isDeleted
    }
}
