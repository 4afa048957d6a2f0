import SQLPlusPlus

/// The functions of built queries for full-text indexes.
///
/// ```swift
/// let index = QueryExpression.fullTextIndex("descriptions")
/// QueryBuilder.select(SelectResult.expression(Meta.id))
///     .from(DataSource.collection(hotels))
///     .where(FullTextFunction.match(index, query: "harbour view"))
///     .orderBy(Ordering.expression(FullTextFunction.rank(index)).descending())
/// ```
public enum FullTextFunction {
    /// Makes the condition that a document is found by a full-text query.
    ///
    /// It can stand at the top of `where`, or there under `and`.
    ///
    /// - Parameters:
    ///   - index: The index.
    ///   - query: The words, as `MATCH` in SQL++ takes them.
    /// - Returns: The condition.
    public static func match(
        _ index: FullTextIndexExpression, query: String
    ) -> QueryExpression {
        QueryExpression(
            .match(index: index.name, of: index.source, .literal(.string(query))))
    }

    /// Makes the condition that a document is found by a full-text query.
    ///
    /// - Parameters:
    ///   - indexName: The index's name; that of its source and a period may stand before it.
    ///   - query: The words, as `MATCH` in SQL++ takes them.
    /// - Returns: The condition.
    public static func match(indexName: String, query: String) -> QueryExpression {
        match(FullTextIndexExpression(name: indexName), query: query)
    }

    /// Makes the expression for how well a document fits the full-text query on an index.
    ///
    /// - Parameter index: The index, which the query's condition has to ask.
    /// - Returns: The expression; the greater, the better.
    public static func rank(_ index: FullTextIndexExpression) -> QueryExpression {
        QueryExpression(.rank(index: index.name, of: index.source))
    }

    /// Makes the expression for how well a document fits the full-text query on an index.
    ///
    /// - Parameter indexName: The index's name; that of its source and a period may stand before it.
    /// - Returns: The expression; the greater, the better.
    public static func rank(_ indexName: String) -> QueryExpression {
        rank(FullTextIndexExpression(name: indexName))
    }
}

/// A full-text index, named in a built query.
public struct FullTextIndexExpression: Sendable {
    let name: String
    private(set) var source: String?

    init(name: String) {
        self.name = name
    }

    /// Says whose index it is.
    ///
    /// - Parameter alias: The name of the source.
    /// - Returns: The index.
    public func from(_ alias: String) -> FullTextIndexExpression {
        var index = self
        index.source = alias
        return index
    }
}

/// A full-text index by its name, as Couchbase Lite 2 spells a full-text query.
public struct FullTextExpression: Sendable {
    private let name: String

    /// Names an index.
    ///
    /// - Parameter name: The index's name.
    /// - Returns: The index.
    public static func index(_ name: String) -> FullTextExpression {
        FullTextExpression(name: name)
    }

    /// Makes the condition that a document is found by a full-text query.
    ///
    /// - Parameter query: The words, as `MATCH` in SQL++ takes them.
    /// - Returns: The condition.
    public func match(_ query: String) -> QueryExpression {
        FullTextFunction.match(indexName: name, query: query)
    }
}
