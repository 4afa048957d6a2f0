public import Foundation
import Quire
import SQLPlusPlus

extension Expression {
    /// Returns an expression for a value of any kind.
    ///
    /// - Parameter value: `nil` or `NSNull`, a string, number, Boolean value, date, expression, or
    ///   a collection of such. Data and blobs can only be parameters.
    /// - Returns: The expression.
    /// - Precondition: The value is one of these, data, or a blob.
    public static func value(_ value: Any?) -> any ExpressionProtocol {
        ValueExpression.expression(for: value)
    }

    /// Returns an expression for a string.
    ///
    /// - Parameter value: The string, or `nil` for null.
    /// - Returns: The expression.
    public static func string(_ value: String?) -> any ExpressionProtocol {
        Expression(.literal(value.map(Literal.string) ?? .null))
    }

    /// Returns an expression for a number.
    ///
    /// - Parameter value: The number, or `nil` for null.
    /// - Returns: The expression.
    public static func number(_ value: NSNumber?) -> any ExpressionProtocol { self.value(value) }

    /// Returns an expression for an integer.
    ///
    /// - Parameter value: The integer.
    /// - Returns: The expression.
    public static func int(_ value: Int) -> any ExpressionProtocol { int64(Int64(value)) }

    /// Returns an expression for an integer.
    ///
    /// - Parameter value: The integer.
    /// - Returns: The expression.
    public static func int64(_ value: Int64) -> any ExpressionProtocol {
        Expression(.literal(.integer(value)))
    }

    /// Returns an expression for a floating-point number.
    ///
    /// - Parameter value: The number.
    /// - Returns: The expression.
    public static func float(_ value: Float) -> any ExpressionProtocol { double(Double(value)) }

    /// Returns an expression for a floating-point number.
    ///
    /// - Parameter value: A finite number.
    /// - Returns: The expression.
    public static func double(_ value: Double) -> any ExpressionProtocol { self.value(value) }

    /// Returns an expression for a Boolean value.
    ///
    /// - Parameter value: The Boolean value.
    /// - Returns: The expression.
    public static func boolean(_ value: Bool) -> any ExpressionProtocol {
        Expression(.literal(.boolean(value)))
    }

    /// Returns an expression for a date, which is compared as the string that documents contain.
    ///
    /// - Parameter value: The date, or `nil` for null.
    /// - Returns: The expression.
    public static func date(_ value: Date?) -> any ExpressionProtocol { self.value(value) }

    /// Returns an expression for a dictionary.
    ///
    /// - Parameter value: The dictionary, whose values may be expressions; `nil` for null.
    /// - Returns: The expression.
    public static func dictionary(_ value: [String: Any]?) -> any ExpressionProtocol {
        self.value(value)
    }

    /// Returns an expression for an array.
    ///
    /// - Parameter value: The array, whose items may be expressions; `nil` for null.
    /// - Returns: The expression.
    public static func array(_ value: [Any]?) -> any ExpressionProtocol { self.value(value) }
}

/// Creates expressions of values.
private enum ValueExpression {
    static func expression(for value: Any?, depth: Int = 1) -> Expression {
        guard depth < QueryTerm.heightLimit else { return constant(value, depth) }
        switch value {
        case let expression as any ExpressionProtocol: return expression.expression
        // Native collections can contain expressions.
        case let pairs as [String: Any]:
            let pairs = pairs.sorted { $0.key < $1.key }
            return Expression(of: pairs.map { expression(for: $0.value, depth: depth + 1) }) {
                .dictionary(zip(pairs, $0).map { DictionaryEntry($0.key, $1) })
            }
        case let items as [Any]:
            return Expression(of: items.map { expression(for: $0, depth: depth + 1) }) {
                .array($0)
            }
        default: return constant(value, depth)
        }
    }

    private static func constant(_ value: Any?, _ depth: Int) -> Expression {
        Expression(
            Swift.Result { () throws(QuireError) in
                try QueryTerm.constant(value, depth: depth)
            })
    }
}
