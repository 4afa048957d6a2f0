public import SQLPlusPlus

/// A statement that is evaluated on documents in memory, as an engine without a query planner does.
///
/// ```swift
/// let evaluator = try StatementEvaluator(statement)
/// return try evaluator.records(among: documents)
/// ```
///
/// The results are those of the embedded engine. A statement with parts that need a database, such
/// as joins, full-text search or `EXISTS`, is refused.
///
/// The source that the statement names does not count: the caller passes the documents.
public struct StatementEvaluator: Sendable {
    /// A term that rows are sorted or grouped by.
    struct Key: Sendable {
        let term: PreparedTerm
        let collation: StringCollation?
        var isAscending = true
    }

    let titles: [String]
    let columns: [Key]
    let isDistinct: Bool
    let condition: PreparedTerm?
    let isGrouped: Bool
    let grouping: [Key]
    let groupCondition: PreparedTerm?
    let ordering: [Key]
    let limit: PreparedTerm?
    let offset: PreparedTerm?
    let places: PropertyPlaces

    /// Prepares a statement.
    ///
    /// - Parameters:
    ///   - statement: The statement.
    ///   - parameters: The values of the parameters that the statement uses.
    /// - Throws: ``QuireError`` with code `unsupportedOperation` if the statement needs a database,
    ///   `invalidQuery` if it is not valid, `invalidQueryParameter` if a parameter has no value.
    /// - Complexity: O(*n*) in the size of the statement.
    public init(_ statement: SelectStatement, parameters: Parameters? = nil) throws {
        var preparation = StatementPreparation(statement, ParameterValues(parameters))
        guard statement.furtherSources.isEmpty else {
            throw preparation.unsupported("A statement with JOIN or UNNEST")
        }
        let aliases = statement.columns.terms
        try statement.condition?.refuseAggregates(in: "WHERE", aliases)
        for term in statement.grouping { try term.refuseAggregates(in: "GROUP BY", aliases) }
        titles = statement.columnTitles
        isDistinct = statement.isDistinct
        isGrouped = statement.isGrouped
        condition = try statement.condition.map { try preparation.term($0) }
        columns = try statement.columns.map { try preparation.key($0.term, isTyped: true) }
        grouping = try statement.grouping.map { try preparation.key($0) }
        groupCondition = try statement.groupCondition.map { try preparation.term($0) }
        ordering = try statement.ordering.map { try preparation.key($0) }
        limit = try statement.limit.map { try preparation.term($0) }
        offset = try statement.offset.map { try preparation.term($0) }
        places = preparation.places
    }

    /// Returns the documents that the statement selects by its condition, order, limit and offset.
    ///
    /// - Parameter documents: The documents of the collection. Without an order, the result has
    ///   their order.
    /// - Returns: The selected documents.
    /// - Throws: ``QuireError`` with code `invalidQuery` if a function has no result for a document's
    ///   values, or a limit is not an integer.
    /// - Complexity: O(*n* log *n*) in the number of documents if the statement has an order,
    ///   otherwise O(*n*).
    public func records(among documents: [EvaluatedDocument]) throws -> [DocumentRecord] {
        var run = StatementRun(self, documents)
        return try run.records()
    }

    /// Returns the number of documents that the statement selects.
    ///
    /// - Parameter documents: The documents of the collection.
    /// - Returns: The number of selected documents.
    /// - Throws: ``QuireError`` as ``records(among:)``.
    /// - Complexity: As ``records(among:)``.
    public func count(among documents: [EvaluatedDocument]) throws -> Int {
        try records(among: documents).count
    }

    /// Returns the rows of the statement, grouped and aggregated if the statement says so.
    ///
    /// - Parameters:
    ///   - documents: The documents of the collection.
    ///   - codingInfo: The user info for decoding models from the rows.
    /// - Returns: The rows.
    /// - Throws: ``QuireError`` as ``records(among:)``.
    /// - Complexity: O(*n* log *n*) in the number of documents.
    public func rows(
        of documents: [EvaluatedDocument], codingInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws -> ResultSet {
        var run = StatementRun(self, documents)
        return try run.results(codingInfo)
    }
}

/// Prepares the terms of a statement, which read the properties of one document.
private struct StatementPreparation {
    private let columns: [ResultColumn]
    private let aliases: [String: QueryTerm]
    private let parameters: ParameterValues
    private(set) var places = PropertyPlaces()

    init(_ statement: SelectStatement, _ parameters: ParameterValues) {
        columns = statement.columns
        aliases = statement.columns.terms
        self.parameters = parameters
    }

    private var preparation: TermPreparation {
        TermPreparation(
            scope: .anySource(aliases), parameters: parameters, places: places,
            allowsAggregates: true)
    }

    func unsupported(_ what: String) -> QuireError { preparation.unsupported(what) }

    mutating func term(_ term: QueryTerm, isTyped: Bool = false) throws -> PreparedTerm {
        var preparation = preparation
        let root = try isTyped ? preparation.typedNode(term) : preparation.node(term)
        places = preparation.places
        return preparation.term(root)
    }

    /// A term whose values are compared.
    mutating func key(
        _ term: QueryTerm, isTyped: Bool = false
    ) throws -> StatementEvaluator.Key {
        let preparation = preparation
        guard let collation = preparation.collation(of: [term]) else {
            // Within a column a collation compares what the column compares itself.
            if term.isTruthValue {
                return .init(term: try self.term(term, isTyped: isTyped), collation: nil)
            }
            throw unsupported("A collation within a term that rows are compared by")
        }
        return .init(
            term: try self.term(term, isTyped: isTyped), collation: collation.comparison)
    }

    /// A term that rows are sorted by: an integer is the number of a column, from 1.
    mutating func key(_ ordering: OrderingTerm) throws -> StatementEvaluator.Key {
        var term = ordering.term
        if case .literal(.integer(let number)) = term {
            guard number >= 1, number <= columns.count else {
                throw QuireError(.invalidQuery, "ORDER BY \(number): there is no such column.")
            }
            term = columns[Int(number) - 1].term
        }
        var key = try key(term)
        key.isAscending = ordering.direction == .ascending
        return key
    }
}

extension SelectStatement {
    /// Whether rows are made of groups of documents.
    fileprivate var isGrouped: Bool {
        !grouping.isEmpty || columns.contains { $0.term.contains(where: \.isAggregate) }
    }
}
