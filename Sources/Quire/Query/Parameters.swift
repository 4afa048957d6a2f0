import SQLPlusPlus

/// The values of a query's parameters, which stand in its text as `$name`.
///
/// ```swift
/// query.parameters = ["city": "Bergen", "limit": 20]
/// ```
public struct Parameters: Sendable {
    private var literals: [String: Literal] = [:]

    /// Makes an empty set of parameters.
    public init() {}

    /// Sets a text.
    ///
    /// - Parameters:
    ///   - value: The text, or `nil` for null.
    ///   - name: The parameter's name, without the dollar sign.
    public mutating func setString(_ value: String?, forName name: String) {
        literals[name] = value.map(Literal.string) ?? .null
    }

    /// Sets an integer.
    ///
    /// - Parameters:
    ///   - value: The integer.
    ///   - name: The parameter's name, without the dollar sign.
    public mutating func setInt64(_ value: Int64, forName name: String) {
        literals[name] = .integer(value)
    }

    /// Sets an integer.
    ///
    /// - Parameters:
    ///   - value: The integer.
    ///   - name: The parameter's name, without the dollar sign.
    public mutating func setInt(_ value: Int, forName name: String) {
        literals[name] = .integer(Int64(value))
    }

    /// Sets a floating-point number.
    ///
    /// - Parameters:
    ///   - value: The number.
    ///   - name: The parameter's name, without the dollar sign.
    public mutating func setDouble(_ value: Double, forName name: String) {
        literals[name] = .double(value)
    }

    /// Sets a truth value.
    ///
    /// - Parameters:
    ///   - value: The truth value.
    ///   - name: The parameter's name, without the dollar sign.
    public mutating func setBoolean(_ value: Bool, forName name: String) {
        literals[name] = .boolean(value)
    }

    func literal(_ name: String) -> Literal? { literals[name] }
}

extension Parameters: ExpressibleByDictionaryLiteral {
    /// A value that can be written as a literal.
    public enum Value: Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
        ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral
    {
        /// A text.
        case string(String)
        /// An integer.
        case integer(Int64)
        /// A floating-point number.
        case double(Double)
        /// A truth value.
        case boolean(Bool)
        /// Null.
        case null

        /// Makes a text.
        public init(stringLiteral value: String) { self = .string(value) }
        /// Makes an integer.
        public init(integerLiteral value: Int64) { self = .integer(value) }
        /// Makes a floating-point number.
        public init(floatLiteral value: Double) { self = .double(value) }
        /// Makes a truth value.
        public init(booleanLiteral value: Bool) { self = .boolean(value) }
        /// Makes null.
        public init(nilLiteral: ()) { self = .null }

        fileprivate var literal: Literal {
            switch self {
            case .string(let value): .string(value)
            case .integer(let value): .integer(value)
            case .double(let value): .double(value)
            case .boolean(let value): .boolean(value)
            case .null: .null
            }
        }
    }

    /// Makes parameters of names and values; of one name the last value counts.
    public init(dictionaryLiteral elements: (String, Value)...) {
        for (name, value) in elements { literals[name] = value.literal }
    }
}
