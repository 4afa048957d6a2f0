import Foundation

extension Parameters: ExpressibleByDictionaryLiteral {
    /// Creates parameters from names and values.
    ///
    /// If a name occurs more than once, the last value is used.
    public convenience init(dictionaryLiteral elements: (String, Value)...) {
        self.init()
        for (name, value) in elements { set(value, forName: name) }
    }
}

extension Parameters {
    /// A value of a parameter.
    ///
    /// ```swift
    /// let cities: Parameters.Value = ["Bergen", "Oslo"]
    /// query.parameters = ["cities": cities, "limit": 20]
    /// ```
    public indirect enum Value: Sendable, Hashable {
        /// A string.
        case string(String)
        /// An integer.
        case integer(Int64)
        /// A floating-point number.
        case double(Double)
        /// A Boolean.
        case boolean(Bool)
        /// Null.
        case null
        /// An array.
        case array([Value])
        /// A dictionary.
        case dictionary([String: Value])

        /// The corresponding native Swift value.
        var native: Any? {
            switch self {
            case .string(let value): value
            case .integer(let value): Int(exactly: value) ?? value
            case .double(let value): value
            case .boolean(let value): value
            case .null: nil
            case .array(let items): items.map { $0.native ?? NSNull() }
            case .dictionary(let pairs): pairs.mapValues { $0.native ?? NSNull() }
            }
        }
    }
}

extension Parameters.Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// Creates a string.
    public init(stringLiteral value: String) { self = .string(value) }
    /// Creates an integer.
    public init(integerLiteral value: Int64) { self = .integer(value) }
    /// Creates a floating-point number.
    public init(floatLiteral value: Double) { self = .double(value) }
    /// Creates a Boolean.
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
    /// Creates null.
    public init(nilLiteral: ()) { self = .null }
    /// Creates an array.
    public init(arrayLiteral elements: Self...) { self = .array(elements) }
    /// Creates a dictionary.
    ///
    /// If a key occurs more than once, the last value is used.
    public init(dictionaryLiteral elements: (String, Self)...) {
        self = .dictionary(Dictionary(elements) { _, last in last })
    }
}
