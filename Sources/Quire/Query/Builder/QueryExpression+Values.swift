public import Foundation
import SQLPlusPlus

extension QueryExpression {
    /// Makes the expression for a value of any kind.
    ///
    /// - Parameter value: `nil` or `NSNull`, a string, number, truth value, date, expression, or a
    ///   collection of such. Bytes and blobs can be parameters only.
    /// - Returns: The expression.
    /// - Precondition: It is one of these, bytes or a blob.
    public static func value(_ value: Any?) -> QueryExpression {
        ValueExpression.expression(for: value)
    }

    /// Makes the expression for a text.
    ///
    /// - Parameter value: The text, or `nil` for null.
    /// - Returns: The expression.
    public static func string(_ value: String?) -> QueryExpression {
        QueryExpression(.literal(value.map(Literal.string) ?? .null))
    }

    /// Makes the expression for a number.
    ///
    /// - Parameter value: The number, or `nil` for null.
    /// - Returns: The expression.
    public static func number(_ value: NSNumber?) -> QueryExpression { self.value(value) }

    /// Makes the expression for an integer.
    ///
    /// - Parameter value: The integer.
    /// - Returns: The expression.
    public static func int(_ value: Int) -> QueryExpression { int64(Int64(value)) }

    /// Makes the expression for an integer.
    ///
    /// - Parameter value: The integer.
    /// - Returns: The expression.
    public static func int64(_ value: Int64) -> QueryExpression {
        QueryExpression(.literal(.integer(value)))
    }

    /// Makes the expression for a floating-point number.
    ///
    /// - Parameter value: The number.
    /// - Returns: The expression.
    public static func float(_ value: Float) -> QueryExpression { double(Double(value)) }

    /// Makes the expression for a floating-point number.
    ///
    /// - Parameter value: A finite number.
    /// - Returns: The expression.
    public static func double(_ value: Double) -> QueryExpression { self.value(value) }

    /// Makes the expression for a truth value.
    ///
    /// - Parameter value: The truth value.
    /// - Returns: The expression.
    public static func boolean(_ value: Bool) -> QueryExpression {
        QueryExpression(.literal(.boolean(value)))
    }

    /// Makes the expression for a date, which is compared as the text that documents have for it.
    ///
    /// - Parameter value: The date, or `nil` for null.
    /// - Returns: The expression.
    public static func date(_ value: Date?) -> QueryExpression { self.value(value) }

    /// Makes the expression for a dictionary.
    ///
    /// - Parameter value: The dictionary, whose values may be expressions; `nil` for null.
    /// - Returns: The expression.
    public static func dictionary(_ value: [String: Any]?) -> QueryExpression {
        self.value(value)
    }

    /// Makes the expression for an array.
    ///
    /// - Parameter value: The array, whose items may be expressions; `nil` for null.
    /// - Returns: The expression.
    public static func array(_ value: [Any]?) -> QueryExpression { self.value(value) }
}

/// Makes expressions of values.
private enum ValueExpression {
    static func expression(for value: Any?, depth: Int = 1) -> QueryExpression {
        guard depth < QueryTerm.heightLimit else {
            return invalid("it is nested in more than \(QueryTerm.heightLimit) levels")
        }
        switch value {
        case let expression as any ExpressionProtocol: return expression.expression
        case let pairs as [String: Any]:
            return dictionary(pairs.sorted { $0.key < $1.key }, depth)
        case let items as [Any]: return array(items, depth)
        default: return expression(for: DocumentValue.Form(any: value), depth)
        }
    }

    private static func array(_ items: [Any], _ depth: Int) -> QueryExpression {
        QueryExpression(of: items.map { expression(for: $0, depth: depth + 1) }) { .array($0) }
    }

    private static func dictionary(
        _ pairs: [(key: String, value: Any)], _ depth: Int
    ) -> QueryExpression {
        QueryExpression(of: pairs.map { expression(for: $0.value, depth: depth + 1) }) { terms in
            .dictionary(zip(pairs, terms).map { DictionaryEntry($0.key, $1) })
        }
    }

    private static func expression(
        for form: DocumentValue.Form, _ depth: Int
    ) -> QueryExpression {
        switch form {
        case .missing, .null: return QueryExpression(.literal(.null))
        case .boolean(let value): return QueryExpression(.literal(.boolean(value)))
        case .integer(let value): return QueryExpression(.literal(.integer(value)))
        case .unsigned(let value): return invalid("\(value) is greater than \(Int64.max)")
        case .float(let value): return number(Double(value))
        case .double(let value): return number(value)
        case .string(let value): return QueryExpression(.literal(.string(value)))
        case .unwritable(let date): return invalid("the date \(date) has no year of four digits")
        case .data, .blob: return invalid("bytes and blobs can be parameters only")
        case .stored(let value):
            let form = DocumentValue.Form(value, blobs: nil, isMutable: false)
            if case .stored = form {
                return expression(for: form.value, depth: depth + 1)
            }
            return expression(for: form, depth)
        case .dictionary(let object):
            let pairs = object.keys.sorted().map { ($0, object.value(forKey: $0) as Any) }
            return dictionary(pairs, depth)
        case .array(let object):
            return array((0..<object.count).map { object.value(at: $0) as Any }, depth)
        }
    }

    private static func number(_ value: Double) -> QueryExpression {
        value.isFinite
            ? QueryExpression(.literal(.double(value))) : invalid("\(value) is not finite")
    }

    private static func invalid(_ reason: String) -> QueryExpression {
        QueryExpression(
            .failure(
                QuireError(.invalidQuery, "A value cannot stand in a query: \(reason).")))
    }
}
