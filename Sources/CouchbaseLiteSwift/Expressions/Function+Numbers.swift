import SQLPlusPlus

extension Function {
    /// Returns an expression for the absolute value of a number.
    ///
    /// - Parameter expression: A number.
    /// - Returns: The expression.
    public static func abs(_ expression: any ExpressionProtocol) -> any ExpressionProtocol {
        Expression(of: [expression]) { .call("ABS", $0) }
    }

    /// Returns an expression for the arc cosine.
    ///
    /// - Parameter expression: A number.
    /// - Returns: The expression.
    public static func acos(_ expression: any ExpressionProtocol) -> any ExpressionProtocol {
        Expression(of: [expression]) { .call("ACOS", $0) }
    }

    /// Returns an expression for the arc sine.
    ///
    /// - Parameter expression: A number.
    /// - Returns: The expression.
    public static func asin(_ expression: any ExpressionProtocol) -> any ExpressionProtocol {
        Expression(of: [expression]) { .call("ASIN", $0) }
    }

    /// Returns an expression for the arc tangent.
    ///
    /// - Parameter expression: A number.
    /// - Returns: The expression.
    public static func atan(_ expression: any ExpressionProtocol) -> any ExpressionProtocol {
        Expression(of: [expression]) { .call("ATAN", $0) }
    }

    /// Returns an expression for the angle of a point, in radians.
    ///
    /// - Parameters:
    ///   - y: The vertical coordinate.
    ///   - x: The horizontal coordinate.
    /// - Returns: The expression.
    public static func atan2(
        y: any ExpressionProtocol, x: any ExpressionProtocol
    ) -> any ExpressionProtocol {
        Expression(of: [y, x]) { .call("ATAN2", $0) }
    }

    /// Returns an expression for a number rounded up to an integer.
    ///
    /// - Parameter expression: A number.
    /// - Returns: The expression.
    public static func ceil(_ expression: any ExpressionProtocol) -> any ExpressionProtocol {
        Expression(of: [expression]) { .call("CEIL", $0) }
    }

    /// Returns an expression for the cosine.
    ///
    /// - Parameter expression: An angle in radians.
    /// - Returns: The expression.
    public static func cos(_ expression: any ExpressionProtocol) -> any ExpressionProtocol {
        Expression(of: [expression]) { .call("COS", $0) }
    }

    /// Returns an expression for an angle in degrees.
    ///
    /// - Parameter expression: An angle in radians.
    /// - Returns: The expression.
    public static func degrees(_ expression: any ExpressionProtocol) -> any ExpressionProtocol {
        Expression(of: [expression]) { .call("DEGREES", $0) }
    }

    /// Returns an expression for Euler's number.
    ///
    /// - Returns: The expression.
    public static func e() -> any ExpressionProtocol {
        Expression(of: []) { .call("E", $0) }
    }

    /// Returns an expression for the power of Euler's number.
    ///
    /// - Parameter expression: A number.
    /// - Returns: The expression.
    public static func exp(_ expression: any ExpressionProtocol) -> any ExpressionProtocol {
        Expression(of: [expression]) { .call("EXP", $0) }
    }

    /// Returns an expression for a number rounded down to an integer.
    ///
    /// - Parameter expression: A number.
    /// - Returns: The expression.
    public static func floor(_ expression: any ExpressionProtocol) -> any ExpressionProtocol {
        Expression(of: [expression]) { .call("FLOOR", $0) }
    }

    /// Returns an expression for the natural logarithm.
    ///
    /// - Parameter expression: A number.
    /// - Returns: The expression.
    public static func ln(_ expression: any ExpressionProtocol) -> any ExpressionProtocol {
        Expression(of: [expression]) { .call("LN", $0) }
    }

    /// Returns an expression for the logarithm to the base 10.
    ///
    /// - Parameter expression: A number.
    /// - Returns: The expression.
    public static func log(_ expression: any ExpressionProtocol) -> any ExpressionProtocol {
        Expression(of: [expression]) { .call("LOG", $0) }
    }

    /// Returns an expression for the number π.
    ///
    /// - Returns: The expression.
    public static func pi() -> any ExpressionProtocol {
        Expression(of: []) { .call("PI", $0) }
    }

    /// Returns an expression for a power.
    ///
    /// - Parameters:
    ///   - base: The number that is raised to the power.
    ///   - exponent: The power to which it is raised.
    /// - Returns: The expression.
    public static func power(
        base: any ExpressionProtocol, exponent: any ExpressionProtocol
    ) -> any ExpressionProtocol {
        Expression(of: [base, exponent]) { .call("POWER", $0) }
    }

    /// Returns an expression for an angle in radians.
    ///
    /// - Parameter expression: An angle in degrees.
    /// - Returns: The expression.
    public static func radians(_ expression: any ExpressionProtocol) -> any ExpressionProtocol {
        Expression(of: [expression]) { .call("RADIANS", $0) }
    }

    /// Returns an expression for the nearest integer, rounding halves away from zero.
    ///
    /// - Parameter expression: A number.
    /// - Returns: The expression.
    public static func round(_ expression: any ExpressionProtocol) -> any ExpressionProtocol {
        Expression(of: [expression]) { .call("ROUND", $0) }
    }

    /// Returns an expression for a number rounded to a number of digits, rounding halves away from
    /// zero.
    ///
    /// - Parameters:
    ///   - expression: A number.
    ///   - digits: The number of digits after the decimal point; a negative number counts digits
    ///     before it.
    /// - Returns: The expression.
    public static func round(
        _ expression: any ExpressionProtocol, digits: any ExpressionProtocol
    ) -> any ExpressionProtocol {
        Expression(of: [expression, digits]) { .call("ROUND", $0) }
    }

    /// Returns an expression for the sign of a number: -1, 0, or 1.
    ///
    /// - Parameter expression: A number.
    /// - Returns: The expression.
    public static func sign(_ expression: any ExpressionProtocol) -> any ExpressionProtocol {
        Expression(of: [expression]) { .call("SIGN", $0) }
    }

    /// Returns an expression for the sine.
    ///
    /// - Parameter expression: An angle in radians.
    /// - Returns: The expression.
    public static func sin(_ expression: any ExpressionProtocol) -> any ExpressionProtocol {
        Expression(of: [expression]) { .call("SIN", $0) }
    }

    /// Returns an expression for the square root.
    ///
    /// - Parameter expression: A number.
    /// - Returns: The expression.
    public static func sqrt(_ expression: any ExpressionProtocol) -> any ExpressionProtocol {
        Expression(of: [expression]) { .call("SQRT", $0) }
    }

    /// Returns an expression for the tangent.
    ///
    /// - Parameter expression: An angle in radians.
    /// - Returns: The expression.
    public static func tan(_ expression: any ExpressionProtocol) -> any ExpressionProtocol {
        Expression(of: [expression]) { .call("TAN", $0) }
    }

    /// Returns an expression for a number truncated to an integer.
    ///
    /// - Parameter expression: A number.
    /// - Returns: The expression.
    public static func trunc(_ expression: any ExpressionProtocol) -> any ExpressionProtocol {
        Expression(of: [expression]) { .call("TRUNC", $0) }
    }

    /// Returns an expression for a number truncated to a number of digits.
    ///
    /// - Parameters:
    ///   - expression: A number.
    ///   - digits: The number of digits after the decimal point; a negative number counts digits
    ///     before it.
    /// - Returns: The expression.
    public static func trunc(
        _ expression: any ExpressionProtocol, digits: any ExpressionProtocol
    ) -> any ExpressionProtocol {
        Expression(of: [expression, digits]) { .call("TRUNC", $0) }
    }
}
