import SQLPlusPlus

/// Conditions on the items of arrays.
///
/// ```swift
/// let like = ArrayExpression.variable("like")
/// ArrayExpression.any(like).in(QueryExpression.property("likes"))
///     .satisfies(like.equalTo(QueryExpression.string("climbing")))
/// ```
public enum ArrayExpression {
    /// Makes the expression for the item that a condition is about, or for a value in it.
    ///
    /// - Parameter name: A name, and the path in the item if there is one, such as `room.price`.
    /// - Returns: The expression.
    public static func variable(_ name: String) -> VariableExpression {
        VariableExpression(name)
    }

    /// Begins the condition that at least one item has to meet; false where there is no array.
    ///
    /// - Parameter variable: What the condition calls an item.
    /// - Returns: The beginning of the condition.
    public static func any(_ variable: VariableExpression) -> ArrayExpressionIn {
        ArrayExpressionIn(quantifier: .any, variable: variable)
    }

    /// Begins the condition that all items have to meet; true where there is no item or no array.
    ///
    /// - Parameter variable: What the condition calls an item.
    /// - Returns: The beginning of the condition.
    public static func every(_ variable: VariableExpression) -> ArrayExpressionIn {
        ArrayExpressionIn(quantifier: .every, variable: variable)
    }

    /// Begins the condition that there are items and all of them have to meet.
    ///
    /// - Parameter variable: What the condition calls an item.
    /// - Returns: The beginning of the condition.
    public static func anyAndEvery(_ variable: VariableExpression) -> ArrayExpressionIn {
        ArrayExpressionIn(quantifier: .anyAndEvery, variable: variable)
    }
}

/// An item of an array, or a value in it, as an expression of a condition.
public struct VariableExpression: ExpressionProtocol {
    fileprivate let name: String
    /// The expression.
    public let expression: QueryExpression

    fileprivate init(_ text: String) {
        let path = Result { () throws(SQLPlusPlusError) in try PropertyPath(text) }
            .mapError { IndexedTerm.unreadable(text, $0) }
        guard case .success(let path) = path, case .key(let name)? = path.components.first else {
            self.name = text
            let error = QuireError(
                .invalidQuery, "\(text.debugDescription) does not begin with a variable's name.")
            expression = QueryExpression(path.flatMap { _ in .failure(error) })
            return
        }
        self.name = name
        let rest = PropertyPath(Array(path.components.dropFirst()))
        expression = QueryExpression(.variable(name, rest))
    }
}

/// The beginning of a condition on the items of an array.
public struct ArrayExpressionIn: Sendable {
    fileprivate let quantifier: QuantifiedTerm.Quantifier
    fileprivate let variable: VariableExpression

    /// Says which array it is about.
    ///
    /// - Parameter expression: The array; a dictionary stands for its values.
    /// - Returns: The condition so far.
    public func `in`(_ expression: any ExpressionProtocol) -> ArrayExpressionSatisfies {
        ArrayExpressionSatisfies(beginning: self, collection: expression.expression)
    }
}

/// A condition on the items of an array that does not say yet what they have to meet.
public struct ArrayExpressionSatisfies: Sendable {
    fileprivate let beginning: ArrayExpressionIn
    fileprivate let collection: QueryExpression

    /// Says what the items have to meet.
    ///
    /// - Parameter expression: The condition on an item.
    /// - Returns: The condition on the array.
    public func satisfies(_ expression: any ExpressionProtocol) -> QueryExpression {
        let (quantifier, variable) = (beginning.quantifier, beginning.variable)
        return QueryExpression(of: [variable, collection, expression]) {
            .quantified(
                QuantifiedTerm(quantifier, variable.name, in: $0[1], satisfies: $0[2]))
        }
    }
}
