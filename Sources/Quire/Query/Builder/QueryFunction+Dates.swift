import SQLPlusPlus

extension QueryFunction {
    /// Makes the expression for the milliseconds from 1970 to a date.
    ///
    /// - Parameter expression: A date of ISO 8601, in local time unless it names a zone; null if it is none.
    /// - Returns: The expression.
    public static func stringToMillis(_ expression: any ExpressionProtocol) -> QueryExpression {
        QueryExpression(of: [expression]) { .call("STR_TO_MILLIS", $0) }
    }

    /// Makes the expression for the same date in UTC.
    ///
    /// - Parameter expression: A date of ISO 8601, in local time unless it names a zone; null if it is none.
    /// - Returns: The expression.
    public static func stringToUTC(_ expression: any ExpressionProtocol) -> QueryExpression {
        QueryExpression(of: [expression]) { .call("STR_TO_UTC", $0) }
    }

    /// Makes the expression for a date's text in local time.
    ///
    /// - Parameter expression: The milliseconds from 1970 to the date.
    /// - Returns: The expression.
    public static func millisToString(_ expression: any ExpressionProtocol) -> QueryExpression {
        QueryExpression(of: [expression]) { .call("MILLIS_TO_STR", $0) }
    }

    /// Makes the expression for a date's text in UTC.
    ///
    /// - Parameter expression: The milliseconds from 1970 to the date.
    /// - Returns: The expression.
    public static func millisToUTC(_ expression: any ExpressionProtocol) -> QueryExpression {
        QueryExpression(of: [expression]) { .call("MILLIS_TO_UTC", $0) }
    }
}
