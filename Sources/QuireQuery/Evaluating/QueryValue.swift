public import Fleece
public import SQLPlusPlus

/// The value of a query term.
///
/// Values have the order of Couchbase Lite: missing; numbers and Booleans, with false as 0 and true
/// as 1; strings by their UTF-8 bytes; null; and last, arrays, dictionaries and data by their
/// encoded bytes. Indexes, `ORDER BY` and the comparison operators use the same order. Values are
/// equal if neither precedes the other. Therefore, `.integer(1)`, `.double(1)` and `.boolean(true)`
/// are equal.
///
/// ```swift
/// let values: [QueryValue] = [.null, .string("Bergen"), .integer(4), .missing]
/// print(values.sorted())  // missing, the number, the string, null
/// print(QueryValue.integer(1) == .boolean(true))  // true
/// ```
public enum QueryValue: Sendable {
    /// A missing value.
    case missing
    /// Null, which is not a missing value.
    case null
    /// A Boolean.
    case boolean(Bool)
    /// An integer.
    case integer(Int64)
    /// An integer greater than `Int64.max`.
    ///
    /// It is compared as the negative integer with the same bits.
    case unsigned(UInt64)
    /// A floating-point number other than NaN.
    case double(Double)
    /// A string.
    case string(String)
    /// Binary data.
    case data([UInt8])
    /// An array.
    case array(FleeceArray)
    /// A dictionary.
    case dictionary(FleeceDictionary)

    /// Creates a value from a Fleece value.
    ///
    /// - Parameter value: A Fleece value, or `nil` for a missing value.
    /// - Complexity: O(*n*) in the length of a string or data, otherwise O(1).
    public init(_ value: FleeceValue?) {
        self.init(LanguageValue(value))
    }

    package init(_ value: LanguageValue) {
        switch value {
        case .unknown, .missing: self = .missing
        case .null: self = .null
        case .boolean(let value): self = .boolean(value)
        case .integer(let value): self = .integer(value)
        case .unsigned(let value): self = .unsigned(value)
        case .double(let value): self = .double(value)
        case .string(let bytes): self = .string(String(decoding: bytes, as: UTF8.self))
        case .data(let part): self = part.value?.data.map { .data($0) } ?? .null
        case .array(let part): self = part.value?.array.map { .array($0) } ?? .null
        case .dictionary(let part): self = part.value?.dictionary.map { .dictionary($0) } ?? .null
        }
    }

    /// Encodes the value with a Fleece writer.
    ///
    /// - Parameter writer: The writer to which the slot belongs.
    /// - Returns: The slot of the value. A missing value is encoded as null.
    /// - Complexity: O(*n*) in the size of the value.
    public func encode(_ writer: FleeceWriter) -> FleeceSlot {
        switch self {
        case .missing, .null: writer.encodeNull()
        case .boolean(let value): writer.encode(value)
        case .integer(let value): writer.encode(value)
        case .unsigned(let value): writer.encode(value)
        case .double(let value): writer.encode(value)
        case .string(let value): writer.encode(value)
        case .data(let bytes): bytes.withUnsafeBytes { writer.encode(data: $0) }
        case .array(let array): writer.encode(copyOf: array.value)
        case .dictionary(let dictionary): writer.encode(copyOf: dictionary.value)
        }
    }
}

extension QueryValue: Comparable {
    /// Compares two values.
    ///
    /// - Parameters:
    ///   - other: The other value.
    ///   - collation: The collation for strings, or `nil` to compare their bytes.
    /// - Returns: A negative number if this value precedes the other, zero if the values are equal,
    ///   and a positive number otherwise.
    /// - Complexity: O(*n*) in the size of the values.
    public func compare(to other: QueryValue, collation: TextCollation? = nil) -> Int {
        (try? order(to: other, collation.flatMap { StringCollation($0) })) ?? 0
    }

    /// Compares two values.
    ///
    /// - Throws: ``FunctionFailure`` if a value is damaged or there is not enough memory.
    package func order(
        to other: QueryValue, _ collation: StringCollation?
    ) throws(FunctionFailure) -> Int {
        if case .integer(let left) = self, case .integer(let right) = other {
            return NumberOrder.compare(left, right)
        }
        let memory = ValueMemory()
        return try ValueOrder.compare(
            borrowed(memory), other.borrowed(memory), collation: collation)
    }

    /// Returns whether two values are equal.
    public static func == (left: QueryValue, right: QueryValue) -> Bool {
        left.compare(to: right) == 0
    }

    /// Returns whether a value precedes another value.
    public static func < (left: QueryValue, right: QueryValue) -> Bool {
        left.compare(to: right) < 0
    }

    private func borrowed(_ memory: ValueMemory) throws(FunctionFailure) -> LanguageValue {
        switch self {
        case .missing: .missing
        case .null: .null
        case .boolean(let value): .boolean(value)
        case .integer(let value): .integer(value)
        case .unsigned(let value): .unsigned(value)
        case .double(let value): LanguageValue(number: value)
        case .string(let text): try memory.string(text)
        case .data, .array, .dictionary: try memory.collection(WorkMeter(nil), encode)
        }
    }
}
