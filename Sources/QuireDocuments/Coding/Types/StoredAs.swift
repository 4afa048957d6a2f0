public import Foundation

/// A form in which documents store values of another type.
///
/// Quire has ``SecondsSince1970``, ``MillisecondsSince1970`` and ``Hexadecimal``. Declare your own form
/// for documents of other programs:
///
/// ```swift
/// enum UnixDays: StoredForm {
///     static func stored(_ date: Date) -> Int {
///         Int((date.timeIntervalSince1970 / 86_400).rounded(.down))
///     }
///     static func value(_ days: Int) -> Date {
///         Date(timeIntervalSince1970: Double(days) * 86_400)
///     }
/// }
/// ```
public protocol StoredForm<Value, Stored>: Sendable {
    /// The type of a property.
    associatedtype Value: Hashable & Sendable
    /// The type of the stored values.
    associatedtype Stored: Codable & Hashable & Sendable

    /// Returns the stored value for a value.
    ///
    /// Stored values must have the order of the values, because filters and indexes compare them.
    ///
    /// - Parameter value: A value.
    /// - Returns: The stored value.
    /// - Throws: An error if documents cannot store the value.
    static func stored(_ value: Value) throws -> Stored

    /// Returns the value for a stored value.
    ///
    /// - Parameter stored: A stored value, which another program may have written.
    /// - Returns: The value.
    /// - Throws: An error if the stored value is invalid.
    static func value(_ stored: Stored) throws -> Value
}

/// A property that documents store in another form than Quire's own.
///
/// ```swift
/// struct Reading: DocumentModel {
///     @DocumentID var id: String?
///     @StoredAs<SecondsSince1970> var takenAt: Date
///     @StoredAs<Hexadecimal?> var digest: Data?
/// }
/// ```
///
/// Queries use the property with a dollar sign, whose values are those of this type: filters, orders,
/// groups, indexes and patches then compare and write the stored form.
///
/// ```swift
/// let recent = readings.filter { $0.$takenAt >= .init(start) }.sorted(by: \.$takenAt)
/// ```
///
/// An optional property has an optional form. If it is `nil`, its key is omitted.
@propertyWrapper
public struct StoredAs<Form: StoredForm>: Codable, Hashable, Sendable {
    /// The value of the property.
    public var wrappedValue: Form.Value

    /// The property as a value of this type, for queries and patches.
    public var projectedValue: StoredAs {
        get { self }
        set { self = newValue }
    }

    /// Creates a property with an initial value.
    public init(wrappedValue: Form.Value) {
        self.wrappedValue = wrappedValue
    }

    /// Creates a value for a comparison in a query.
    public init(_ value: Form.Value) {
        wrappedValue = value
    }

    /// Creates a value from its stored form.
    ///
    /// - Parameter decoder: A decoder of the stored value.
    /// - Throws: `DecodingError` if the stored value is invalid.
    public init(from decoder: any Decoder) throws {
        let stored = try decoder.singleValueContainer().decode(Form.Stored.self)
        do {
            wrappedValue = try Form.value(stored)
        } catch let error as DecodingError {
            throw error
        } catch {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath,
                    debugDescription: "the value is not \(Form.self): \(error)",
                    underlyingError: error))
        }
    }

    /// Encodes the stored form.
    ///
    /// - Parameter encoder: An encoder of the stored value.
    /// - Throws: `EncodingError` if documents cannot store the value.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(try Form.stored(wrappedValue))
    }
}

extension StoredAs: Comparable where Form.Value: Comparable {
    /// Returns whether a value is less than another one.
    public static func < (left: Self, right: Self) -> Bool {
        left.wrappedValue < right.wrappedValue
    }
}

extension Optional: StoredForm where Wrapped: StoredForm {
    /// Returns the stored value for a value, or `nil`.
    ///
    /// - Parameter value: A value, or `nil`.
    /// - Returns: The stored value, or `nil`.
    /// - Throws: The errors of the wrapped form.
    public static func stored(_ value: Wrapped.Value?) throws -> Wrapped.Stored? {
        try value.map { try Wrapped.stored($0) }
    }

    /// Returns the value for a stored value, or `nil`.
    ///
    /// - Parameter stored: A stored value, or `nil`.
    /// - Returns: The value, or `nil`.
    /// - Throws: The errors of the wrapped form.
    public static func value(_ stored: Wrapped.Stored?) throws -> Wrapped.Value? {
        try stored.map { try Wrapped.value($0) }
    }
}

// Synthesized code calls these methods for an optional property, whose key can be missing.

extension KeyedDecodingContainer {
    /// Decodes an optional property, which is `nil` if the key is missing.
    ///
    /// - Parameters:
    ///   - type: The type of the property.
    ///   - key: The key.
    /// - Returns: The property.
    /// - Throws: `DecodingError` if the stored value is invalid.
    public func decode<Form: StoredForm>(
        _ type: StoredAs<Form?>.Type, forKey key: Key
    ) throws -> StoredAs<Form?> {
        StoredAs(try decodeIfPresent(StoredAs<Form>.self, forKey: key)?.wrappedValue)
    }
}

