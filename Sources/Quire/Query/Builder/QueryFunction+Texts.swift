import SQLPlusPlus

extension QueryFunction {
    /// Makes the expression for whether a text contains another.
    ///
    /// - Parameters:
    ///   - expression: A text.
    ///   - substring: The other text.
    /// - Returns: The expression.
    public static func contains(
        _ expression: any ExpressionProtocol, substring: any ExpressionProtocol
    ) -> QueryExpression {
        QueryExpression(of: [expression, substring]) { .call("CONTAINS", $0) }
    }

    /// Makes the expression for the number of a text's code points.
    ///
    /// - Parameter expression: A text.
    /// - Returns: The expression.
    public static func length(_ expression: any ExpressionProtocol) -> QueryExpression {
        QueryExpression(of: [expression]) { .call("LENGTH", $0) }
    }

    /// Makes the expression for a text in lower case.
    ///
    /// - Parameter expression: A text.
    /// - Returns: The expression.
    public static func lower(_ expression: any ExpressionProtocol) -> QueryExpression {
        QueryExpression(of: [expression]) { .call("LOWER", $0) }
    }

    /// Makes the expression for a text without the blanks at its beginning.
    ///
    /// - Parameter expression: A text.
    /// - Returns: The expression.
    public static func ltrim(_ expression: any ExpressionProtocol) -> QueryExpression {
        QueryExpression(of: [expression]) { .call("LTRIM", $0) }
    }

    /// Makes the expression for a text without the blanks at its end.
    ///
    /// - Parameter expression: A text.
    /// - Returns: The expression.
    public static func rtrim(_ expression: any ExpressionProtocol) -> QueryExpression {
        QueryExpression(of: [expression]) { .call("RTRIM", $0) }
    }

    /// Makes the expression for a text without the blanks at both ends.
    ///
    /// - Parameter expression: A text.
    /// - Returns: The expression.
    public static func trim(_ expression: any ExpressionProtocol) -> QueryExpression {
        QueryExpression(of: [expression]) { .call("TRIM", $0) }
    }

    /// Makes the expression for a text in upper case.
    ///
    /// - Parameter expression: A text.
    /// - Returns: The expression.
    public static func upper(_ expression: any ExpressionProtocol) -> QueryExpression {
        QueryExpression(of: [expression]) { .call("UPPER", $0) }
    }
}
