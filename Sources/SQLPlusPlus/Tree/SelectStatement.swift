/// A query that selects columns of documents.
///
/// A statement is created by ``parse(_:knowing:)`` or from its clauses. Its text is
/// ``description``. It is independent of a database: the compiler checks whether its collections
/// and functions exist.
///
/// ```swift
/// var statement = try SelectStatement.parse("SELECT name FROM hotels WHERE stars >= 4")
/// statement.limit = .literal(.integer(10))
/// print(statement)  // the text with LIMIT 10
/// ```
public struct SelectStatement: Hashable, Sendable {
    /// Whether duplicate rows are removed.
    public var isDistinct: Bool

    /// The columns of a row, in order.
    ///
    /// There is at least one.
    public var columns: [ResultColumn]

    /// The collection that contains the documents.
    public var source: CollectionSource

    /// The joined collections and unnested arrays, in order.
    public var joinClauses: [JoinClause]

    /// The condition for documents, or `nil` to select all documents.
    public var condition: QueryTerm?

    /// The values that define the groups, or an empty array without grouping: `GROUP BY`.
    public var grouping: [QueryTerm]

    /// The condition for groups, or `nil` to select all groups: `HAVING`.
    public var groupCondition: QueryTerm?

    /// The values that rows are sorted by, the most significant first.
    public var ordering: [OrderingTerm]

    /// The maximum number of rows, or `nil` for all rows.
    public var limit: QueryTerm?

    /// The number of rows to skip at the beginning, or `nil` for none.
    public var offset: QueryTerm?

    /// The names of the sources in the statement, in order.
    public var sourceNames: [String] { [source.name] + joinClauses.map(\.name) }

    /// Creates a statement from its clauses.
    ///
    /// ```swift
    /// let statement = SelectStatement(
    ///     [ResultColumn(.value(at: try PropertyPath("name")))],
    ///     from: CollectionSource("hotels"),
    ///     orderedBy: [OrderingTerm(.value(at: try PropertyPath("roomRate")), .descending)])
    /// ```
    ///
    /// - Parameters:
    ///   - columns: The columns of a row. There must be at least one.
    ///   - source: The collection that contains the documents.
    ///   - joinClauses: The joined collections and unnested arrays, in order.
    ///   - condition: The condition for documents, or `nil` to select all documents.
    ///   - grouping: The values that define the groups, or an empty array without grouping.
    ///   - groupCondition: The condition for groups, or `nil` to select all groups.
    ///   - ordering: The values that rows are sorted by, the most significant first.
    ///   - limit: The maximum number of rows, or `nil` for all rows.
    ///   - offset: The number of rows to skip at the beginning, or `nil` for none.
    ///   - isDistinct: Whether duplicate rows are removed.
    public init(
        _ columns: [ResultColumn],
        from source: CollectionSource,
        joining joinClauses: [JoinClause] = [],
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
        self.joinClauses = joinClauses
        self.condition = condition
        self.grouping = grouping
        self.groupCondition = groupCondition
        self.ordering = ordering
        self.limit = limit
        self.offset = offset
    }
}

/// A collection in `FROM`, with its optional alias.
///
/// ```swift
/// let source = CollectionSource("hotels", scope: "travel", as: "h")
/// print(source.name)  // h
/// ```
public struct CollectionSource: Hashable, Sendable {
    /// The name of the collection.
    ///
    /// `_` and `_default` both refer to the default collection.
    public var collection: String

    /// The name of the collection's scope, or `nil` for the default scope.
    public var scope: String?

    /// The alias after `AS`, or `nil`.
    public var alias: String?

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - collection: The name of the collection.
    ///   - scope: The name of the collection's scope, or `nil` for the default scope.
    ///   - alias: The alias of the collection in the statement, or `nil`.
    public init(_ collection: String, scope: String? = nil, as alias: String? = nil) {
        self.collection = collection
        self.scope = scope
        self.alias = alias
    }

    /// The name of the source in the statement: the alias, or the collection's name without an
    /// alias.
    public var name: String { alias ?? collection }
}

/// An additional source in `FROM`: another collection, or the items of an array.
///
/// ```swift
/// let rooms = JoinClause.unnest(.value(at: try PropertyPath("rooms"), of: "h"), as: "room")
/// let joined = SelectStatement([.star], from: source, joining: [rooms])
/// print(joined.sourceNames)  // ["h", "room"]
/// ```
public enum JoinClause: Hashable, Sendable {
    /// The kind of a join.
    ///
    /// ```swift
    /// let partners = JoinClause.join(.left, CollectionSource("hotels", as: "p"), on: isPartner)
    /// ```
    public enum JoinKind: String, Hashable, Sendable, CaseIterable {
        /// An inner join, which returns pairs that satisfy the condition.
        case inner = "JOIN"

        /// A left outer join, which also returns left rows without a match, with MISSING for the
        /// right side.
        case left = "LEFT JOIN"

        /// A cross join, which returns all pairs and has no condition.
        case cross = "CROSS JOIN"
    }

    /// A collection joined to the preceding sources.
    ///
    /// A cross join has no condition. The other joins have one.
    case join(JoinKind, CollectionSource, on: QueryTerm?)

    /// The items of an array in the preceding sources, with their name.
    case unnest(QueryTerm, as: String)

    /// The name of the source in the statement.
    public var name: String {
        switch self {
        case .join(_, let source, _): source.name
        case .unnest(_, let name): name
        }
    }
}

/// A column of a query's rows.
///
/// ```swift
/// let city = ResultColumn(.value(at: try PropertyPath("address.city")), as: "city")
/// ```
public struct ResultColumn: Hashable, Sendable {
    /// The value of the column.
    ///
    /// `*` is the property with the empty path: the whole document. A name in this term never
    /// refers to another column.
    public var term: QueryTerm

    /// The alias after `AS`, or `nil`.
    public var alias: String?

    /// Creates a column.
    ///
    /// - Parameters:
    ///   - term: The value of the column.
    ///   - alias: The name of the column, or `nil` to derive it from the term.
    public init(_ term: QueryTerm, as alias: String? = nil) {
        self.term = term
        self.alias = alias
    }

    /// A column that contains whole documents: `*`.
    public static var star: ResultColumn { ResultColumn(.star) }
}

/// A value that rows are sorted by.
///
/// ```swift
/// let mostExpensiveFirst = OrderingTerm(.value(at: try PropertyPath("roomRate")), .descending)
/// ```
public struct OrderingTerm: Hashable, Sendable {
    /// A sort direction.
    ///
    /// ```swift
    /// let byName = OrderingTerm(.value(at: try PropertyPath("name")), .ascending)
    /// ```
    public enum Direction: Hashable, Sendable {
        /// From the least to the greatest value. MISSING is first.
        case ascending

        /// From the greatest to the least value. MISSING is last.
        case descending
    }

    /// The value to sort by.
    public var term: QueryTerm

    /// The sort direction.
    public var direction: Direction

    /// Creates an ordering term.
    ///
    /// - Parameters:
    ///   - term: The value to sort by.
    ///   - direction: The sort direction.
    public init(_ term: QueryTerm, _ direction: Direction = .ascending) {
        self.term = term
        self.direction = direction
    }
}
