import Foundation

extension Parameters: ExpressibleByDictionaryLiteral {
    /// Makes parameters of names and values; of one name the last value counts.
    public convenience init(dictionaryLiteral elements: (String, Value)...) {
        self.init()
        for (name, value) in elements { set(value, forName: name) }
    }
}

extension Parameters {
    /// A parameter's value.
    public indirect enum Value: Sendable, Hashable {
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
        /// An array.
        case array([Value])
        /// A dictionary.
        case dictionary([String: Value])

        /// The value as Swift has it.
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
    /// Makes an array.
    public init(arrayLiteral elements: Self...) { self = .array(elements) }
    /// Makes a dictionary; of equal keys the last one counts.
    public init(dictionaryLiteral elements: (String, Self)...) {
        self = .dictionary(Dictionary(elements) { _, last in last })
    }
}
