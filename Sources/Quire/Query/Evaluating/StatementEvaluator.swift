public import SQLPlusPlus

/// An evaluator of a statement on documents in memory, for engines without a query planner.
///
/// ```swift
/// let evaluator = try StatementEvaluator(statement)
/// return try evaluator.records(among: documents)
/// ```
///
/// The results are the same as those of the embedded engine. If a statement requires a database,
/// for example for joins, full-text search or `EXISTS`, the initializer throws an error.
///
/// The evaluator ignores the source in the statement. Instead, the caller passes the documents.
public struct StatementEvaluator: Sendable {
    /// A term by which rows are sorted or grouped.
    struct Key: Sendable {
        let term: PreparedTerm
        let collation: StringCollation?
        var isAscending = true
    }

    let columnNames: [String]
    let columns: [Key]
    let isDistinct: Bool
    let condition: PreparedTerm?
    let isGrouped: Bool
    let grouping: [Key]
    let groupCondition: PreparedTerm?
    let ordering: [Key]
    let limit: PreparedTerm?
    let offset: PreparedTerm?
    let locations: PropertyLocations

    /// Prepares a statement.
    ///
    /// - Parameters:
    ///   - statement: The statement.
    ///   - parameters: The values of the parameters that the statement uses.
    /// - Throws: ``QuireError`` with code `unsupportedOperation` if the statement requires a
    ///   database, `invalidQuery` if it is not valid, `invalidQueryParameter` if a parameter has no
    ///   value.
    /// - Complexity: O(*n*) in the size of the statement.
    public init(_ statement: SelectStatement, parameters: Parameters? = nil) throws {
        var preparation = StatementPreparation(statement, ParameterValues(parameters))
        guard statement.joinClauses.isEmpty else {
            throw preparation.unsupported("A statement with JOIN or UNNEST")
        }
        let aliases = statement.columns.terms
        try statement.condition?.rejectAggregates(in: "WHERE", aliases)
        for term in statement.grouping { try term.rejectAggregates(in: "GROUP BY", aliases) }
        guard statement.groupCondition == nil || !statement.grouping.isEmpty else {
            throw QueryCompiler.invalid("HAVING requires GROUP BY")
        }
        columnNames = statement.columnNames
        isDistinct = statement.isDistinct
        isGrouped = statement.isGrouped
        condition = try statement.condition.map { try preparation.term($0) }
        columns = try statement.columns.map { try preparation.key($0.term, isTyped: true) }
        grouping = try statement.grouping.map { try preparation.key($0) }
        groupCondition = try statement.groupCondition.map { try preparation.term($0) }
        ordering = try statement.ordering.map { try preparation.key($0) }
        limit = try statement.limit.map { try preparation.term($0) }
        offset = try statement.offset.map { try preparation.term($0) }
        locations = preparation.locations
    }

    /// Returns the documents that satisfy the statement's condition, with its ordering, limit and
    /// offset.
    ///
    /// - Parameter documents: The documents of the collection. If the statement has no ordering,
    ///   the result keeps their order.
    /// - Returns: The selected documents.
    /// - Throws: ``QuireError`` with code `invalidQuery` if a function cannot be evaluated for a
    ///   document, or a limit is not an integer.
    /// - Complexity: O(*n* log *n*) in the number of documents if the statement has an ordering,
    ///   otherwise O(*n*).
    public func records(among documents: [EvaluatedDocument]) throws -> [DocumentRecord] {
        var run = StatementRun(self, documents)
        return try run.records()
    }

    /// Returns the number of documents that the statement selects.
    ///
    /// ```swift
    /// let cheap = try SelectStatement.parse("SELECT name FROM _ WHERE roomRate < 150")
    /// let count = try StatementEvaluator(cheap).count(among: documents)
    /// ```
    ///
    /// - Parameter documents: The documents of the collection.
    /// - Returns: The number of selected documents.
    /// - Throws: The errors of ``records(among:)``.
    /// - Complexity: The complexity of ``records(among:)``.
    public func count(among documents: [EvaluatedDocument]) throws -> Int {
        try records(among: documents).count
    }

    /// Returns the rows of the statement, including groups and aggregates.
    ///
    /// - Parameters:
    ///   - documents: The documents of the collection.
    ///   - codingInfo: The `userInfo` for decoding models from the rows.
    /// - Returns: The rows.
    /// - Throws: The errors of ``records(among:)``.
    /// - Complexity: O(*n* log *n*) in the number of documents.
    public func rows(
        of documents: [EvaluatedDocument], codingInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws -> ResultSet {
        var run = StatementRun(self, documents)
        return try run.results(codingInfo)
    }

    /// Returns the rows of a statement with groups or aggregates, from groups that an engine has
    /// computed.
    ///
    /// The engine has applied the condition of the statement. The evaluator computes the columns,
    /// combines groups with equal keys, and applies the condition for groups, the ordering and the
    /// limit.
    ///
    /// - Parameters:
    ///   - groups: The groups, in the order of the first documents that they contain. For a
    ///     statement without grouping, these are parts of its only group.
    ///   - codingInfo: The `userInfo` for decoding models from the rows.
    /// - Returns: The rows.
    /// - Throws: The errors of ``records(among:)``.
    /// - Complexity: O(*n* log *n*) in the number of groups.
    public func rows(
        ofGroups groups: [EvaluatedGroup], codingInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws -> ResultSet {
        var run = StatementRun(self, groups.map(\.document), checksCondition: false)
        return try run.results(codingInfo)
    }
}

/// A preparation of a statement's terms, which share the properties of one document.
private struct StatementPreparation {
    private let columns: [ResultColumn]
    private let aliases: [String: QueryTerm]
    private let parameters: ParameterValues
    private(set) var locations = PropertyLocations()

    init(_ statement: SelectStatement, _ parameters: ParameterValues) {
        columns = statement.columns
        aliases = statement.columns.terms
        self.parameters = parameters
    }

    private var preparation: TermPreparation {
        TermPreparation(
            scope: .anySource(aliases), parameters: parameters, locations: locations,
            allowsAggregates: true)
    }

    func unsupported(_ what: String) -> QuireError { preparation.unsupported(what) }

    mutating func term(_ term: QueryTerm, isTyped: Bool = false) throws -> PreparedTerm {
        var preparation = preparation
        let root = try isTyped ? preparation.typedNode(term) : preparation.node(term)
        locations = preparation.locations
        return preparation.term(root)
    }

    /// Prepares a term whose values are compared.
    mutating func key(
        _ term: QueryTerm, isTyped: Bool = false
    ) throws -> StatementEvaluator.Key {
        let preparation = preparation
        guard let collation = preparation.collation(of: [term]) else {
            // A collation inside the term only affects comparisons in the term itself.
            if term.isTruthValue {
                return .init(term: try self.term(term, isTyped: isTyped), collation: nil)
            }
            throw unsupported("A collation inside a term by which rows are compared")
        }
        return .init(
            term: try self.term(term, isTyped: isTyped), collation: collation.comparison)
    }

    /// Prepares a term by which rows are sorted.
    ///
    /// An integer is the number of a column, beginning with 1.
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
    /// Whether the rows are groups of documents.
    fileprivate var isGrouped: Bool {
        !grouping.isEmpty || columns.contains { $0.term.contains(where: \.isAggregate) }
    }
}
