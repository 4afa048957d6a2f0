/// A query whose rows are sorted.
public final class OrderBy: Query, @unchecked Sendable, LimitRouter {}

/// A query whose rows can be sorted.
public protocol OrderByRouter: Query {}

extension OrderByRouter {
    /// Sorts the rows.
    ///
    /// - Parameter orderings: What to sort by, the most significant first.
    /// - Returns: The query so far.
    public func orderBy(_ orderings: Ordering...) -> OrderBy {
        orderBy(orderings)
    }

    /// Sorts the rows.
    ///
    /// - Parameter orderings: What to sort by, the most significant first.
    /// - Returns: The query so far.
    public func orderBy(_ orderings: [Ordering]) -> OrderBy {
        OrderBy(self) { $0.orderings = orderings }
    }
}
