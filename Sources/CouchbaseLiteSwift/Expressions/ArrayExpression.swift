import SQLPlusPlus

/// Conditions on the items of arrays.
///
/// ```swift
/// let like = ArrayExpression.variable("like")
/// let isLikedByClimbers = ArrayExpression.any(like).in(Expression.property("likes"))
///     .satisfies(like.equalTo(Expression.string("climbing")))
/// ```
public enum ArrayExpression {
    /// Returns a variable for an item in a condition on an array, or for a value inside the item.
    ///
    /// - Parameter name: A name, optionally followed by a path in the item, such as `room.price`.
    /// - Returns: The expression.
    public static func variable(_ name: String) -> any VariableExpressionProtocol {
        VariableExpression(name)
    }

    /// Begins a condition that at least one item must meet.
    ///
    /// It is false if there is no array.
    ///
    /// - Parameter variable: The variable for an item.
    /// - Returns: The beginning of the condition.
    public static func any(_ variable: any VariableExpressionProtocol) -> ArrayExpressionIn {
        ArrayExpressionIn(quantifier: .any, variable: variable)
    }

    /// Begins a condition that all items must meet.
    ///
    /// It is true if there is no item or no array.
    ///
    /// - Parameter variable: The variable for an item.
    /// - Returns: The beginning of the condition.
    public static func every(_ variable: any VariableExpressionProtocol) -> ArrayExpressionIn {
        ArrayExpressionIn(quantifier: .every, variable: variable)
    }

    /// Begins a condition that all items must meet, and that requires at least one item.
    ///
    /// - Parameter variable: The variable for an item.
    /// - Returns: The beginning of the condition.
    public static func anyAndEvery(_ variable: any VariableExpressionProtocol) -> ArrayExpressionIn
    {
        ArrayExpressionIn(quantifier: .anyAndEvery, variable: variable)
    }
}

/// An expression for an item of an array, or for a value in it.
///
/// ```swift
/// let like: any VariableExpressionProtocol = ArrayExpression.variable("like")
/// print(like.variableName)  // like
/// ```
public protocol VariableExpressionProtocol: ExpressionProtocol {
    /// The name of the variable.
    var variableName: String { get }
}

/// A variable for an item in a condition on an array, or a value inside the item.
struct VariableExpression: VariableExpressionProtocol {
    let variableName: String
    let expression: Expression

    fileprivate init(_ text: String) {
        let path = Swift.Result { () throws(SQLPlusPlusError) in try PropertyPath(text) }
            .mapError { Expression.invalidPath(text, $0) }
        guard case .success(let path) = path, case .key(let name)? = path.components.first else {
            variableName = text
            let error = QuireError(
                .invalidQuery, "\(text.debugDescription) does not begin with a variable's name.")
            expression = Expression(path.flatMap { _ in .failure(error) })
            return
        }
        variableName = name
        let rest = PropertyPath(Array(path.components.dropFirst()))
        expression = Expression(.variable(name, rest))
    }
}

/// The beginning of a condition on the items of an array.
///
/// ```swift
/// let some: ArrayExpressionIn = ArrayExpression.any(like)
/// let isLikedByClimbers = some.in(Expression.property("likes")).satisfies(isClimbing)
/// ```
public struct ArrayExpressionIn: Sendable {
    fileprivate let quantifier: QuantifiedTerm.Quantifier
    fileprivate let variable: any VariableExpressionProtocol

    /// Sets the array.
    ///
    /// - Parameter expression: An array, or a dictionary, whose values are tested.
    /// - Returns: The condition so far.
    public func `in`(_ expression: any ExpressionProtocol) -> ArrayExpressionSatisfies {
        ArrayExpressionSatisfies(beginning: self, collection: expression.expression)
    }
}

/// A condition on the items of an array without its test.
///
/// ```swift
/// let someLike: ArrayExpressionSatisfies = ArrayExpression.any(like).in(likes)
/// let isLiked = someLike.satisfies(like.equalTo(Expression.string("climbing")))
/// ```
public struct ArrayExpressionSatisfies: Sendable {
    fileprivate let beginning: ArrayExpressionIn
    fileprivate let collection: Expression

    /// Sets the condition that items have to meet.
    ///
    /// - Parameter expression: The condition on an item.
    /// - Returns: The condition on the array.
    public func satisfies(_ expression: any ExpressionProtocol) -> any ExpressionProtocol {
        let (quantifier, variable) = (beginning.quantifier, beginning.variable)
        return Expression(of: [variable, collection, expression]) {
            .quantified(
                QuantifiedTerm(quantifier, variable.variableName, in: $0[1], satisfies: $0[2]))
        }
    }
}
