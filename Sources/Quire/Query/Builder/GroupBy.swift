/// A query that makes one row of a group of documents.
public final class GroupBy: Query, @unchecked Sendable, OrderByRouter, LimitRouter {
    /// Says which groups are meant.
    ///
    /// - Parameter expression: The condition that a group must meet.
    /// - Returns: The query so far.
    public func having(_ expression: any ExpressionProtocol) -> Having {
        Having(self) { $0.groupCondition = expression.expression }
    }
}

/// A query whose documents can be grouped.
public protocol GroupByRouter: Query {}

extension GroupByRouter {
    /// Groups documents for which expressions have equal values.
    ///
    /// - Parameter expressions: The expressions.
    /// - Returns: The query so far.
    public func groupBy(_ expressions: any ExpressionProtocol...) -> GroupBy {
        groupBy(expressions)
    }

    /// Groups documents for which expressions have equal values.
    ///
    /// - Parameter expressions: The expressions.
    /// - Returns: The query so far.
    public func groupBy(_ expressions: [any ExpressionProtocol]) -> GroupBy {
        GroupBy(self) { $0.grouping = expressions.map(\.expression) }
    }
}
