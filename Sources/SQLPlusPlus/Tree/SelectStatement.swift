/// A query: which columns of which documents, in what order.
///
/// A statement comes from text by ``parse(_:)`` or is put together value by value, and prints as
/// text by ``description``. It knows no database: whether its collection or its functions exist is
/// for the compiler to find out.
public struct SelectStatement: Hashable, Sendable {
    /// Whether equal rows are returned once only.
    public var isDistinct: Bool

    /// The columns of a row, in order; at least one.
    public var columns: [ResultColumn]

    /// The collection that the documents come from.
    public var source: DataSource

    /// The condition that a document must meet, or `nil` for all documents.
    public var condition: QueryTerm?

    /// The values that rows are sorted by, the most significant first.
    public var ordering: [OrderingTerm]

    /// The greatest number of rows, or `nil` for all rows.
    public var limit: QueryTerm?

    /// The number of rows to leave out at the beginning, or `nil` for none.
    public var offset: QueryTerm?

    /// Creates a statement from its clauses.
    ///
    /// - Parameters:
    ///   - columns: The columns of a row, at least one.
    ///   - source: The collection that the documents come from.
    ///   - condition: The condition that a document must meet, or `nil` for all documents.
    ///   - ordering: The values that rows are sorted by, the most significant first.
    ///   - limit: The greatest number of rows, or `nil` for all rows.
    ///   - offset: The number of rows to leave out at the beginning, or `nil` for none.
    ///   - isDistinct: Whether equal rows are returned once only.
    public init(
        _ columns: [ResultColumn],
        from source: DataSource,
        where condition: QueryTerm? = nil,
        orderedBy ordering: [OrderingTerm] = [],
        limit: QueryTerm? = nil,
        offset: QueryTerm? = nil,
        isDistinct: Bool = false
    ) {
        self.isDistinct = isDistinct
        self.columns = columns
        self.source = source
        self.condition = condition
        self.ordering = ordering
        self.limit = limit
        self.offset = offset
    }
}
