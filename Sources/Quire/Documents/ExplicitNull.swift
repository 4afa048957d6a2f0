/// Stores `nil` as an explicit null instead of leaving the key out.
///
/// ```swift
/// struct Hotel: DocumentModel {
///     @DocumentID var id: String?
///     @ExplicitNull var phone: String?    // "phone": null
///     var email: String?                  // no key
/// }
/// ```
///
/// A missing key and a null are both read as `nil`.
@propertyWrapper
public struct ExplicitNull<Wrapped> {
    /// The value.
    public var wrappedValue: Wrapped?

    /// Wraps a value.
    ///
    /// - Parameter wrappedValue: The value, or `nil` for null.
    public init(wrappedValue: Wrapped?) {
        self.wrappedValue = wrappedValue
    }
}

extension ExplicitNull: Equatable where Wrapped: Equatable {}
extension ExplicitNull: Hashable where Wrapped: Hashable {}
extension ExplicitNull: Sendable where Wrapped: Sendable {}

extension ExplicitNull: Decodable where Wrapped: Decodable {
    /// Reads the value or null.
    ///
    /// - Throws: What decoding the value throws.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        wrappedValue = container.decodeNil() ? nil : try container.decode(Wrapped.self)
    }
}

extension ExplicitNull: Encodable where Wrapped: Encodable {
    /// Writes the value or null.
    ///
    /// - Throws: What encoding the value throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let wrappedValue {
            try container.encode(wrappedValue)
        } else {
            try container.encodeNil()
        }
    }
}

extension KeyedDecodingContainer {
    /// Decodes a value whose key may be missing.
    ///
    /// - Parameters:
    ///   - type: The wrapper's type.
    ///   - key: The key of the property.
    /// - Returns: The value, with `nil` for a missing key or null.
    /// - Throws: `DecodingError` if there is a value of another kind.
    public func decode<Wrapped: Decodable>(
        _ type: ExplicitNull<Wrapped>.Type, forKey key: Key
    ) throws -> ExplicitNull<Wrapped> {
        try decodeIfPresent(type, forKey: key) ?? ExplicitNull(wrappedValue: nil)
    }
}
