import Fleece
import Foundation

// Conversions of the values that a program can set.
//
// Native collections become mutable objects, so that later reads return the same object each time.
// Immutable objects are copied to mutable ones, because they may belong to another document.

extension DocumentValue {
    /// Creates a value from a native value or an object.
    ///
    /// - Parameter value: `nil` or `NSNull`; a string, number, Boolean, date, `Data` or blob; or a
    ///   collection of these.
    /// - Precondition: The value has one of these types.
    init(any value: Any?) {
        form = Form(any: value)
    }

    init(_ text: String?) { form = text.map(Form.string) ?? .null }

    init(_ number: NSNumber?) { form = number.map(Form.init(number:)) ?? .null }

    init(_ date: Date?) { form = date.map(Form.init(date:)) ?? .null }

    init(_ blob: Blob?) { form = blob.map(Form.blob) ?? .null }

    init(_ array: ArrayObject?) { form = array.map(Form.init(array:)) ?? .null }

    init(_ dictionary: DictionaryObject?) {
        form = dictionary.map(Form.init(dictionary:)) ?? .null
    }
}

extension DocumentValue.Form {
    init(date: Date) {
        self = DocumentDate.string(from: date).map(Self.string) ?? .unwritable(date)
    }

    init(dictionary: DictionaryObject) {
        self = .dictionary(dictionary as? MutableDictionaryObject ?? dictionary.toMutable())
    }

    init(array: ArrayObject) {
        self = .array(array as? MutableArrayObject ?? array.toMutable())
    }

    init(number: NSNumber) {
        // On every platform, Boolean `NSNumber` objects have a class of their own.
        if type(of: number) == type(of: NSNumber(value: true)) {
            self = .boolean(number.boolValue)
            return
        }
        if let decimal = number as? NSDecimalNumber {
            self = .init(decimal: decimal.decimalValue)
            return
        }
        switch UInt8(bitPattern: number.objCType.pointee) {
        case UInt8(ascii: "f"): self = .float(number.floatValue)
        case UInt8(ascii: "d"): self = .double(number.doubleValue)
        case UInt8(ascii: "Q"): self = .init(integer: number.uint64Value)
        default: self = .integer(number.int64Value)
        }
    }

    /// Creates an integer if the number fits into 64 bits; otherwise the nearest `Double`.
    ///
    /// The conversion uses the decimal digits, because Foundation's integer conversions wrap around
    /// beyond 64 bits.
    private init(decimal: Decimal) {
        let digits = decimal.description
        if let number = Int64(digits) {
            self = .integer(number)
        } else if let number = UInt64(digits) {
            self = .unsigned(number)
        } else {
            self = .double(Double(digits) ?? .nan)
        }
    }

    init(integer: some BinaryInteger) {
        if let number = Int64(exactly: integer) {
            self = .integer(number)
        } else if let number = UInt64(exactly: integer) {
            self = .unsigned(number)
        } else {
            self = .double(Double(integer))
        }
    }

    package init(any value: Any?) {
        guard let value else { self = .null; return }
        if let form = Self.native(value) ?? Self.object(value) ?? Self.collection(value) {
            self = form
        } else if let optional = value as? any OptionalValue {
            self = .init(any: optional.wrappedValue)
        } else {
            // An error of the program, as in Couchbase Lite. Stored values and JSON have only types
            // that are converted above.
            preconditionFailure("a document cannot contain a value of type \(type(of: value))")
        }
    }

    /// Converts a native Swift value.
    ///
    /// The type is compared before the cast, because a cast can also convert: a number to a Boolean
    /// or, on Apple platforms, a Swift number to an object.
    private static func native(_ value: Any) -> Self? {
        let type = type(of: value)
        if type == String.self { return (value as? String).map(Self.string) }
        if type == Bool.self { return (value as? Bool).map(Self.boolean) }
        if type == Double.self { return (value as? Double).map(Self.double) }
        if type == Float.self { return (value as? Float).map(Self.float) }
        if type == Date.self { return (value as? Date).map(Self.init(date:)) }
        if let integer = value as? any BinaryInteger { return Self(integer: integer) }
        if let number = value as? any BinaryFloatingPoint { return .double(Double(number)) }
        return nil
    }

    /// Converts an object of this library or of Foundation, or a value that Foundation bridges.
    private static func object(_ value: Any) -> Self? {
        switch value {
        case let dictionary as DictionaryObject: Self(dictionary: dictionary)
        case let array as ArrayObject: Self(array: array)
        case let blob as Blob: .blob(blob)
        case let value as FleeceValue: .init(value, blobs: nil, isMutable: true)
        case is NSNull: .null
        case let number as NSNumber: Self(number: number)
        case let number as Decimal: Self(decimal: number)
        case let text as String: .string(text)
        case let text as Substring: .string(String(text))
        case let date as Date: Self(date: date)
        case let bytes as Data: .data(bytes)
        default: nil
        }
    }

    private static func collection(_ value: Any) -> Self? {
        if let properties = value as? [String: Any] {
            return Blob(properties: properties).map(Self.blob)
                ?? .dictionary(MutableDictionaryObject(data: properties))
        }
        return (value as? [Any]).map { .array(MutableArrayObject(data: $0)) }
    }
}

/// An optional value in an `Any`.
private protocol OptionalValue {
    var wrappedValue: Any? { get }
}

extension Optional: OptionalValue {
    fileprivate var wrappedValue: Any? { self }
}
