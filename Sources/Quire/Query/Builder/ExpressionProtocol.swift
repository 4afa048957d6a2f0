/// Something that has a value for each document, or for each group of documents.
///
/// The operators are the same for all: `property.lessThan(QueryExpression.int(5))`.
public protocol ExpressionProtocol: Sendable {
    /// The expression.
    var expression: QueryExpression { get }
}
