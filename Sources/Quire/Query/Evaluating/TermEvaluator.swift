public import SQLPlusPlus

/// A term of a query, prepared for evaluation on documents in memory.
///
/// ```swift
/// let isCheap = try TermEvaluator(condition)
/// let hotels = try isCheap.filter(documents)
/// ```
///
/// The results are those of the embedded engine. What needs a database, such as full-text search or
/// `EXISTS`, is refused when the evaluator is created. Property paths, constants and patterns are
/// prepared once, so one evaluator should serve many documents. It can be used by several threads.
public struct TermEvaluator: Sendable {
    private let term: PreparedTerm
    private let places: PropertyPlaces

    /// Prepares a term.
    ///
    /// - Parameters:
    ///   - term: The term. Names of sources do not count: all properties are of the document.
    ///   - parameters: The values of the parameters that the term uses.
    ///   - columns: The columns whose aliases the term may use.
    /// - Throws: ``QuireError`` with code `unsupportedOperation` if the term needs a database,
    ///   `invalidQuery` if it is not valid, `invalidQueryParameter` if a parameter has no value.
    /// - Complexity: O(*n*) in the size of the term.
    public init(
        _ term: QueryTerm, parameters: Parameters? = nil, columns: [ResultColumn] = []
    ) throws {
        var preparation = TermPreparation(
            scope: .anySource(columns.terms),
            parameters: ParameterValues(parameters))
        let root = try preparation.typedNode(term)
        self.term = preparation.term(root)
        places = preparation.places
    }

    /// Returns the value of the term.
    ///
    /// - Parameter document: A document.
    /// - Returns: The value.
    /// - Throws: ``QuireError`` with code `invalidQuery` if a function has no result for the
    ///   document's values, such as an invalid regular expression.
    /// - Complexity: O(*n*) in the size of the term.
    public func value(of document: EvaluatedDocument) throws -> QueryValue {
        var evaluation = Evaluation(for: term, places)
        evaluation.begin(document)
        defer { evaluation.end() }
        let value = term.value(&evaluation)
        try evaluation.checkFailure()
        return QueryValue(value)
    }

    /// Returns whether the term is true, as a condition.
    ///
    /// - Parameter document: A document.
    /// - Returns: Whether the term is true; `false` if it is false or missing.
    /// - Throws: ``QuireError`` as ``value(of:)``.
    /// - Complexity: O(*n*) in the size of the term.
    public func isTrue(of document: EvaluatedDocument) throws -> Bool {
        try !filter(CollectionOfOne(document)).isEmpty
    }

    /// Returns the documents for which the term is true, as a condition.
    ///
    /// - Parameter documents: Documents.
    /// - Returns: The documents, in their order.
    /// - Throws: ``QuireError`` as ``value(of:)``.
    /// - Complexity: O(*n*) in the number of documents, times the size of the term.
    public func filter(
        _ documents: some Sequence<EvaluatedDocument>
    ) throws -> [EvaluatedDocument] {
        var evaluation = Evaluation(for: term, places)
        defer { evaluation.end() }
        return try documents.filter { document in
            evaluation.begin(document)
            let logic = term.logic(&evaluation)
            try evaluation.checkFailure()
            return logic == .isTrue
        }
    }
}

extension [ResultColumn] {
    /// The terms of the columns with an alias, by the alias.
    var terms: [String: QueryTerm] {
        reduce(into: [:]) { terms, column in
            if let alias = column.alias { terms[alias] = column.term }
        }
    }
}

extension Evaluation {
    /// Throws the failure that made a value unknown.
    func checkFailure() throws {
        if let failure { throw failure.queryError }
    }
}

extension FunctionFailure {
    /// The failure as the error of a query.
    var queryError: QuireError {
        switch self {
        case .interrupted: QuireError(.invalidQuery, "The query takes too long to evaluate.")
        case .tooLong: QuireError(.invalidQuery, "A value of the query is too long.")
        case .outOfMemory:
            QuireError(.memoryError, "There is no memory for a value of the query.")
        case .damaged(let reason):
            QuireError(.corruptData, "A value of the query cannot be read: \(reason)")
        case .invalid(let reason):
            QuireError(.invalidQuery, "The query cannot be evaluated: \(reason).")
        }
    }
}

/// A document that a term or a statement is evaluated on.
public struct EvaluatedDocument: Sendable {
    /// The document.
    public let record: DocumentRecord

    /// The time at which the document expires, in milliseconds since 1970, or `nil` if it does not.
    public let expiration: Int64?

    /// Whether the document is deleted.
    public let isDeleted: Bool

    /// Creates a document from a record.
    ///
    /// - Parameters:
    ///   - record: The document.
    ///   - expiration: The time at which the document expires, in milliseconds since 1970, or `nil`
    ///     if it does not.
    ///   - isDeleted: Whether the document is deleted.
    public init(_ record: DocumentRecord, expiration: Int64? = nil, isDeleted: Bool = false) {
        self.record = record
        self.expiration = expiration
        self.isDeleted = isDeleted
    }
}
