import SQLPlusPlus

/// What a query is built of, before it is a statement.
struct QueryClauses {
    var isDistinct = false
    var columns: [SelectResult] = []
    var source: DataSource?
    var joins: [Join] = []
    var condition: QueryExpression?
    var grouping: [QueryExpression] = []
    var groupCondition: QueryExpression?
    var orderings: [Ordering] = []
    var limit: QueryExpression?
    var offset: QueryExpression?

    init() {}

    init(_ columns: [SelectResult], isDistinct: Bool) {
        self.columns = columns
        self.isDistinct = isDistinct
    }

    /// Makes the statement that SQL++ text would be read as.
    ///
    /// - Returns: The statement, and the database that is asked.
    /// - Throws: ``QuireError`` with code `invalidQuery` if there is no source, if two are of
    ///   different databases, or if an expression is none.
    func statement() throws -> (statement: SelectStatement, database: Database) {
        guard let source else {
            throw QuireError(.invalidQuery, "The query does not say what it reads from.")
        }
        let database = source.collection.database
        for join in joins where join.source.collection.database !== database {
            throw QuireError(
                .invalidQuery,
                "The query joins \(join.source.collection.place) to "
                    + "\(source.collection.place), which is another one.")
        }
        let statement = SelectStatement(
            try columns.isEmpty ? Self.defaultColumns : columns.map { try $0.column.get() },
            from: source.term,
            joining: try joins.map { try $0.term() },
            where: try condition?.term.get(),
            groupedBy: try grouping.map { try $0.term.get() },
            having: try groupCondition?.term.get(),
            orderedBy: try orderings.map { try $0.term() },
            limit: try limit?.term.get(),
            offset: try offset?.term.get(),
            isDistinct: isDistinct)
        return (statement.resolvingNames(), database)
    }

    /// The columns of a query that names none.
    private static let defaultColumns = [
        ResultColumn(.metadata(.id, of: nil)), ResultColumn(.metadata(.sequence, of: nil)),
    ]
}

/// Makes queries out of expressions, step by step.
///
/// ```swift
/// let query = QueryBuilder
///     .select(SelectResult.expression(Meta.id), SelectResult.property("name"))
///     .from(DataSource.collection(hotels))
///     .where(QueryExpression.property("city").equalTo(QueryExpression.string("Bergen")))
///     .orderBy(Ordering.property("name"))
///     .limit(QueryExpression.int(20))
/// for row in try query.execute() { print(row.toJSON()) }
/// ```
///
/// Every step is a query of its own. No step throws: what cannot be asked, such as a path that is
/// none, is an error when the query runs.
public enum QueryBuilder {
    /// Begins a query with its columns.
    ///
    /// - Parameter results: The columns; without any they are the document's ID and its sequence.
    /// - Returns: The query so far.
    public static func select(_ results: any SelectResultProtocol...) -> Select {
        select(results)
    }

    /// Begins a query with its columns.
    ///
    /// - Parameter results: The columns; without any they are the document's ID and its sequence.
    /// - Returns: The query so far.
    public static func select(_ results: [any SelectResultProtocol]) -> Select {
        Select(QueryClauses(results.map(\.result), isDistinct: false))
    }

    /// Begins a query that gives equal rows once only.
    ///
    /// - Parameter results: The columns; without any they are the document's ID and its sequence.
    /// - Returns: The query so far.
    public static func selectDistinct(_ results: any SelectResultProtocol...) -> Select {
        selectDistinct(results)
    }

    /// Begins a query that gives equal rows once only.
    ///
    /// - Parameter results: The columns; without any they are the document's ID and its sequence.
    /// - Returns: The query so far.
    public static func selectDistinct(_ results: [any SelectResultProtocol]) -> Select {
        Select(QueryClauses(results.map(\.result), isDistinct: true))
    }
}

/// A query that has its columns, and needs a source to be run.
public final class Select: Query, @unchecked Sendable {
    /// Says where the documents come from.
    ///
    /// - Parameter source: The source.
    /// - Returns: The query so far.
    public func from(_ source: DataSource) -> From {
        From(self) { $0.source = source }
    }
}

/// A query that has its source.
public final class From: Query, @unchecked Sendable, JoinRouter, WhereRouter, GroupByRouter,
    OrderByRouter,
    LimitRouter
{}

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

/// A query with a condition on groups.
public final class Having: Query, @unchecked Sendable, OrderByRouter, LimitRouter {}

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
