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
