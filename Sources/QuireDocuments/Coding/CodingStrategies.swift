/// A strategy for converting a model's coding keys to keys of a document.
///
/// ```swift
/// var encoder = DocumentEncoder()
/// encoder.keyEncodingStrategy = .snakeCase
/// print(try encoder.encodeToJSON(hotel))  // {"name":"Grand","room_rate":240.0}
/// ```
///
/// The keys of dictionaries are data, so they are never converted.
public enum KeyStrategy: Hashable, Sendable {
    /// The keys are used without changes.
    case asIs

    /// The keys are converted to snake case: `roomRate` to `room_rate`, `imageURL` to `image_url`.
    ///
    /// Encoders and decoders both convert the keys of the model, so a decoder finds every key that
    /// an encoder has written. The `allKeys` of a decoding container contains the keys whose snake
    /// case is in the document. If the key type accepts all names, it also contains the names that
    /// are no snake case, such as `roomRate`, as they are stored.
    case snakeCase
}

/// A strategy for encoding properties that are `nil`.
///
/// It applies to values that a model encodes with `encodeIfPresent`, as synthesized code does.
/// Values encoded with `encodeNil` or ``ExplicitNull``, and items of arrays, are always encoded as
/// null.
///
/// ```swift
/// var encoder = DocumentEncoder()
/// encoder.nilEncodingStrategy = .null
/// let hotel = Hotel(name: "Grand", roomRate: nil)
/// print(try encoder.encodeToJSON(hotel))  // {"name":"Grand","roomRate":null}
/// ```
public enum NilEncodingStrategy: Hashable, Sendable {
    /// The key is omitted.
    case omit

    /// The value is null, as in Couchbase Lite.
    case null
}

/// A strategy for encoding `Data` values.
///
/// A decoder reads both forms.
///
/// ```swift
/// var encoder = DocumentEncoder()
/// encoder.dataEncodingStrategy = .base64
/// let storage = try encoder.encodeToFleece(["icon": Data([1, 2, 3])])
/// print(storage.rootDictionary?["icon"]?.string ?? "")  // AQID
/// ```
public enum DataEncodingStrategy: Hashable, Sendable {
    /// Data is stored as bytes, which are written as base64 in JSON text.
    case binary

    /// Data is stored as a base64 string.
    case base64
}

/// A strategy for non-finite floating-point values, which JSON cannot represent.
///
/// ```swift
/// var encoder = DocumentEncoder()
/// encoder.nonFiniteEncodingStrategy = .convert(
///     positiveInfinity: "inf", negativeInfinity: "-inf", notANumber: "nan")
/// print(try encoder.encodeToJSON(["rating": Double.nan]))  // {"rating":"nan"}
/// ```
public enum NonFiniteStrategy: Hashable, Sendable {
    /// Encoders throw an error for non-finite values, and decoders do not convert strings to
    /// numbers.
    case `throw`

    /// Non-finite values are stored as the given strings.
    case convert(positiveInfinity: String, negativeInfinity: String, notANumber: String)
}

extension NonFiniteStrategy {
    /// Returns the string for a non-finite number, or `nil` if the strategy is to throw.
    package func text(for value: Double) -> String? {
        guard case .convert(let positive, let negative, let notANumber) = self else { return nil }
        if value.isNaN { return notANumber }
        return value < 0 ? negative : positive
    }

    /// Returns the non-finite number that a string represents, or `nil` if it represents none.
    func number(for text: String) -> Double? {
        guard case .convert(let positive, let negative, let notANumber) = self else { return nil }
        switch text {
        case positive: return .infinity
        case negative: return -.infinity
        case notANumber: return .nan
        default: return nil
        }
    }
}
