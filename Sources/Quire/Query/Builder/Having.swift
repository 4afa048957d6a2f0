/// A query with a condition on groups.
public final class Having: Query, OrderByRouter, LimitRouter {}
