import SQLPlusPlus

/// The functions of queries.
///
/// Unless documented otherwise, a function of a missing value is missing, and a function of a value
/// of another type is null.
///
/// ```swift
/// let highest = QueryBuilder.select(
///     SelectResult.property("city"),
///     SelectResult.expression(Function.max(Expression.property("rate"))).as("rate")
/// )
/// .from(DataSource.collection(hotels))
/// .groupBy(Expression.property("city"))
/// for row in try highest.execute() { print(row.toJSON()) }
/// ```
public enum Function {
    // MARK: Groups

    /// Returns an expression for the average of a group's numbers.
    ///
    /// - Parameter expression: The numbers.
    /// - Returns: The expression.
    public static func avg(_ expression: any ExpressionProtocol) -> any ExpressionProtocol {
        Expression(of: [expression]) { .call("AVG", $0) }
    }

    /// Returns an expression for the number of a group's values that are not missing.
    ///
    /// - Parameter expression: The values; `Expression.all()` counts all rows.
    /// - Returns: The expression.
    public static func count(_ expression: any ExpressionProtocol) -> any ExpressionProtocol {
        Expression(of: [expression]) { .call("COUNT", $0) }
    }

    /// Returns an expression for the least of a group's values.
    ///
    /// - Parameter expression: The values.
    /// - Returns: The expression.
    public static func min(_ expression: any ExpressionProtocol) -> any ExpressionProtocol {
        Expression(of: [expression]) { .call("MIN", $0) }
    }

    /// Returns an expression for the greatest of a group's values.
    ///
    /// - Parameter expression: The values.
    /// - Returns: The expression.
    public static func max(_ expression: any ExpressionProtocol) -> any ExpressionProtocol {
        Expression(of: [expression]) { .call("MAX", $0) }
    }

    /// Returns an expression for the sum of a group's numbers.
    ///
    /// - Parameter expression: The numbers.
    /// - Returns: The expression.
    public static func sum(_ expression: any ExpressionProtocol) -> any ExpressionProtocol {
        Expression(of: [expression]) { .call("SUM", $0) }
    }
}

extension Function {
    /// Returns an expression for the milliseconds from 1970 to a date.
    ///
    /// - Parameter expression: An ISO 8601 date, in local time unless it has a time zone. The
    ///   result is null for other strings.
    /// - Returns: The expression.
    public static func stringToMillis(
        _ expression: any ExpressionProtocol
    ) -> any ExpressionProtocol {
        Expression(of: [expression]) { .call("STR_TO_MILLIS", $0) }
    }

    /// Returns an expression for a date string converted to UTC.
    ///
    /// - Parameter expression: An ISO 8601 date, in local time unless it has a time zone. The
    ///   result is null for other strings.
    /// - Returns: The expression.
    public static func stringToUTC(_ expression: any ExpressionProtocol) -> any ExpressionProtocol {
        Expression(of: [expression]) { .call("STR_TO_UTC", $0) }
    }

    /// Returns an expression for a date string in local time.
    ///
    /// - Parameter expression: The milliseconds from 1970 to the date.
    /// - Returns: The expression.
    public static func millisToString(
        _ expression: any ExpressionProtocol
    ) -> any ExpressionProtocol {
        Expression(of: [expression]) { .call("MILLIS_TO_STR", $0) }
    }

    /// Returns an expression for a date string in UTC.
    ///
    /// - Parameter expression: The milliseconds from 1970 to the date.
    /// - Returns: The expression.
    public static func millisToUTC(_ expression: any ExpressionProtocol) -> any ExpressionProtocol {
        Expression(of: [expression]) { .call("MILLIS_TO_UTC", $0) }
    }
}

/// The functions of queries for arrays.
///
/// ```swift
/// let likes = Expression.property("likes")
/// let hasOneLike = ArrayFunction.length(likes).equalTo(Expression.int(1))
///     .and(ArrayFunction.contains(likes, value: Expression.string("climbing")))
/// ```
public enum ArrayFunction {
    /// Returns an expression for whether an array contains a value.
    ///
    /// - Parameters:
    ///   - expression: An array.
    ///   - value: The value to find in the array.
    /// - Returns: The expression.
    public static func contains(
        _ expression: any ExpressionProtocol, value: any ExpressionProtocol
    ) -> any ExpressionProtocol {
        Expression(of: [expression, value]) { .call("ARRAY_CONTAINS", $0) }
    }

    /// Returns an expression for the number of an array's items.
    ///
    /// - Parameter expression: An array.
    /// - Returns: The expression.
    public static func length(_ expression: any ExpressionProtocol) -> any ExpressionProtocol {
        Expression(of: [expression]) { .call("ARRAY_LENGTH", $0) }
    }
}
