import SQLPlusPlus

/// What the rows of a built query are sorted by.
public struct Ordering: Sendable {
    private let expression: QueryExpression
    private var direction = OrderingTerm.Direction.ascending

    private init(_ expression: QueryExpression) {
        self.expression = expression
    }

    /// Sorts by a property, from the least value to the greatest.
    ///
    /// - Parameter property: The property's path, such as `address.city`, or a column's alias.
    /// - Returns: The ordering.
    public static func property(_ property: String) -> Ordering {
        expression(QueryExpression.property(property))
    }

    /// Sorts by an expression, from the least value to the greatest.
    ///
    /// - Parameter expression: The expression.
    /// - Returns: The ordering.
    public static func expression(_ expression: any ExpressionProtocol) -> Ordering {
        Ordering(expression.expression)
    }

    /// Sorts from the least value to the greatest.
    ///
    /// - Returns: The ordering with this direction.
    public func ascending() -> Ordering { directed(.ascending) }

    /// Sorts from the greatest value to the least.
    ///
    /// - Returns: The ordering with this direction.
    public func descending() -> Ordering { directed(.descending) }

    private func directed(_ direction: OrderingTerm.Direction) -> Ordering {
        var ordering = self
        ordering.direction = direction
        return ordering
    }

    func term() throws -> OrderingTerm {
        OrderingTerm(try expression.term.get(), direction)
    }
}
