import SQLPlusPlus

/// A term by which the rows of a query are sorted.
///
/// ```swift
/// let orderings: [any OrderingProtocol] = [
///     Ordering.property("city"), Ordering.property("name"),
/// ]
/// let query = QueryBuilder.select(name).from(source).orderBy(orderings)
/// ```
public protocol OrderingProtocol: Sendable {
    /// The ordering.
    var ordering: Ordering { get }
}

/// An ordering that can be given a direction.
///
/// ```swift
/// let rate: any QuerySortOrder = Ordering.property("rate")
/// let query = QueryBuilder.select(name).from(source).orderBy(rate.descending())
/// ```
public protocol QuerySortOrder: OrderingProtocol {
    /// Returns the ordering in ascending order, which is the default.
    ///
    /// - Returns: The ordering.
    func ascending() -> any OrderingProtocol

    /// Returns the ordering in descending order.
    ///
    /// - Returns: The ordering.
    func descending() -> any OrderingProtocol
}

/// An expression by which the rows of a query are sorted, and the direction.
///
/// ```swift
/// let byCity = Ordering.property("city")
/// let byRate = Ordering.expression(Expression.property("rate")).descending()
/// let query = QueryBuilder.select(name).from(source).orderBy(byCity, byRate)
/// ```
public struct Ordering: QuerySortOrder {
    private let expression: Expression
    private var direction = OrderingTerm.Direction.ascending

    /// The ordering itself.
    public var ordering: Ordering { self }

    private init(_ expression: Expression) {
        self.expression = expression
    }

    /// Returns an ordering by a property.
    ///
    /// - Parameter property: The property's path, such as `address.city`, or the alias of a column.
    /// - Returns: The ordering, in ascending order.
    public static func property(_ property: String) -> any QuerySortOrder {
        expression(Expression.property(property))
    }

    /// Returns an ordering by an expression.
    ///
    /// - Parameter expression: The value to order by, usually a property.
    /// - Returns: The ordering, in ascending order.
    public static func expression(_ expression: any ExpressionProtocol) -> any QuerySortOrder {
        Ordering(expression.expression)
    }

    /// Returns the ordering in ascending order, which is the default.
    ///
    /// - Returns: The ordering.
    public func ascending() -> any OrderingProtocol { directed(.ascending) }

    /// Returns the ordering in descending order.
    ///
    /// - Returns: The ordering.
    public func descending() -> any OrderingProtocol { directed(.descending) }

    private func directed(_ direction: OrderingTerm.Direction) -> Ordering {
        var ordering = self
        ordering.direction = direction
        return ordering
    }

    func term() throws -> OrderingTerm {
        OrderingTerm(try expression.term.get(), direction)
    }
}
