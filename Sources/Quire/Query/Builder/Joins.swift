/// A query with sources that are joined to the first one.
public final class Joins: Query, @unchecked Sendable, WhereRouter, GroupByRouter, OrderByRouter,
    LimitRouter
{}

/// A query that other sources can be joined to.
public protocol JoinRouter: Query {}

extension JoinRouter {
    /// Joins other sources to the first one, in their order.
    ///
    /// - Parameter joins: The joins.
    /// - Returns: The query so far.
    public func join(_ joins: Join...) -> Joins {
        join(joins)
    }

    /// Joins other sources to the first one, in their order.
    ///
    /// - Parameter joins: The joins.
    /// - Returns: The query so far.
    public func join(_ joins: [Join]) -> Joins {
        Joins(self) { $0.joins = joins }
    }
}
