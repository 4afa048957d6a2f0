import SQLPlusPlus

extension ExpressionProtocol {
    // MARK: Arithmetic

    /// Makes the expression for the product with another number.
    ///
    /// - Parameter expression: The other factor.
    /// - Returns: The expression.
    public func multiply(_ expression: any ExpressionProtocol) -> QueryExpression {
        QueryExpression(.multiply, self, expression)
    }

    /// Makes the expression for the quotient, a whole number if both operands are.
    ///
    /// - Parameter expression: The divisor.
    /// - Returns: The expression.
    public func divide(_ expression: any ExpressionProtocol) -> QueryExpression {
        QueryExpression(.divide, self, expression)
    }

    /// Makes the expression for the remainder of a division, with the sign of this number.
    ///
    /// - Parameter expression: The divisor.
    /// - Returns: The expression.
    public func modulo(_ expression: any ExpressionProtocol) -> QueryExpression {
        QueryExpression(.remainder, self, expression)
    }

    /// Makes the expression for the sum with another number.
    ///
    /// - Parameter expression: The other summand.
    /// - Returns: The expression.
    public func add(_ expression: any ExpressionProtocol) -> QueryExpression {
        QueryExpression(.add, self, expression)
    }

    /// Makes the expression for the difference to another number.
    ///
    /// - Parameter expression: What is taken away.
    /// - Returns: The expression.
    public func subtract(_ expression: any ExpressionProtocol) -> QueryExpression {
        QueryExpression(.subtract, self, expression)
    }
}

extension ExpressionProtocol {
    // MARK: Comparison

    /// Makes the expression for whether this comes before another value.
    ///
    /// - Parameter expression: The other value.
    /// - Returns: The expression.
    public func lessThan(_ expression: any ExpressionProtocol) -> QueryExpression {
        QueryExpression(.lessThan, self, expression)
    }

    /// Makes the expression for whether this comes before another value or is equal to it.
    ///
    /// - Parameter expression: The other value.
    /// - Returns: The expression.
    public func lessThanOrEqualTo(_ expression: any ExpressionProtocol) -> QueryExpression {
        QueryExpression(.lessThanOrEqual, self, expression)
    }

    /// Makes the expression for whether this comes after another value.
    ///
    /// - Parameter expression: The other value.
    /// - Returns: The expression.
    public func greaterThan(_ expression: any ExpressionProtocol) -> QueryExpression {
        QueryExpression(.greaterThan, self, expression)
    }

    /// Makes the expression for whether this comes after another value or is equal to it.
    ///
    /// - Parameter expression: The other value.
    /// - Returns: The expression.
    public func greaterThanOrEqualTo(_ expression: any ExpressionProtocol) -> QueryExpression {
        QueryExpression(.greaterThanOrEqual, self, expression)
    }

    /// Makes the expression for whether this equals another value; missing if one of them is.
    ///
    /// - Parameter expression: The other value.
    /// - Returns: The expression.
    public func equalTo(_ expression: any ExpressionProtocol) -> QueryExpression {
        QueryExpression(.equal, self, expression)
    }

    /// Makes the expression for whether this differs from another value; missing if one of them is.
    ///
    /// - Parameter expression: The other value.
    /// - Returns: The expression.
    public func notEqualTo(_ expression: any ExpressionProtocol) -> QueryExpression {
        QueryExpression(.notEqual, self, expression)
    }

    /// Makes the expression for whether this equals another value, where missing is a value as any other.
    ///
    /// - Parameter expression: The other value.
    /// - Returns: The expression.
    public func `is`(_ expression: any ExpressionProtocol) -> QueryExpression {
        QueryExpression(.is, self, expression)
    }

    /// Makes the expression for whether this differs from another value, where missing is a value as any other.
    ///
    /// - Parameter expression: The other value.
    /// - Returns: The expression.
    public func isNot(_ expression: any ExpressionProtocol) -> QueryExpression {
        QueryExpression(.isNot, self, expression)
    }

    /// Makes the expression for whether this text matches a pattern of `%` for any characters and `_` for one.
    ///
    /// - Parameter expression: The pattern, in which a backslash takes the meaning from the next character.
    /// - Returns: The expression.
    public func like(_ expression: any ExpressionProtocol) -> QueryExpression {
        QueryExpression(.like, self, expression)
    }
}

extension ExpressionProtocol {
    // MARK: Logic

    /// Makes the expression for whether both are true.
    ///
    /// - Parameter expression: The other truth value.
    /// - Returns: The expression.
    public func and(_ expression: any ExpressionProtocol) -> QueryExpression {
        QueryExpression(.and, self, expression)
    }

    /// Makes the expression for whether one of both is true.
    ///
    /// - Parameter expression: The other truth value.
    /// - Returns: The expression.
    public func or(_ expression: any ExpressionProtocol) -> QueryExpression {
        QueryExpression(.or, self, expression)
    }
}

extension ExpressionProtocol {
    // MARK: Tests

    /// Makes the expression for whether this is neither null nor missing.
    ///
    /// - Returns: The expression.
    public func isValued() -> QueryExpression {
        QueryExpression(of: [self]) { .test(.isValued, $0[0]) }
    }

    /// Makes the expression for whether this is null or missing.
    ///
    /// - Returns: The expression.
    public func isNotValued() -> QueryExpression {
        QueryExpression(of: [self]) { .test(.isNotValued, $0[0]) }
    }

    /// Makes the expression for whether this text has a part that a pattern matches.
    ///
    /// - Parameter expression: A regular expression of ECMAScript.
    /// - Returns: The expression.
    public func regex(_ expression: any ExpressionProtocol) -> QueryExpression {
        QueryExpression(of: [self, expression]) { .call("REGEXP_LIKE", $0) }
    }

    /// Makes the expression for whether this lies between two values, both included.
    ///
    /// - Parameters:
    ///   - lower: The least value.
    ///   - upper: The greatest value.
    /// - Returns: The expression.
    public func between(
        _ lower: any ExpressionProtocol, and upper: any ExpressionProtocol
    ) -> QueryExpression {
        QueryExpression(of: [self, lower, upper]) {
            .between($0[0], lower: $0[1], upper: $0[2], isNegated: false)
        }
    }

    /// Makes the expression for whether this is one of several values.
    ///
    /// - Parameter expressions: The values.
    /// - Returns: The expression.
    public func `in`(_ expressions: [any ExpressionProtocol]) -> QueryExpression {
        QueryExpression(of: [self] + expressions) {
            .membership($0[0], in: .array(Array($0.dropFirst())), isNegated: false)
        }
    }

    // MARK: Collation

    /// Makes the expression for this text, compared in another way than byte by byte.
    ///
    /// - Parameter collation: How it is compared.
    /// - Returns: The expression.
    public func collate(_ collation: any CollationProtocol) -> QueryExpression {
        QueryExpression(of: [self]) { .collated($0[0], collation.collation.text) }
    }
}

/// Something that has a value for each document, or for each group of documents.
///
/// The operators are the same for all: `property.lessThan(QueryExpression.int(5))`.
public protocol ExpressionProtocol: Sendable {
    /// The expression.
    var expression: QueryExpression { get }
}
