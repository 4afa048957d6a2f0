/// A builder of queries from expressions.
///
/// ```swift
/// let query = QueryBuilder.select(
///     SelectResult.expression(Meta.id), SelectResult.property("name")
/// )
/// .from(DataSource.collection(hotels))
/// .where(Expression.property("city").equalTo(Expression.string("Bergen")))
/// .orderBy(Ordering.property("name"))
/// .limit(Expression.int(20))
/// for row in try query.execute() { print(row.toJSON()) }
/// ```
///
/// Each step returns a query. No step throws errors: running the query throws an error if an
/// expression is invalid.
public enum QueryBuilder {
    /// Begins a query.
    ///
    /// - Parameter results: The columns; by default the ID and the sequence of each document.
    /// - Returns: The query so far.
    public static func select(_ results: any SelectResultProtocol...) -> Select {
        select(results)
    }

    /// Begins a query.
    ///
    /// - Parameter results: The columns; by default the ID and the sequence of each document.
    /// - Returns: The query so far.
    public static func select(_ results: [any SelectResultProtocol]) -> Select {
        Select(QueryClauses(results.map(\.result), isDistinct: false))
    }

    /// Begins a query that omits duplicate rows.
    ///
    /// - Parameter results: The columns; by default the ID and the sequence of each document.
    /// - Returns: The query so far.
    public static func selectDistinct(_ results: any SelectResultProtocol...) -> Select {
        selectDistinct(results)
    }

    /// Begins a query that omits duplicate rows.
    ///
    /// - Parameter results: The columns; by default the ID and the sequence of each document.
    /// - Returns: The query so far.
    public static func selectDistinct(_ results: [any SelectResultProtocol]) -> Select {
        Select(QueryClauses(results.map(\.result), isDistinct: true))
    }
}

// The classes below are `Sendable` as `Query` is: they add no stored properties.

/// A query with columns.
///
/// It needs a data source before it can run.
///
/// ```swift
/// let columns: Select = QueryBuilder.select(SelectResult.property("name"))
/// let query = columns.from(DataSource.collection(hotels))
/// ```
public final class Select: Query, @unchecked Sendable {
    /// Sets the data source.
    ///
    /// - Parameter source: The data source.
    /// - Returns: The query so far.
    public func from(_ source: any DataSourceProtocol) -> From {
        From(self) { $0.source = source.source }
    }
}

/// A query with a data source.
///
/// ```swift
/// let names: From = QueryBuilder.select(name).from(DataSource.collection(hotels))
/// let cheapest = names.orderBy(Ordering.property("rate")).limit(Expression.int(1))
/// ```
public final class From: Query, @unchecked Sendable, JoinRouter, WhereRouter, GroupByRouter,
    OrderByRouter, LimitRouter
{}

/// A query with joins.
///
/// ```swift
/// let pairs: Joins = QueryBuilder.select(name).from(source).join(join)
/// let sorted = pairs.orderBy(Ordering.property("h.name"))
/// ```
public final class Joins: Query, @unchecked Sendable, WhereRouter, GroupByRouter, OrderByRouter,
    LimitRouter
{}

/// A query to which joins can be added.
///
/// ```swift
/// func addingPartners(to query: some JoinRouter) -> Joins {
///     query.join(Join.leftJoin(partners).on(isPartner))
/// }
/// ```
public protocol JoinRouter: Query {}

extension JoinRouter {
    /// Joins other data sources.
    ///
    /// - Parameter joins: The joins, from the functions of ``Join``.
    /// - Returns: The query so far.
    public func join(_ joins: any JoinProtocol...) -> Joins {
        join(joins)
    }

    /// Joins other data sources.
    ///
    /// - Parameter joins: The joins, from the functions of ``Join``.
    /// - Returns: The query so far.
    public func join(_ joins: [any JoinProtocol]) -> Joins {
        Joins(self) { $0.joins = joins.map(\.join) }
    }
}

/// A query with a condition on documents.
///
/// ```swift
/// let cheap: Where = QueryBuilder.select(name).from(source).where(isCheap)
/// let sorted = cheap.orderBy(Ordering.property("rate"))
/// ```
public final class Where: Query, @unchecked Sendable, GroupByRouter, OrderByRouter, LimitRouter {}

