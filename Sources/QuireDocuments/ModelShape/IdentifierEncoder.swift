import Foundation

/// The encoded form of the `id` of an `Identifiable` model.
package enum IdentifierForm {
    /// A string or an integer, which is the document ID.
    case text(String)
    /// No value: the `id` is `nil`.
    case null
    /// A value that cannot be a document ID, such as a date. The string describes it, with its
    /// article.
    case unusable(String)
}

/// An encoder that accepts one scalar and captures its text.
///
/// A raw-value enumeration, a tagged type or another wrapper has the form of its wrapped value.
package struct IdentifierEncoder: Encoder {
    private let session = Session()

    private final class Session {
        var form = IdentifierForm.unusable("a type that encodes nothing")
        /// The number of values that have delegated their encoding to another value.
        var depth = 0
    }

    package var codingPath: [any CodingKey] { [] }
    package var userInfo: [CodingUserInfoKey: Any] { [:] }

    private init() {}

    /// Determines the form of an identifier.
    ///
    /// - Parameter identifier: The value of a model's `id`.
    /// - Returns: The form.
    /// - Throws: An error that the type's `encode(to:)` throws.
    package static func form<ID>(of identifier: ID) throws -> IdentifierForm {
        // The common types need no encoder.
        if let text = identifier as? String { return .text(text) }
        if let integer = identifier as? Int { return .text(String(integer)) }
        if let uuid = identifier as? UUID { return .text(uuid.uuidString) }
        guard let identifier = identifier as? any Encodable else {
            return .unusable("of type \(ID.self), which is not Codable")
        }
        let encoder = IdentifierEncoder()
        try encoder.record(identifier)
        return encoder.session.form
    }

    package func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        session.form = .unusable("encoded as an object")
        return KeyCapturingEncoder.discarding.container(keyedBy: type)
    }

    package func unkeyedContainer() -> any UnkeyedEncodingContainer {
        session.form = .unusable("encoded as an array")
        return KeyCapturingEncoder.discarding.unkeyedContainer()
    }

    package func singleValueContainer() -> any SingleValueEncodingContainer { self }

    private func record<T: Encodable>(_ value: T) throws {
        if let form = Self.scalarForm(of: value) {
            session.form = form
            return
        }
        guard session.depth < CodingLimits.depth else {
            session.form = .unusable("a value that contains itself")
            return
        }
        session.depth += 1
        defer { session.depth -= 1 }
        try value.encode(to: self)
    }

    /// Returns the form of a type that documents store as a single value, or `nil` for any other
    /// type.
    private static func scalarForm<T: Encodable>(of value: T) -> IdentifierForm? {
        switch value {
        case let text as String: .text(text)
        case let integer as any FixedWidthInteger: .text("\(integer)")
        case let uuid as UUID: .text(uuid.uuidString)
        case let url as URL: .text(url.absoluteString)
        case let id as DocumentID: id.wrappedValue.map { .text($0) } ?? .null
        case is Bool: .unusable("a Boolean")
        case is any BinaryFloatingPoint, is Decimal: .unusable("a floating-point number")
        case is Date: .unusable("a date")
        case is Data: .unusable("binary data")
        case is Blob: .unusable("a blob")
        default: nil
        }
    }
}

extension IdentifierEncoder: SingleValueEncodingContainer {
    package func encodeNil() { session.form = .null }

    package func encode<T: Encodable>(_ value: T) throws { try record(value) }
}
