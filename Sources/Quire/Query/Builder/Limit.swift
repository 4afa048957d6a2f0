/// A query with a limited number of rows.
public final class Limit: Query, @unchecked Sendable {}

/// A query whose number of rows can be limited.
public protocol LimitRouter: Query {}

extension LimitRouter {
    /// Limits the number of rows.
    ///
    /// - Parameters:
    ///   - limit: The greatest number of rows, which cannot depend on documents.
    ///   - offset: The number of rows to leave out at the beginning, or `nil` for none.
    /// - Returns: The query.
    public func limit(
        _ limit: any ExpressionProtocol, offset: (any ExpressionProtocol)? = nil
    ) -> Limit {
        Limit(self) {
            $0.limit = limit.expression
            $0.offset = offset?.expression
        }
    }
}
