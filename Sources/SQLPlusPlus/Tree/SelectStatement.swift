/// A query: which columns of which documents, in what order.
///
/// A statement comes from text by ``parse(_:knowing:)`` or is put together value by value, and prints as
/// text by ``description``. It knows no database: whether its collection or its functions exist is
/// for the compiler to find out.
public struct SelectStatement: Hashable, Sendable {
    /// Whether equal rows are returned once only.
    public var isDistinct: Bool

    /// The columns of a row, in order; at least one.
    public var columns: [ResultColumn]

    /// The collection that the documents come from.
    public var source: CollectionSource

    /// What is joined to the documents of that collection, in order.
    public var furtherSources: [FurtherSource]

    /// The condition that a document must meet, or `nil` for all documents.
    public var condition: QueryTerm?

    /// The values of which one row each is made, or none: `GROUP BY`.
    public var grouping: [QueryTerm]

    /// The condition that a group must meet, or `nil` for all groups: `HAVING`.
    public var groupCondition: QueryTerm?

    /// The values that rows are sorted by, the most significant first.
    public var ordering: [OrderingTerm]

    /// The greatest number of rows, or `nil` for all rows.
    public var limit: QueryTerm?

    /// The number of rows to leave out at the beginning, or `nil` for none.
    public var offset: QueryTerm?

    /// The names by which the statement calls its sources, in their order.
    public var sourceNames: [String] { [source.name] + furtherSources.map(\.name) }

    /// Creates a statement from its clauses.
    ///
    /// - Parameters:
    ///   - columns: The columns of a row, at least one.
    ///   - source: The collection that the documents come from.
    ///   - furtherSources: What is joined to the documents of that collection, in order.
    ///   - condition: The condition that a document must meet, or `nil` for all documents.
    ///   - grouping: The values of which one row each is made, or none.
    ///   - groupCondition: The condition that a group must meet, or `nil` for all groups.
    ///   - ordering: The values that rows are sorted by, the most significant first.
    ///   - limit: The greatest number of rows, or `nil` for all rows.
    ///   - offset: The number of rows to leave out at the beginning, or `nil` for none.
    ///   - isDistinct: Whether equal rows are returned once only.
    public init(
        _ columns: [ResultColumn],
        from source: CollectionSource,
        joining furtherSources: [FurtherSource] = [],
        where condition: QueryTerm? = nil,
        groupedBy grouping: [QueryTerm] = [],
        having groupCondition: QueryTerm? = nil,
        orderedBy ordering: [OrderingTerm] = [],
        limit: QueryTerm? = nil,
        offset: QueryTerm? = nil,
        isDistinct: Bool = false
    ) {
        self.isDistinct = isDistinct
        self.columns = columns
        self.source = source
        self.furtherSources = furtherSources
        self.condition = condition
        self.grouping = grouping
        self.groupCondition = groupCondition
        self.ordering = ordering
        self.limit = limit
        self.offset = offset
    }
}
