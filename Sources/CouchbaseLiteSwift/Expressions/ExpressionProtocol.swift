import SQLPlusPlus

extension ExpressionProtocol {
    // MARK: Arithmetic

    /// Returns an expression for the product with another number.
    ///
    /// - Parameter expression: The other factor.
    /// - Returns: The expression.
    public func multiply(_ expression: any ExpressionProtocol) -> any ExpressionProtocol {
        Expression(.multiply, self, expression)
    }

    /// Returns an expression for the quotient, an integer if both operands are integers.
    ///
    /// - Parameter expression: The divisor.
    /// - Returns: The expression.
    public func divide(_ expression: any ExpressionProtocol) -> any ExpressionProtocol {
        Expression(.divide, self, expression)
    }

    /// Returns an expression for the remainder of a division, with the sign of this number.
    ///
    /// - Parameter expression: The divisor.
    /// - Returns: The expression.
    public func modulo(_ expression: any ExpressionProtocol) -> any ExpressionProtocol {
        Expression(.remainder, self, expression)
    }

    /// Returns an expression for the sum with another number.
    ///
    /// - Parameter expression: The addend.
    /// - Returns: The expression.
    public func add(_ expression: any ExpressionProtocol) -> any ExpressionProtocol {
        Expression(.add, self, expression)
    }

    /// Returns an expression for the difference to another number.
    ///
    /// - Parameter expression: The subtrahend.
    /// - Returns: The expression.
    public func subtract(_ expression: any ExpressionProtocol) -> any ExpressionProtocol {
        Expression(.subtract, self, expression)
    }
}

extension ExpressionProtocol {
    // MARK: Comparison

    /// Returns an expression for whether this value is less than another one.
    ///
    /// - Parameter expression: The other value.
    /// - Returns: The expression.
    public func lessThan(_ expression: any ExpressionProtocol) -> any ExpressionProtocol {
        Expression(.lessThan, self, expression)
    }

    /// Returns an expression for whether this value is less than or equal to another one.
    ///
    /// - Parameter expression: The other value.
    /// - Returns: The expression.
    public func lessThanOrEqualTo(_ expression: any ExpressionProtocol) -> any ExpressionProtocol {
        Expression(.lessThanOrEqual, self, expression)
    }

    /// Returns an expression for whether this value is greater than another one.
    ///
    /// - Parameter expression: The other value.
    /// - Returns: The expression.
    public func greaterThan(_ expression: any ExpressionProtocol) -> any ExpressionProtocol {
        Expression(.greaterThan, self, expression)
    }

    /// Returns an expression for whether this value is greater than or equal to another one.
    ///
    /// - Parameter expression: The other value.
    /// - Returns: The expression.
    public func greaterThanOrEqualTo(_ expression: any ExpressionProtocol) -> any ExpressionProtocol
    {
        Expression(.greaterThanOrEqual, self, expression)
    }

    /// Returns an expression for whether this value equals another one; missing if one of them is
    /// missing.
    ///
    /// - Parameter expression: The other value.
    /// - Returns: The expression.
    public func equalTo(_ expression: any ExpressionProtocol) -> any ExpressionProtocol {
        Expression(.equal, self, expression)
    }

    /// Returns an expression for whether this value differs from another one; missing if one of
    /// them is missing.
    ///
    /// - Parameter expression: The other value.
    /// - Returns: The expression.
    public func notEqualTo(_ expression: any ExpressionProtocol) -> any ExpressionProtocol {
        Expression(.notEqual, self, expression)
    }

    /// Returns an expression for whether this value equals another one, treating missing as a
    /// value.
    ///
    /// - Parameter expression: The other value.
    /// - Returns: The expression.
    public func `is`(_ expression: any ExpressionProtocol) -> any ExpressionProtocol {
        Expression(.is, self, expression)
    }

    /// Returns an expression for whether this value differs from another one, treating missing as a
    /// value.
    ///
    /// - Parameter expression: The other value.
    /// - Returns: The expression.
    public func isNot(_ expression: any ExpressionProtocol) -> any ExpressionProtocol {
        Expression(.isNot, self, expression)
    }

    /// Returns an expression for whether this string matches a pattern, in which `%` matches any
    /// characters and `_` matches one.
    ///
    /// - Parameter expression: The pattern. A backslash escapes the next character.
    /// - Returns: The expression.
    public func like(_ expression: any ExpressionProtocol) -> any ExpressionProtocol {
        Expression(.like, self, expression)
    }
}

extension ExpressionProtocol {
    // MARK: Logic

    /// Returns an expression for whether both operands are true.
    ///
    /// - Parameter expression: The other operand.
    /// - Returns: The expression.
    public func and(_ expression: any ExpressionProtocol) -> any ExpressionProtocol {
        Expression(.and, self, expression)
    }

    /// Returns an expression for whether at least one operand is true.
    ///
    /// - Parameter expression: The other operand.
    /// - Returns: The expression.
    public func or(_ expression: any ExpressionProtocol) -> any ExpressionProtocol {
        Expression(.or, self, expression)
    }
}

extension ExpressionProtocol {
    // MARK: Tests

    /// Returns an expression for whether this is neither null nor missing.
    ///
    /// - Returns: The expression.
    public func isValued() -> any ExpressionProtocol {
        Expression(of: [self]) { .test(.isValued, $0[0]) }
    }

    /// Returns an expression for whether this is null or missing.
    ///
    /// - Returns: The expression.
    public func isNotValued() -> any ExpressionProtocol {
        Expression(of: [self]) { .test(.isNotValued, $0[0]) }
    }

    /// Returns an expression for whether a regular expression matches a part of this string.
    ///
    /// - Parameter expression: A regular expression of ECMAScript.
    /// - Returns: The expression.
    public func regex(_ expression: any ExpressionProtocol) -> any ExpressionProtocol {
        Expression(of: [self, expression]) { .call("REGEXP_LIKE", $0) }
    }

    /// Returns an expression for whether this value is between two values, inclusive.
    ///
    /// - Parameters:
    ///   - lower: The least value.
    ///   - upper: The greatest value.
    /// - Returns: The expression.
    public func between(
        _ lower: any ExpressionProtocol, and upper: any ExpressionProtocol
    ) -> any ExpressionProtocol {
        Expression(of: [self, lower, upper]) {
            .between($0[0], lower: $0[1], upper: $0[2], isNegated: false)
        }
    }

    /// Returns an expression for whether this is one of several values.
    ///
    /// - Parameter expressions: The values.
    /// - Returns: The expression.
    public func `in`(_ expressions: [any ExpressionProtocol]) -> any ExpressionProtocol {
        Expression(of: [self] + expressions) {
            .membership($0[0], in: .array(Array($0.dropFirst())), isNegated: false)
        }
    }

    // MARK: Collation

    /// Returns an expression for this string with a collation for comparisons.
    ///
    /// - Parameter collation: The rules of the comparison: ``Collation/ascii()`` or
    ///   ``Collation/unicode()``.
    /// - Returns: The expression.
    public func collate(_ collation: any CollationProtocol) -> any ExpressionProtocol {
        Expression(of: [self]) { .collated($0[0], collation.collation.text) }
    }
}

/// An expression: a value for each document or group of documents.
///
/// All expressions have the same operators: `property.lessThan(Expression.int(5))`.
///
/// ```swift
/// let rate = Expression.property("rate")
/// let isInRange = rate.between(Expression.int(100), and: Expression.int(200))
/// ```
public protocol ExpressionProtocol: Sendable {
    /// The expression.
    var expression: Expression { get }
}
