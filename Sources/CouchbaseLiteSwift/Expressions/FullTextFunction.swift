import SQLPlusPlus

/// The functions of queries for full-text indexes.
///
/// ```swift
/// let index = Expression.fullTextIndex("descriptions")
/// let query = QueryBuilder.select(SelectResult.expression(Meta.id))
///     .from(DataSource.collection(hotels))
///     .where(FullTextFunction.match(index, query: "harbour"))
///     .orderBy(Ordering.expression(FullTextFunction.rank(index)).descending())
/// ```
public enum FullTextFunction {
    /// Returns a condition that a full-text query matches a document.
    ///
    /// It must be the whole condition of the query, or an operand of `and`.
    ///
    /// - Parameters:
    ///   - index: The full-text index, from ``Expression/fullTextIndex(_:)``.
    ///   - query: A full-text query, as for `MATCH` in SQL++.
    /// - Returns: The condition.
    public static func match(
        _ index: any IndexExpressionProtocol, query: String
    ) -> any ExpressionProtocol {
        Expression(
            .match(index: index.indexName, of: index.indexSource, .literal(.string(query))))
    }

    /// Returns a condition that a full-text query matches a document.
    ///
    /// - Parameters:
    ///   - indexName: The name of the index, optionally after the alias of its data source and a
    ///     period.
    ///   - query: A full-text query, as for `MATCH` in SQL++.
    /// - Returns: The condition.
    public static func match(indexName: String, query: String) -> any ExpressionProtocol {
        match(FullTextIndexExpression(name: indexName), query: query)
    }

    /// Returns an expression for the rank of a document in the full-text query on an index.
    ///
    /// - Parameter index: The index, which the condition of the query must use.
    /// - Returns: The expression. Better matches have greater values.
    public static func rank(_ index: any IndexExpressionProtocol) -> any ExpressionProtocol {
        Expression(.rank(index: index.indexName, of: index.indexSource))
    }

    /// Returns an expression for the rank of a document in the full-text query on an index.
    ///
    /// - Parameter indexName: The name of the index, optionally after the alias of its data source
    ///   and a period.
    /// - Returns: The expression. Better matches have greater values.
    public static func rank(_ indexName: String) -> any ExpressionProtocol {
        rank(FullTextIndexExpression(name: indexName))
    }
}

/// An expression that names an index.
///
/// ```swift
/// let index: any IndexExpressionProtocol = Expression.fullTextIndex("descriptions")
/// let isMatch = FullTextFunction.match(index, query: "harbour")
/// ```
public protocol IndexExpressionProtocol: Sendable {
    /// The name of the index.
    var indexName: String { get }
    /// The alias of the data source; `nil` if there is only one.
    var indexSource: String? { get }
}

/// An expression that names a full-text index.
///
/// ```swift
/// let index = Expression.fullTextIndex("descriptions").from("h")
/// print(index.indexName, index.indexSource ?? "")  // descriptions h
/// ```
public protocol FullTextIndexExpressionProtocol: IndexExpressionProtocol {
    /// Sets the data source of the index.
    ///
    /// - Parameter alias: The alias of the data source.
    /// - Returns: The index.
    func from(_ alias: String) -> any FullTextIndexExpressionProtocol
}

struct FullTextIndexExpression: FullTextIndexExpressionProtocol {
    let indexName: String
    private(set) var indexSource: String?

    init(name: String) {
        indexName = name
    }

    func from(_ alias: String) -> any FullTextIndexExpressionProtocol {
        var index = self
        index.indexSource = alias
        return index
    }
}

/// A full-text index, for full-text queries in the syntax of Couchbase Lite 2.
///
/// ```swift
/// let descriptions = FullTextExpression.index("descriptions")
/// let query = QueryBuilder.select(name).from(source).where(descriptions.match("harbour"))
/// ```
public struct FullTextExpression: Sendable {
    private let name: String

    /// Returns the full-text index with the given name.
    ///
    /// - Parameter name: The index's name.
    /// - Returns: The index.
    public static func index(_ name: String) -> FullTextExpression {
        FullTextExpression(name: name)
    }

    /// Returns a condition that a full-text query matches a document.
    ///
    /// - Parameter query: A full-text query, as for `MATCH` in SQL++.
    /// - Returns: The condition.
    public func match(_ query: String) -> any ExpressionProtocol {
        FullTextFunction.match(indexName: name, query: query)
    }
}
