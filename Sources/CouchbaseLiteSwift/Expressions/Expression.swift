import Quire
import SQLPlusPlus

/// An expression of a query.
///
/// ```swift
/// let isCheap = Expression.property("rate").lessThan(Expression.int(150))
///     .and(Expression.property("city").equalTo(Expression.parameter("city")))
/// ```
public struct Expression: ExpressionProtocol {
    /// The expression's tree, or the reason why it is invalid.
    let term: Swift.Result<QueryTerm, QuireError>
    /// The height of the expression's tree.
    private let height: Int

    /// The expression itself.
    public var expression: Expression { self }

    init(_ term: Swift.Result<QueryTerm, QuireError>, height: Int = 1) {
        // Functions that visit a tree are recursive, so its height is limited.
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

    /// Creates an expression of other expressions.
    init(of operands: [any ExpressionProtocol], _ make: ([QueryTerm]) -> QueryTerm) {
        let operands = operands.map(\.expression)
        let terms = Swift.Result { () throws(QuireError) in
            var terms: [QueryTerm] = []
            for operand in operands { terms.append(try operand.term.get()) }
            return terms
        }
        self.init(terms.map(make), height: (operands.map(\.height).max() ?? 0) + 1)
    }

    /// Creates an expression of an operator and its operands.
    ///
    /// As in SQL++, `a + b + c` is one operation of any length.
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
        // AND and OR are associative.
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

extension Expression {
    // MARK: Properties

    /// Returns an expression for a property.
    ///
    /// - Parameter property: The property's path, such as `address.city` or `phones[0]`; it may
    ///   begin with the alias of a column or data source.
    /// - Returns: The expression.
    public static func property(_ property: String) -> any PropertyExpressionProtocol {
        PropertyExpression(property)
    }

    /// Returns an expression for the whole document, or, in `Function.count`, for all rows.
    ///
    /// - Returns: The expression.
    public static func all() -> any PropertyExpressionProtocol { PropertyExpression("") }

    /// Returns an expression for a full-text index.
    ///
    /// - Parameter name: The index's name.
    /// - Returns: The index, for ``FullTextFunction``.
    public static func fullTextIndex(_ name: String) -> any FullTextIndexExpressionProtocol {
        FullTextIndexExpression(name: name)
    }

    /// Returns an expression for a parameter of the query.
    ///
    /// - Parameter name: The parameter's name, without a dollar sign.
    /// - Returns: The expression.
    public static func parameter(_ name: String) -> any ExpressionProtocol {
        Expression(.parameter(name))
    }

    // MARK: Negation

    /// Returns an expression for the negation.
    ///
    /// - Parameter expression: The Boolean value.
    /// - Returns: The expression.
    public static func negated(_ expression: any ExpressionProtocol) -> any ExpressionProtocol {
        not(expression)
    }

    /// Returns an expression for the negation.
    ///
    /// - Parameter expression: The Boolean value.
    /// - Returns: The expression.
    public static func not(_ expression: any ExpressionProtocol) -> any ExpressionProtocol {
        Expression(of: [expression]) { .unary(.not, $0[0]) }
    }
}

extension Expression {
    /// The error for a string that is not a property path.
    static func invalidPath(_ path: String, _ error: SQLPlusPlusError) -> QuireError {
        QuireError(
            .invalidQuery, "\(path.debugDescription) is not a property path: \(error)",
            underlyingError: error)
    }
}

extension Expression: CustomStringConvertible {
    /// The expression in SQL++, or the reason why it is invalid.
    public var description: String {
        switch term {
        case .success(let term): term.description
        case .failure(let error): "\(error)"
        }
    }
}

/// An expression for a property or a whole document.
///
/// ```swift
/// let partner: any PropertyExpressionProtocol = Expression.property("partner")
/// let isPartner = partner.from("h").equalTo(Meta.id.from("p"))
/// ```
public protocol PropertyExpressionProtocol: ExpressionProtocol {
    /// Sets the data source of the property.
    ///
    /// - Parameter alias: The alias of the data source.
    /// - Returns: The expression.
    func from(_ alias: String) -> any ExpressionProtocol
}

/// A property, or the whole document if the path is empty.
struct PropertyExpression: PropertyExpressionProtocol {
    private let path: Swift.Result<PropertyPath, QuireError>

    init(_ path: String) {
        self.path = Swift.Result { () throws(SQLPlusPlusError) in try PropertyPath(path) }
            .mapError { Expression.invalidPath(path, $0) }
    }

    var expression: Expression { expression(of: nil) }

    func from(_ alias: String) -> any ExpressionProtocol { expression(of: alias) }

    private func expression(of source: String?) -> Expression {
        Expression(path.map { .value(at: $0, of: source) })
    }
}

/// Expressions for the metadata of documents.
///
/// ```swift
/// let isFirst = Meta.id.equalTo(Expression.string("hotel-1"))
///     .and(Meta.isDeleted.equalTo(Expression.boolean(false)))
/// ```
public enum Meta {
    /// The document's ID.
    public static var id: any MetaExpressionProtocol { MetaExpression(field: .id) }

    /// The document's sequence number in its collection.
    public static var sequence: any MetaExpressionProtocol { MetaExpression(field: .sequence) }

    /// The ID of the document's current revision.
    public static var revisionID: any MetaExpressionProtocol { MetaExpression(field: .revisionID) }

    /// Whether the document is deleted.
    ///
    /// A query that contains this expression also finds deleted documents.
    public static var isDeleted: any MetaExpressionProtocol { MetaExpression(field: .deleted) }

    /// The expiration date of the document, in milliseconds since 1970.
    ///
    /// It is missing if the document does not expire.
    public static var expiration: any MetaExpressionProtocol { MetaExpression(field: .expiration) }
}

/// An expression for metadata of documents.
///
/// ```swift
/// let id: any MetaExpressionProtocol = Meta.id
/// let isFirst = id.from("h").equalTo(Expression.string("hotel-1"))
/// ```
public protocol MetaExpressionProtocol: ExpressionProtocol {
    /// Sets the data source of the metadata.
    ///
    /// - Parameter alias: The alias of the data source.
    /// - Returns: The expression.
    func from(_ alias: String) -> any ExpressionProtocol
}

/// A field of the metadata of documents.
struct MetaExpression: MetaExpressionProtocol {
    let field: MetadataField

    var expression: Expression { Expression(.metadata(field, of: nil)) }

    func from(_ alias: String) -> any ExpressionProtocol {
        Expression(.metadata(field, of: alias))
    }
}
