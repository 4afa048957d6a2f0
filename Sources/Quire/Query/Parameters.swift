import Fleece
import SQLPlusPlus

/// The values of a query's parameters, which stand in its text as `$name`.
///
/// ```swift
/// query.parameters = ["city": "Bergen", "limit": 20]
/// ```
public struct Parameters: Sendable {
    private var values: [String: Value] = [:]

    /// Makes an empty set of parameters.
    public init() {}

    /// Sets a text.
    ///
    /// - Parameters:
    ///   - value: The text, or `nil` for null.
    ///   - name: The parameter's name, without the dollar sign.
    public mutating func setString(_ value: String?, forName name: String) {
        values[name] = value.map(Value.string) ?? .null
    }

    /// Sets an integer.
    ///
    /// - Parameters:
    ///   - value: The integer.
    ///   - name: The parameter's name, without the dollar sign.
    public mutating func setInt64(_ value: Int64, forName name: String) {
        values[name] = .integer(value)
    }

    /// Sets an integer.
    ///
    /// - Parameters:
    ///   - value: The integer.
    ///   - name: The parameter's name, without the dollar sign.
    public mutating func setInt(_ value: Int, forName name: String) {
        values[name] = .integer(Int64(value))
    }

    /// Sets a floating-point number.
    ///
    /// - Parameters:
    ///   - value: The number.
    ///   - name: The parameter's name, without the dollar sign.
    public mutating func setDouble(_ value: Double, forName name: String) {
        values[name] = .double(value)
    }

    /// Sets a truth value.
    ///
    /// - Parameters:
    ///   - value: The truth value.
    ///   - name: The parameter's name, without the dollar sign.
    public mutating func setBoolean(_ value: Bool, forName name: String) {
        values[name] = .boolean(value)
    }

    /// Sets any value.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - name: The parameter's name, without the dollar sign.
    public mutating func set(_ value: Value, forName name: String) {
        values[name] = value
    }

    /// A parameter's value as a Fleece document, or `nil` if there is none.
    func encoded(_ name: String) throws -> [UInt8]? {
        guard let value = values[name] else { return nil }
        let writer = FleeceWriter()
        writer.write(value.encoded(writer))
        do {
            return try writer.finish()
        } catch {
            throw QuireError(
                .invalidQueryParameter, "The query's parameter $\(name) cannot be stored: \(error)",
                underlyingError: error)
        }
    }
}

extension Parameters: ExpressibleByDictionaryLiteral {
    /// Makes parameters of names and values; of one name the last value counts.
    public init(dictionaryLiteral elements: (String, Value)...) {
        for (name, value) in elements { values[name] = value }
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

        fileprivate func encoded(_ writer: FleeceWriter) -> FleeceSlot {
            switch self {
            case .string(let value): writer.encode(value)
            case .integer(let value): writer.encode(value)
            case .double(let value): writer.encode(value)
            case .boolean(let value): writer.encode(value)
            case .null: writer.encodeNull()
            case .array(let items): writer.encodeArray(items.map { $0.encoded(writer) })
            case .dictionary(let pairs):
                writer.encodeDictionary(
                    pairs.flatMap { [writer.encodeKey($0.key), $0.value.encoded(writer)] })
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
