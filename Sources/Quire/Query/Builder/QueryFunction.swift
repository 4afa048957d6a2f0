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

/// The functions of built queries for arrays.
public enum ArrayFunction {
    /// Makes the expression for whether an array contains a value.
    ///
    /// - Parameters:
    ///   - expression: An array.
    ///   - value: The value.
    /// - Returns: The expression.
    public static func contains(
        _ expression: any ExpressionProtocol, value: any ExpressionProtocol
    ) -> QueryExpression {
        QueryExpression(of: [expression, value]) { .call("ARRAY_CONTAINS", $0) }
    }

    /// Makes the expression for the number of an array's items.
    ///
    /// - Parameter expression: An array.
    /// - Returns: The expression.
    public static func length(_ expression: any ExpressionProtocol) -> QueryExpression {
        QueryExpression(of: [expression]) { .call("ARRAY_LENGTH", $0) }
    }
}
