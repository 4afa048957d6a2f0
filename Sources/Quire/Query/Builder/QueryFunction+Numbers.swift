import SQLPlusPlus

extension QueryFunction {
    /// Makes the expression for a number without its sign.
    ///
    /// - Parameter expression: A number.
    /// - Returns: The expression.
    public static func abs(_ expression: any ExpressionProtocol) -> QueryExpression {
        QueryExpression(of: [expression]) { .call("ABS", $0) }
    }

    /// Makes the expression for the arc cosine.
    ///
    /// - Parameter expression: A number.
    /// - Returns: The expression.
    public static func acos(_ expression: any ExpressionProtocol) -> QueryExpression {
        QueryExpression(of: [expression]) { .call("ACOS", $0) }
    }

    /// Makes the expression for the arc sine.
    ///
    /// - Parameter expression: A number.
    /// - Returns: The expression.
    public static func asin(_ expression: any ExpressionProtocol) -> QueryExpression {
        QueryExpression(of: [expression]) { .call("ASIN", $0) }
    }

    /// Makes the expression for the arc tangent.
    ///
    /// - Parameter expression: A number.
    /// - Returns: The expression.
    public static func atan(_ expression: any ExpressionProtocol) -> QueryExpression {
        QueryExpression(of: [expression]) { .call("ATAN", $0) }
    }

    /// Makes the expression for the angle of a point, in radians.
    ///
    /// - Parameters:
    ///   - y: The vertical coordinate.
    ///   - x: The horizontal coordinate.
    /// - Returns: The expression.
    public static func atan2(
        y: any ExpressionProtocol, x: any ExpressionProtocol
    ) -> QueryExpression {
        QueryExpression(of: [y, x]) { .call("ATAN2", $0) }
    }

    /// Makes the expression for the next whole number that is not less.
    ///
    /// - Parameter expression: A number.
    /// - Returns: The expression.
    public static func ceil(_ expression: any ExpressionProtocol) -> QueryExpression {
        QueryExpression(of: [expression]) { .call("CEIL", $0) }
    }

    /// Makes the expression for the cosine.
    ///
    /// - Parameter expression: An angle in radians.
    /// - Returns: The expression.
    public static func cos(_ expression: any ExpressionProtocol) -> QueryExpression {
        QueryExpression(of: [expression]) { .call("COS", $0) }
    }

    /// Makes the expression for an angle in degrees.
    ///
    /// - Parameter expression: An angle in radians.
    /// - Returns: The expression.
    public static func degrees(_ expression: any ExpressionProtocol) -> QueryExpression {
        QueryExpression(of: [expression]) { .call("DEGREES", $0) }
    }

    /// Makes the expression for Euler's number.
    ///
    /// - Returns: The expression.
    public static func e() -> QueryExpression {
        QueryExpression(of: []) { .call("E", $0) }
    }

    /// Makes the expression for the power of Euler's number.
    ///
    /// - Parameter expression: A number.
    /// - Returns: The expression.
    public static func exp(_ expression: any ExpressionProtocol) -> QueryExpression {
        QueryExpression(of: [expression]) { .call("EXP", $0) }
    }

    /// Makes the expression for the next whole number that is not greater.
    ///
    /// - Parameter expression: A number.
    /// - Returns: The expression.
    public static func floor(_ expression: any ExpressionProtocol) -> QueryExpression {
        QueryExpression(of: [expression]) { .call("FLOOR", $0) }
    }

    /// Makes the expression for the natural logarithm.
    ///
    /// - Parameter expression: A number.
    /// - Returns: The expression.
    public static func ln(_ expression: any ExpressionProtocol) -> QueryExpression {
        QueryExpression(of: [expression]) { .call("LN", $0) }
    }

    /// Makes the expression for the logarithm to the base 10.
    ///
    /// - Parameter expression: A number.
    /// - Returns: The expression.
    public static func log(_ expression: any ExpressionProtocol) -> QueryExpression {
        QueryExpression(of: [expression]) { .call("LOG", $0) }
    }

    /// Makes the expression for the number π.
    ///
    /// - Returns: The expression.
    public static func pi() -> QueryExpression {
        QueryExpression(of: []) { .call("PI", $0) }
    }

    /// Makes the expression for a power.
    ///
    /// - Parameters:
    ///   - base: The base.
    ///   - exponent: The exponent.
    /// - Returns: The expression.
    public static func power(
        base: any ExpressionProtocol, exponent: any ExpressionProtocol
    ) -> QueryExpression {
        QueryExpression(of: [base, exponent]) { .call("POWER", $0) }
    }

    /// Makes the expression for an angle in radians.
    ///
    /// - Parameter expression: An angle in degrees.
    /// - Returns: The expression.
    public static func radians(_ expression: any ExpressionProtocol) -> QueryExpression {
        QueryExpression(of: [expression]) { .call("RADIANS", $0) }
    }

    /// Makes the expression for the nearest whole number, half of one away from zero.
    ///
    /// - Parameter expression: A number.
    /// - Returns: The expression.
    public static func round(_ expression: any ExpressionProtocol) -> QueryExpression {
        QueryExpression(of: [expression]) { .call("ROUND", $0) }
    }

    /// Makes the expression for a number rounded to some digits, half of one away from zero.
    ///
    /// - Parameters:
    ///   - expression: A number.
    ///   - digits: How many digits after the point; a negative number is of digits before it.
    /// - Returns: The expression.
    public static func round(
        _ expression: any ExpressionProtocol, digits: any ExpressionProtocol
    ) -> QueryExpression {
        QueryExpression(of: [expression, digits]) { .call("ROUND", $0) }
    }

    /// Makes the expression for -1, 0 or 1 by a number's sign.
    ///
    /// - Parameter expression: A number.
    /// - Returns: The expression.
    public static func sign(_ expression: any ExpressionProtocol) -> QueryExpression {
        QueryExpression(of: [expression]) { .call("SIGN", $0) }
    }

    /// Makes the expression for the sine.
    ///
    /// - Parameter expression: An angle in radians.
    /// - Returns: The expression.
    public static func sin(_ expression: any ExpressionProtocol) -> QueryExpression {
        QueryExpression(of: [expression]) { .call("SIN", $0) }
    }

    /// Makes the expression for the square root.
    ///
    /// - Parameter expression: A number.
    /// - Returns: The expression.
    public static func sqrt(_ expression: any ExpressionProtocol) -> QueryExpression {
        QueryExpression(of: [expression]) { .call("SQRT", $0) }
    }

    /// Makes the expression for the tangent.
    ///
    /// - Parameter expression: An angle in radians.
    /// - Returns: The expression.
    public static func tan(_ expression: any ExpressionProtocol) -> QueryExpression {
        QueryExpression(of: [expression]) { .call("TAN", $0) }
    }

    /// Makes the expression for a number without its fraction.
    ///
    /// - Parameter expression: A number.
    /// - Returns: The expression.
    public static func trunc(_ expression: any ExpressionProtocol) -> QueryExpression {
        QueryExpression(of: [expression]) { .call("TRUNC", $0) }
    }

    /// Makes the expression for a number cut off after some digits.
    ///
    /// - Parameters:
    ///   - expression: A number.
    ///   - digits: How many digits after the point; a negative number is of digits before it.
    /// - Returns: The expression.
    public static func trunc(
        _ expression: any ExpressionProtocol, digits: any ExpressionProtocol
    ) -> QueryExpression {
        QueryExpression(of: [expression, digits]) { .call("TRUNC", $0) }
    }
}