/// A query to which a condition can be added.
///
/// ```swift
/// func inBergen(_ query: some WhereRouter) -> Where {
///     query.where(Expression.property("city").equalTo(Expression.string("Bergen")))
/// }
/// ```
public protocol WhereRouter: Query {}

extension WhereRouter {
    /// Sets the condition that documents must meet.
    ///
    /// - Parameter expression: The condition that a document must meet.
    /// - Returns: The query so far.
    public func `where`(_ expression: any ExpressionProtocol) -> Where {
        Where(self) { $0.condition = expression.expression }
    }
}

/// A query with one row for each group of documents.
///
/// ```swift
/// let common = QueryBuilder.select(city).from(source)
///     .groupBy(Expression.property("city"))
///     .having(Function.count(Expression.all()).greaterThan(Expression.int(1)))
/// ```
public final class GroupBy: Query, @unchecked Sendable, OrderByRouter, LimitRouter {
    /// Sets the condition on groups.
    ///
    /// - Parameter expression: The condition that a group must meet.
    /// - Returns: The query so far.
    public func having(_ expression: any ExpressionProtocol) -> Having {
        Having(self) { $0.groupCondition = expression.expression }
    }
}

/// A query that can be grouped.
///
/// ```swift
/// func byCity(_ query: some GroupByRouter) -> GroupBy {
///     query.groupBy(Expression.property("city"))
/// }
/// ```
public protocol GroupByRouter: Query {}

extension GroupByRouter {
    /// Groups the documents by expressions.
    ///
    /// - Parameter expressions: The expressions. Documents for which all of them are equal form a
    ///   group.
    /// - Returns: The query so far.
    public func groupBy(_ expressions: any ExpressionProtocol...) -> GroupBy {
        groupBy(expressions)
    }

    /// Groups the documents by expressions.
    ///
    /// - Parameter expressions: The expressions. Documents for which all of them are equal form a
    ///   group.
    /// - Returns: The query so far.
    public func groupBy(_ expressions: [any ExpressionProtocol]) -> GroupBy {
        GroupBy(self) { $0.grouping = expressions.map(\.expression) }
    }
}

/// A query with a condition on groups.
///
/// ```swift
/// let count = Function.count(Expression.all())
/// let common: Having = cities.groupBy(city).having(count.greaterThan(Expression.int(1)))
/// ```
public final class Having: Query, @unchecked Sendable, OrderByRouter, LimitRouter {}

/// A query whose rows are sorted.
///
/// ```swift
/// let sorted: OrderBy = names.orderBy(Ordering.property("name"))
/// let first = sorted.limit(Expression.int(1))
/// ```
public final class OrderBy: Query, @unchecked Sendable, LimitRouter {}

/// A query whose rows can be sorted.
///
/// ```swift
/// func byName(_ query: some OrderByRouter) -> OrderBy {
///     query.orderBy(Ordering.property("name"))
/// }
/// ```
public protocol OrderByRouter: Query {}

extension OrderByRouter {
    /// Sorts the rows.
    ///
    /// - Parameter orderings: The orderings, the most significant first.
    /// - Returns: The query so far.
    public func orderBy(_ orderings: any OrderingProtocol...) -> OrderBy {
        orderBy(orderings)
    }

    /// Sorts the rows.
    ///
    /// - Parameter orderings: The orderings, the most significant first.
    /// - Returns: The query so far.
    public func orderBy(_ orderings: [any OrderingProtocol]) -> OrderBy {
        OrderBy(self) { $0.orderings = orderings.map(\.ordering) }
    }
}

/// A query with a limited number of rows.
///
/// ```swift
/// let page: Limit = sorted.limit(Expression.int(20), offset: Expression.int(20))
/// for row in try page.execute() { print(row.toJSON()) }
/// ```
public final class Limit: Query, @unchecked Sendable {}

/// A query that can be limited.
///
/// ```swift
/// func firstPage(of query: some LimitRouter) -> Limit {
///     query.limit(Expression.int(20))
/// }
/// ```
public protocol LimitRouter: Query {}

extension LimitRouter {
    /// Limits the number of rows.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of rows.
    ///   - offset: The number of rows to skip, or `nil` for none.
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
