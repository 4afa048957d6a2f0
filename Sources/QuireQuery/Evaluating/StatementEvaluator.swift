public import SQLPlusPlus

/// An evaluator of a statement on documents in memory, for engines without a query planner.
///
/// ```swift
/// let evaluator = try StatementEvaluator(statement)
/// return try evaluator.records(among: documents)
/// ```
///
/// The results are the same as those of the embedded engine. If a statement requires a database,
/// for example for full-text search, the initializer throws an error.
///
/// The caller passes the documents of the statement's source. If the statement has further sources,
/// in `JOIN` or in a query in `EXISTS`, the evaluator requests their documents from a closure:
///
/// ```swift
/// let evaluator = try StatementEvaluator(statement)
/// return try owner.inBatch {
///     try evaluator.rows(of: documents(), codingInfo: codingInfo, joining: joined)
/// }
/// ```
///
/// An equality in the condition of a join is evaluated with a hash table, in O(*n* + *m*) for *n*
/// rows and *m* joined documents plus the number of results. All other joins compare each row with
/// each joined document, in O(*n* · *m*). The evaluator keeps all joined rows in memory.
public struct StatementEvaluator: Sendable {
    /// A term by which rows are sorted or grouped.
    package struct Key: Sendable {
        package let term: PreparedTerm
        package let collation: StringCollation?
        var isAscending = true
    }

    /// The source of the statement.
    package let source: CollectionSource
    /// The part of the statement's condition that depends only on the documents of its source.
    ///
    /// Its properties don't name the source. In a statement with one source, it is the statement's
    /// condition. An engine can pass only documents that satisfy it, to evaluate fewer documents.
    public let sourceCondition: QueryTerm?
    /// Whether the evaluator requests the documents of further sources.
    ///
    /// Then an engine reads all sources from one state of the database.
    public var hasFurtherSources: Bool {
        !innerStatements.isEmpty
            || joins.contains { if case .documents = $0.kind { true } else { false } }
    }

    /// The sources that are joined to the first one, in order.
    package let joins: [PreparedJoin]
    /// The condition for documents of the first source before they are joined.
    let sourceFilter: PreparedTerm?
    /// The queries in `EXISTS`, by number.
    let innerStatements: [StatementEvaluator]
    package let columnNames: [String]
    package let columns: [Key]
    /// Whether the statement selects the whole documents of the first one of several sources.
    ///
    /// Then it has records, but no rows.
    let selectsOnlyRecords: Bool
    package let isDistinct: Bool
    package let condition: PreparedTerm?
    package let isGrouped: Bool
    package let grouping: [Key]
    package let groupCondition: PreparedTerm?
    package let ordering: [Key]
    package let limit: PreparedTerm?
    package let offset: PreparedTerm?
    package let locations: PropertyLocations

    /// Prepares a statement.
    ///
    /// - Parameters:
    ///   - statement: The statement, which must not require a database.
    ///   - parameters: The values of the parameters that the statement uses.
    /// - Throws: ``QuireError`` with code `unsupportedOperation` if the statement requires a
    ///   database, `invalidQuery` if it is not valid, `invalidQueryParameter` if a parameter has no
    ///   value.
    /// - Complexity: O(*n*) in the size of the statement.
    public init(_ statement: SelectStatement, parameters: Parameters? = nil) throws {
        try self.init(statement, parameters: parameters, computedTerms: [])
    }

    /// Prepares a statement with full-text searches, whose results the engine computes.
    ///
    /// ```swift
    /// let match = try QueryTerm.parse("MATCH(words, 'sea')")
    /// let search = SelectStatement([.star], from: CollectionSource("_"), where: match)
    /// let evaluator = try StatementEvaluator(search, computedTerms: [match])
    /// var document = EvaluatedDocument(record)
    /// document.computedValues = [.boolean(true)]
    /// let found = try evaluator.records(among: [document])
    /// ```
    ///
    /// - Parameters:
    ///   - statement: The statement with the searches.
    ///   - parameters: The values of the parameters that the statement uses.
    ///   - computedTerms: The terms `MATCH` and `RANK` whose values are in the
    ///     ``EvaluatedDocument/computedValues`` of each document, in this order.
    /// - Throws: The same errors as ``init(_:parameters:)``.
    /// - Complexity: O(*n*) in the size of the statement.
    public init(
        _ statement: SelectStatement, parameters: Parameters? = nil, computedTerms: [QueryTerm]
    ) throws {
        try self.init(
            statement, parameters: ParameterValues(parameters), computedTerms: computedTerms,
            depth: 0)
    }

