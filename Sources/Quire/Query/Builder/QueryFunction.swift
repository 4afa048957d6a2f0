import SQLPlusPlus

/// The functions of built queries: Couchbase Lite's `Function`.
///
/// Unless told otherwise, what is missing gives a missing value, and what is of another type null.
public enum QueryFunction {
    // MARK: Groups

    /// Makes the expression for the average of a group's numbers.
    ///
    /// - Parameter expression: The numbers.
    /// - Returns: The expression.
    public static func avg(_ expression: any ExpressionProtocol) -> QueryExpression {
        QueryExpression(of: [expression]) { .call("AVG", $0) }
    }

    /// Makes the expression for how many of a group's values are not missing.
    ///
    /// - Parameter expression: The values; `QueryExpression.all()` counts all rows.
    /// - Returns: The expression.
    public static func count(_ expression: any ExpressionProtocol) -> QueryExpression {
        QueryExpression(of: [expression]) { .call("COUNT", $0) }
    }

    /// Makes the expression for the least of a group's values.
    ///
    /// - Parameter expression: The values.
    /// - Returns: The expression.
    public static func min(_ expression: any ExpressionProtocol) -> QueryExpression {
        QueryExpression(of: [expression]) { .call("MIN", $0) }
    }

    /// Makes the expression for the greatest of a group's values.
    ///
    /// - Parameter expression: The values.
    /// - Returns: The expression.
    public static func max(_ expression: any ExpressionProtocol) -> QueryExpression {
        QueryExpression(of: [expression]) { .call("MAX", $0) }
    }

    /// Makes the expression for the sum of a group's numbers.
    ///
    /// - Parameter expression: The numbers.
    /// - Returns: The expression.
    public static func sum(_ expression: any ExpressionProtocol) -> QueryExpression {
        QueryExpression(of: [expression]) { .call("SUM", $0) }
    }
}