extension KeyedEncodingContainer {
    /// Encodes an optional property, whose key is omitted if it is `nil`.
    ///
    /// - Parameters:
    ///   - value: The property.
    ///   - key: The key.
    /// - Throws: `EncodingError` if documents cannot store the value.
    public mutating func encode<Form: StoredForm>(
        _ value: StoredAs<Form?>, forKey key: Key
    ) throws {
        try encodeIfPresent(value.wrappedValue.map { StoredAs<Form>($0) }, forKey: key)
    }
}

// MARK: Forms

/// The form of a date as a number: the seconds since 1970 UTC, rounded to the millisecond.
///
/// ```swift
/// print(try SecondsSince1970.stored(Date(timeIntervalSince1970: 12.5)))  // 12.5
/// ```
public enum SecondsSince1970: StoredForm {
    /// Returns the seconds of a date.
    ///
    /// - Parameter date: A date.
    /// - Returns: The number of seconds.
    /// - Throws: `EncodingError` if the date is not finite, or more than 70,000 years away.
    public static func stored(_ date: Date) throws -> Double {
        try UnixTime.milliseconds(date) / 1000
    }

    /// Returns the date for a number of seconds.
    ///
    /// - Parameter seconds: A number.
    /// - Returns: The date.
    /// - Throws: An error if the date is more than 70,000 years away.
    public static func value(_ seconds: Double) throws -> Date {
        try UnixTime.date(milliseconds: (seconds * 1000).rounded())
    }
}

/// The form of a date as an integer: the milliseconds since 1970 UTC.
///
/// ```swift
/// print(try MillisecondsSince1970.stored(Date(timeIntervalSince1970: 12.5)))  // 12500
/// ```
public enum MillisecondsSince1970: StoredForm {
    /// Returns the milliseconds of a date.
    ///
    /// - Parameter date: A date.
    /// - Returns: The number of milliseconds.
    /// - Throws: `EncodingError` if the date is not finite, or more than 70,000 years away.
    public static func stored(_ date: Date) throws -> Int64 {
        Int64(try UnixTime.milliseconds(date))
    }

    /// Returns the date for a number of milliseconds.
    ///
    /// - Parameter milliseconds: A number.
    /// - Returns: The date.
    /// - Throws: An error if the date is more than 70,000 years away.
    public static func value(_ milliseconds: Int64) throws -> Date {
        try UnixTime.date(milliseconds: Double(milliseconds))
    }
}

private enum UnixTime {
    struct Failure: Error, CustomStringConvertible {
        let description = "the date is too far from 1970"
    }

    /// The greatest number of milliseconds for which a date is exact.
    private static let limit = 0x1p51

    static func milliseconds(_ date: Date) throws -> Double {
        let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
        guard milliseconds.magnitude <= limit else {
            // Foundation cannot describe a date that is too far away.
            throw EncodingError.invalidValue(
                date.timeIntervalSince1970,
                EncodingError.Context(codingPath: [], debugDescription: Failure().description))
        }
        return milliseconds
    }

    static func date(milliseconds: Double) throws -> Date {
        guard milliseconds.magnitude <= limit else { throw Failure() }
        return Date(timeIntervalSince1970: milliseconds / 1000)
    }
}

/// The form of data as hexadecimal digits in lower case.
///
/// ```swift
/// print(Hexadecimal.stored(Data([202, 254])))  // cafe
/// ```
public enum Hexadecimal: StoredForm {
    /// The cause of an error for a string that has other characters, or an odd number of them.
    private struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private static let digits = Array("0123456789abcdef".utf8)

    /// Returns the digits of data.
    ///
    /// - Parameter data: Data of any length.
    /// - Returns: Two digits for each byte.
    public static func stored(_ data: Data) -> String {
        String(
            decoding: data.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    /// Returns the data for digits in lower or upper case.
    ///
    /// Filters and indexes find only digits in lower case.
    ///
    /// - Parameter text: The digits.
    /// - Returns: The data.
    /// - Throws: An error if the string contains other characters, or an odd number of digits.
    public static func value(_ text: String) throws -> Data {
        let bytes = Array(text.utf8)
        guard bytes.count.isMultiple(of: 2) else {
            throw Failure(description: "the number of digits is odd")
        }
        var data = Data(capacity: bytes.count / 2)
        for index in stride(from: 0, to: bytes.count, by: 2) {
            data.append(try digit(bytes[index]) << 4 | digit(bytes[index + 1]))
        }
        return data
    }

    private static func digit(_ byte: UInt8) throws -> UInt8 {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: throw Failure(description: "a character is no hexadecimal digit")
        }
    }
}
