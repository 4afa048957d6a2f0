/// A query with a condition on groups.
public final class Having: Query, @unchecked Sendable, OrderByRouter, LimitRouter {}
