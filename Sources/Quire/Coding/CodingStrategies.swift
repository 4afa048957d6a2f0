/// What keys of a document a model's coding keys stand for.
///
/// Keys of dictionaries are data and stay as they are.
public enum KeyStrategy: Hashable, Sendable {
    /// The keys as they are.
    case asIs

    /// The keys in snake case: `roomRate` is `room_rate`, `imageURL` is `image_url`.
    ///
    /// A decoder makes the snake case of the keys that the model has, as the encoder does, so that
    /// every key is found again; it guesses nothing back.
    case snakeCase
}

/// What is written for a property that is `nil`.
///
/// It is about what a model encodes by `encodeIfPresent`, as the synthesised code does. What it
/// encodes by `encodeNil` or ``ExplicitNull`` is null in any case, and so is an item of an array.
public enum NilEncodingStrategy: Hashable, Sendable {
    /// Nothing: the key is left out.
    case omit

    /// The key, with null: Couchbase Lite's rule.
    case null
}

/// How data is written.
///
/// A decoder reads both forms.
public enum DataEncodingStrategy: Hashable, Sendable {
    /// As bytes, which JSON text shows as base64.
    case binary

    /// As base64 text.
    case base64
}

/// What is done about numbers that are infinite or none at all, which JSON has no form for.
public enum NonFiniteStrategy: Hashable, Sendable {
    /// They are an error.
    case `throw`

    /// They are strings.
    case convert(positiveInfinity: String, negativeInfinity: String, notANumber: String)
}

extension NonFiniteStrategy {
    /// The string for a number that is not finite, if there is one.
    func text(for value: Double) -> String? {
        guard case .convert(let positive, let negative, let notANumber) = self else { return nil }
        if value.isNaN { return notANumber }
        return value < 0 ? negative : positive
    }

    /// The number that a string stands for, if it does.
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
