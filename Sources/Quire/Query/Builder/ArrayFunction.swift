import SQLPlusPlus

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
