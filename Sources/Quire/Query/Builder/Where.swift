/// A query with a condition on documents.
public final class Where: Query, @unchecked Sendable, GroupByRouter, OrderByRouter, LimitRouter {}

/// A query that can be given a condition.
public protocol WhereRouter: Query {}

extension WhereRouter {
    /// Says which documents are meant.
    ///
    /// - Parameter expression: The condition that a document must meet.
    /// - Returns: The query so far.
    public func `where`(_ expression: any ExpressionProtocol) -> Where {
        Where(self) { $0.condition = expression.expression }
    }
}
