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

/// A collection named in `FROM`, and the name by which the statement calls it.
public struct CollectionSource: Hashable, Sendable {
    /// The collection's name; `_` and `_default` both name the default collection.
    public var collection: String

    /// The name of the collection's scope, or `nil` for the default scope.
    public var scope: String?

    /// The name after `AS`, or `nil`.
    public var alias: String?

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - collection: The collection's name.
    ///   - scope: The name of the collection's scope, or `nil` for the default scope.
    ///   - alias: The name by which the statement calls the collection, or `nil`.
    public init(_ collection: String, scope: String? = nil, as alias: String? = nil) {
        self.collection = collection
        self.scope = scope
        self.alias = alias
    }

    /// The name by which the statement calls this source: the alias, else the collection's name.
    public var name: String { alias ?? collection }
}

/// What follows the first collection in `FROM`: another collection, or the items of an array.
public enum FurtherSource: Hashable, Sendable {
    /// How a collection is joined to what stands before it.
    public enum JoinKind: String, Hashable, Sendable, CaseIterable {
        /// Pairs that meet the condition.
        case inner = "JOIN"

        /// Pairs that meet the condition, and once what has no partner, with MISSING for it.
        case left = "LEFT JOIN"

        /// All pairs; there is no condition.
        case cross = "CROSS JOIN"
    }

    /// The documents of a collection, in pairs with what stands before; a cross join has no
    /// condition, the others have one.
    case join(JoinKind, CollectionSource, on: QueryTerm?)

    /// The items of an array of what stands before, called by a name.
    case unnest(QueryTerm, as: String)

    /// The name by which the statement calls this source.
    public var name: String {
        switch self {
        case .join(_, let source, _): source.name
        case .unnest(_, let name): name
        }
    }
}

/// A column of a query's rows.
public struct ResultColumn: Hashable, Sendable {
    /// What the column holds.
    ///
    /// `*` is the property with the empty path: the whole document. A name in it is never that of
    /// another column.
    public var term: QueryTerm

    /// The name after `AS`, or `nil`.
    public var alias: String?

    /// Creates a column.
    ///
    /// - Parameters:
    ///   - term: What the column holds.
    ///   - alias: The name of the column, or `nil` to let the term give it.
    public init(_ term: QueryTerm, as alias: String? = nil) {
        self.term = term
        self.alias = alias
    }

    /// The column that holds whole documents: `*`.
    public static var star: ResultColumn { ResultColumn(.star) }
}

/// A value that rows are sorted by.
public struct OrderingTerm: Hashable, Sendable {
    /// A direction of sorting.
    public enum Direction: Hashable, Sendable {
        /// From the least value to the greatest; MISSING comes first.
        case ascending

        /// From the greatest value to the least; MISSING comes last.
        case descending
    }

    /// The value to sort by.
    public var term: QueryTerm

    /// The direction to sort in.
    public var direction: Direction

    /// Creates an ordering term.
    ///
    /// - Parameters:
    ///   - term: The value to sort by.
    ///   - direction: The direction to sort in.
    public init(_ term: QueryTerm, _ direction: Direction = .ascending) {
        self.term = term
        self.direction = direction
    }
}
