import SQLPlusPlus

/// A property, or a whole document, as an expression of a built query.
public struct PropertyExpression: ExpressionProtocol {
    private let path: Result<PropertyPath, QuireError>

    init(_ path: String) {
        self.path = Result { () throws(SQLPlusPlusError) in try PropertyPath(path) }
            .mapError { IndexedTerm.unreadable(path, $0) }
    }

    /// The expression, of the only source of the query.
    public var expression: QueryExpression { expression(of: nil) }

    /// Says whose property it is.
    ///
    /// - Parameter alias: The name of the source.
    /// - Returns: The expression.
    public func from(_ alias: String) -> QueryExpression { expression(of: alias) }

    private func expression(of source: String?) -> QueryExpression {
        QueryExpression(path.map { .value(at: $0, of: source) })
    }
}