    /// Prepares a statement, which can be a query inside another statement.
    package init(
        _ statement: SelectStatement, parameters: ParameterValues,
        computedTerms: [QueryTerm] = [], depth: Int
    ) throws {
        var statement = statement
        if let search = try VectorSearch(in: statement) {
            _ = try search.vector(parameters)
            statement = search.statement
        }
        var preparation = StatementPreparation(
            statement, parameters: parameters, computed: computedTerms, depth: depth)
        let aliases = statement.columns.terms
        try statement.condition?.rejectAggregates(in: "WHERE", aliases)
        for term in statement.grouping { try term.rejectAggregates(in: "GROUP BY", aliases) }
        guard statement.groupCondition == nil || !statement.grouping.isEmpty else {
            throw QuireError.invalidQuery("HAVING requires GROUP BY")
        }
        columnNames = statement.columnNames
        isDistinct = statement.isDistinct
        isGrouped = statement.isGrouped
        source = statement.source
        let parts = ConditionParts(of: statement)
        sourceCondition = parts.sourceCondition
        sourceFilter = try parts.sourceFilter.map { try preparation.term($0) }
        joins = try preparation.joins(of: statement, parts)
        condition = try parts.rest.map { try preparation.term($0) }
        selectsOnlyRecords = !statement.joinClauses.isEmpty && statement.columns == [.star]
        columns =
            try selectsOnlyRecords
            ? [] : statement.columns.map { try preparation.key($0.term, isTyped: true) }
        grouping = try statement.grouping.map { try preparation.key($0) }
        groupCondition = try statement.groupCondition.map { try preparation.term($0) }
        ordering = try statement.ordering.map { try preparation.key($0) }
        limit = try statement.limit.map { try preparation.term($0) }
        offset = try statement.offset.map { try preparation.term($0) }
        locations = preparation.locations
        innerStatements = preparation.innerStatements.all
    }

    /// Returns the documents that satisfy the statement's condition, with its ordering, limit and
    /// offset.
    ///
    /// - Parameters:
    ///   - documents: The documents of the statement's source. If the statement has no ordering, the
    ///     result keeps their order.
    ///   - read: A closure that returns the documents of a further source, or `nil` if the engine
    ///     doesn't support further sources.
    /// - Returns: The selected documents of the statement's source, one for each row.
    /// - Throws: ``QuireError`` with code `invalidQuery` if a function cannot be evaluated for a
    ///   document, or a limit is not an integer, `unsupportedOperation` if the statement has further
    ///   sources and `read` is `nil`; an error that the closure throws.
    /// - Complexity: O(*n* log *n*) in the number of rows if the statement has an ordering,
    ///   otherwise O(*n*).
    public func records(
        among documents: [EvaluatedDocument],
        joining read: ((JoinedSource) throws -> [EvaluatedDocument])? = nil
    ) throws -> [DocumentRecord] {
        var run = StatementRun(self, documents: documents, read: read)
        return try run.records()
    }

    /// Returns the number of documents that the statement selects.
    ///
    /// ```swift
    /// let cheap = try SelectStatement.parse("SELECT name FROM _ WHERE roomRate < 150")
    /// let count = try StatementEvaluator(cheap).count(among: documents)
    /// ```
    ///
    /// - Parameters:
    ///   - documents: The documents of the statement's source.
    ///   - read: A closure that returns the documents of a further source, or `nil` if the engine
    ///     doesn't support further sources.
    /// - Returns: The number of selected documents.
    /// - Throws: The errors of ``records(among:joining:)``.
    /// - Complexity: The complexity of ``records(among:joining:)``.
    public func count(
        among documents: [EvaluatedDocument],
        joining read: ((JoinedSource) throws -> [EvaluatedDocument])? = nil
    ) throws -> Int {
        try records(among: documents, joining: read).count
    }

    /// Returns the rows of the statement, including groups and aggregates.
    ///
    /// - Parameters:
    ///   - documents: The documents of the statement's source.
    ///   - codingInfo: The `userInfo` for decoding models from the rows.
    ///   - read: A closure that returns the documents of a further source, or `nil` if the engine
    ///     doesn't support further sources.
    /// - Returns: The rows.
    /// - Throws: The errors of ``records(among:joining:)``.
    /// - Complexity: O(*n* log *n*) in the number of joined rows.
    public func rows(
        of documents: [EvaluatedDocument], codingInfo: [CodingUserInfoKey: any Sendable] = [:],
        joining read: ((JoinedSource) throws -> [EvaluatedDocument])? = nil
    ) throws -> ResultSet {
        var run = StatementRun(self, documents: documents, read: read)
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
    /// - Throws: The errors of ``records(among:joining:)``.
    /// - Complexity: O(*n* log *n*) in the number of groups.
    public func rows(
        ofGroups groups: [EvaluatedGroup], codingInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws -> ResultSet {
        var run = StatementRun(
            self, documents: groups.map(\.document), read: nil, checksCondition: false)
        return try run.results(codingInfo)
    }
}
