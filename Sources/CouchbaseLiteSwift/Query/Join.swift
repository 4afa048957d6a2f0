import SQLPlusPlus

/// A join of a data source to others.
///
/// ```swift
/// let joins: [any JoinProtocol] = [Join.leftJoin(partners).on(isPartner)]
/// let query = QueryBuilder.select(name).from(source).join(joins)
/// ```
public protocol JoinProtocol: Sendable {
    /// The join.
    var join: Join { get }
}

/// A join that needs a condition.
///
/// ```swift
/// let partners: any JoinOnProtocol = Join.innerJoin(DataSource.collection(hotels).as("p"))
/// let join = partners.on(isPartner)
/// ```
public protocol JoinOnProtocol: JoinProtocol {
    /// Sets the condition of the join.
    ///
    /// - Parameter expression: The condition that two documents must meet.
    /// - Returns: The join with the condition.
    func on(_ expression: any ExpressionProtocol) -> any JoinProtocol
}

/// A data source that is joined to others, and the kind of the join.
///
/// ```swift
/// let partner = Expression.property("partner").from("h")
/// let isPartner = Meta.id.from("p").equalTo(partner)
/// let name = SelectResult.expression(Expression.property("name").from("p"))
/// let query = QueryBuilder.select(name)
///     .from(DataSource.collection(hotels).as("h"))
///     .join(Join.join(DataSource.collection(hotels).as("p")).on(isPartner))
/// ```
public struct Join: JoinOnProtocol {
    let source: DataSource
    private let kind: JoinClause.JoinKind
    private var condition: Expression?

    /// The join itself.
    public var join: Join { self }

    /// Returns an inner join, whose rows are the pairs of documents that meet a condition.
    ///
    /// - Parameter source: The other data source.
    /// - Returns: The join. Set its condition with ``on(_:)``.
    public static func join(_ source: any DataSourceProtocol) -> any JoinOnProtocol {
        innerJoin(source)
    }

    /// Returns an inner join, whose rows are the pairs of documents that meet a condition.
    ///
    /// - Parameter source: The other data source.
    /// - Returns: The join. Set its condition with ``on(_:)``.
    public static func innerJoin(_ source: any DataSourceProtocol) -> any JoinOnProtocol {
        Join(source: source.source, kind: .inner)
    }

    /// Returns a left outer join, which also keeps rows that have no match.
    ///
    /// - Parameter source: The other data source. Its values are missing in rows without a match.
    /// - Returns: The join. Set its condition with ``on(_:)``.
    public static func leftJoin(_ source: any DataSourceProtocol) -> any JoinOnProtocol {
        Join(source: source.source, kind: .left)
    }

    /// Returns a left outer join, which also keeps rows that have no match.
    ///
    /// - Parameter source: The other data source. Its values are missing in rows without a match.
    /// - Returns: The join. Set its condition with ``on(_:)``.
    public static func leftOuterJoin(_ source: any DataSourceProtocol) -> any JoinOnProtocol {
        leftJoin(source)
    }

    /// Returns a cross join, whose rows are all pairs of documents.
    ///
    /// - Parameter source: The other data source.
    /// - Returns: The join.
    public static func crossJoin(_ source: any DataSourceProtocol) -> any JoinProtocol {
        Join(source: source.source, kind: .cross)
    }

    /// Sets the condition of the join.
    ///
    /// - Parameter expression: The condition that two documents must meet.
    /// - Returns: The join with the condition.
    public func on(_ expression: any ExpressionProtocol) -> any JoinProtocol {
        var join = self
        join.condition = expression.expression
        return join
    }

    func term() throws -> JoinClause {
        .join(kind, source.term, on: try condition?.term.get())
    }
}
