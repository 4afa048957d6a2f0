/// A query that has its source.
public final class From: Query, JoinRouter, WhereRouter, GroupByRouter, OrderByRouter,
    LimitRouter
{}
