import SQLPlusPlus

/// An expression of a built query: Couchbase Lite's `Expression`.
///
/// ```swift
/// QueryExpression.property("rate").lessThan(QueryExpression.int(150))
///     .and(QueryExpression.property("city").equalTo(QueryExpression.parameter("city")))
/// ```
public struct QueryExpression: ExpressionProtocol {
    /// The expression's tree, or what is wrong with it.
    let term: Result<QueryTerm, QuireError>
    /// How many expressions lie within one another.
    private let height: Int

    /// The expression itself.
    public var expression: QueryExpression { self }

    init(_ term: Result<QueryTerm, QuireError>, height: Int = 1) {
        // Whoever walks a tree calls itself for each level.
        if height > QueryTerm.heightLimit {
            self.term = .failure(
                QuireError(
                    .invalidQuery,
                    "An expression of the query is nested in more than \(QueryTerm.heightLimit) "
                        + "levels."))
            self.height = 1
        } else {
            self.term = term
            self.height = height
        }
    }

    init(_ term: QueryTerm) {
        self.init(.success(term))
    }

    /// Makes an expression of others.
    init(of operands: [any ExpressionProtocol], _ make: ([QueryTerm]) -> QueryTerm) {
        let operands = operands.map(\.expression)
        let terms = Result { () throws(QuireError) in
            var terms: [QueryTerm] = []
            for operand in operands { terms.append(try operand.term.get()) }
            return terms
        }
        self.init(terms.map(make), height: (operands.map(\.height).max() ?? 0) + 1)
    }

    /// Makes an expression of an operator and its operands.
    ///
    /// As in text, `a + b + c` is one operation however long it is.
    init(
        _ operation: BinaryOperator, _ left: any ExpressionProtocol,
        _ right: any ExpressionProtocol
    ) {
        let (left, right) = (left.expression, right.expression)
        var height = left.height + 1
        var operands = left.term.map { [$0] }
        if case .success(.operation(operation, let chain)) = left.term, operation.isChainable {
            operands = .success(chain)
            height = left.height
        }
        var others = right.term.map { [$0] }
        var otherHeight = right.height + 1
        // Whether all or any are true is the same from wherever one begins.
        if case .success(.operation(operation, let chain)) = right.term,
            operation == .and || operation == .or
        {
            others = .success(chain)
            otherHeight = right.height
        }
        self.init(
            operands.flatMap { operands in
                others.map { .operation(operation, operands + $0) }
            }, height: max(height, otherHeight))
    }
}

extension QueryExpression {
    // MARK: Properties

    /// Makes the expression for a property.
    ///
    /// - Parameter property: The property's path, such as `address.city` or `phones[0]`; the alias
    ///   of a column or of a source may stand before it.
    /// - Returns: The expression.
    public static func property(_ property: String) -> PropertyExpression {
        PropertyExpression(property)
    }

    /// Makes the expression for the whole document, or, in `QueryFunction.count`, for all rows.
    ///
    /// - Returns: The expression.
    public static func all() -> PropertyExpression { PropertyExpression("") }

    /// Makes the expression for a full-text index.
    ///
    /// - Parameter name: The index's name.
    /// - Returns: The index, to be given to ``FullTextFunction``.
    public static func fullTextIndex(_ name: String) -> FullTextIndexExpression {
        FullTextIndexExpression(name: name)
    }

    /// Makes the expression for a value that is given when the query runs.
    ///
    /// - Parameter name: The parameter's name, without a dollar sign.
    /// - Returns: The expression.
    public static func parameter(_ name: String) -> QueryExpression {
        QueryExpression(.parameter(name))
    }

    // MARK: Negation

    /// Makes the expression for the opposite truth value.
    ///
    /// - Parameter expression: The truth value.
    /// - Returns: The expression.
    public static func negated(_ expression: any ExpressionProtocol) -> QueryExpression {
        not(expression)
    }

    /// Makes the expression for the opposite truth value.
    ///
    /// - Parameter expression: The truth value.
    /// - Returns: The expression.
    public static func not(_ expression: any ExpressionProtocol) -> QueryExpression {
        QueryExpression(of: [expression]) { .unary(.not, $0[0]) }
    }
}

extension QueryExpression: CustomStringConvertible {
    /// The expression's text in SQL++; of one that is none, why.
    public var description: String {
        switch term {
        case .success(let term): term.description
        case .failure(let error): "\(error)"
        }
    }
}

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
