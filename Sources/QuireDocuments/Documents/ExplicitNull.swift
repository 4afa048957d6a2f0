/// A property wrapper that stores `nil` as an explicit null instead of omitting the key.
///
/// ```swift
/// struct Hotel: DocumentModel {
///     @DocumentID var id: String?
///     @ExplicitNull var phone: String?  // "phone": null
///     var email: String?  // no key
/// }
/// ```
///
/// Both a missing key and null are decoded as `nil`.
@propertyWrapper
public struct ExplicitNull<Wrapped> {
    /// The value, or `nil` for null.
    public var wrappedValue: Wrapped?

    /// Creates a wrapper for a value.
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
    /// Decodes the value or null.
    ///
    /// - Throws: Any error that decoding the value throws.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        wrappedValue = container.decodeNil() ? nil : try container.decode(Wrapped.self)
    }
}

extension ExplicitNull: Encodable where Wrapped: Encodable {
    /// Encodes the value or null.
    ///
    /// - Throws: Any error that encoding the value throws.
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
    /// Decodes a value whose key can be missing.
    ///
    /// - Parameters:
    ///   - type: The type of the wrapper.
    ///   - key: The key of the property.
    /// - Returns: The value, which is `nil` for a missing key or null.
    /// - Throws: `DecodingError` if the value has another type.
    public func decode<Wrapped: Decodable>(
        _ type: ExplicitNull<Wrapped>.Type, forKey key: Key
    ) throws -> ExplicitNull<Wrapped> {
        try decodeIfPresent(type, forKey: key) ?? ExplicitNull(wrappedValue: nil)
    }
}
