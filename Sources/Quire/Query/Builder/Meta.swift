import SQLPlusPlus

/// The facts about a document that are not in its body, as expressions of built queries.
public enum Meta {
    /// The document's ID.
    public static var id: MetaExpression { MetaExpression(field: .id) }

    /// The document's sequence number in its collection.
    public static var sequence: MetaExpression { MetaExpression(field: .sequence) }

    /// The ID of the document's current revision.
    public static var revisionID: MetaExpression { MetaExpression(field: .revisionID) }

    /// Whether the document is deleted.
    ///
    /// A query that asks for it finds deleted documents too.
    public static var isDeleted: MetaExpression { MetaExpression(field: .deleted) }

    /// When the document expires, in milliseconds since 1970; missing if it does not.
    public static var expiration: MetaExpression { MetaExpression(field: .expiration) }
}

/// A fact about a document that is not in its body, as an expression of a built query.
public struct MetaExpression: ExpressionProtocol {
    let field: MetadataField

    /// The expression, of the first source of the query.
    public var expression: QueryExpression { QueryExpression(.metadata(field, of: nil)) }

    /// Says whose metadata it is.
    ///
    /// - Parameter alias: The name of the source.
    /// - Returns: The expression.
    public func from(_ alias: String) -> QueryExpression {
        QueryExpression(.metadata(field, of: alias))
    }
}
