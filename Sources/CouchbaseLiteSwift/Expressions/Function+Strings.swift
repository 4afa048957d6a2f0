import SQLPlusPlus

extension Function {
    /// Returns an expression for whether a string contains another.
    ///
    /// - Parameters:
    ///   - expression: A string.
    ///   - substring: The other string.
    /// - Returns: The expression.
    public static func contains(
        _ expression: any ExpressionProtocol, substring: any ExpressionProtocol
    ) -> any ExpressionProtocol {
        Expression(of: [expression, substring]) { .call("CONTAINS", $0) }
    }

    /// Returns an expression for the number of code points in a string.
    ///
    /// - Parameter expression: A string.
    /// - Returns: The expression.
    public static func length(_ expression: any ExpressionProtocol) -> any ExpressionProtocol {
        Expression(of: [expression]) { .call("LENGTH", $0) }
    }

    /// Returns an expression for a string in lowercase.
    ///
    /// - Parameter expression: A string.
    /// - Returns: The expression.
    public static func lower(_ expression: any ExpressionProtocol) -> any ExpressionProtocol {
        Expression(of: [expression]) { .call("LOWER", $0) }
    }

    /// Returns an expression for a string without leading white space.
    ///
    /// - Parameter expression: A string.
    /// - Returns: The expression.
    public static func ltrim(_ expression: any ExpressionProtocol) -> any ExpressionProtocol {
        Expression(of: [expression]) { .call("LTRIM", $0) }
    }

    /// Returns an expression for a string without trailing white space.
    ///
    /// - Parameter expression: A string.
    /// - Returns: The expression.
    public static func rtrim(_ expression: any ExpressionProtocol) -> any ExpressionProtocol {
        Expression(of: [expression]) { .call("RTRIM", $0) }
    }

    /// Returns an expression for a string without leading and trailing white space.
    ///
    /// - Parameter expression: A string.
    /// - Returns: The expression.
    public static func trim(_ expression: any ExpressionProtocol) -> any ExpressionProtocol {
        Expression(of: [expression]) { .call("TRIM", $0) }
    }

    /// Returns an expression for a string in uppercase.
    ///
    /// - Parameter expression: A string.
    /// - Returns: The expression.
    public static func upper(_ expression: any ExpressionProtocol) -> any ExpressionProtocol {
        Expression(of: [expression]) { .call("UPPER", $0) }
    }
}
