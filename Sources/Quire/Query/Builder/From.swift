/// A query that has its source.
public final class From: Query, @unchecked Sendable, JoinRouter, WhereRouter, GroupByRouter,
    OrderByRouter,
    LimitRouter
{}
