import Foundation

/// A key of a Swift dictionary in a coding path.
package struct DictionaryKey: CodingKey {
    package let stringValue: String
    package let intValue: Int?

    init(_ text: String, isInteger: Bool) {
        stringValue = text
        intValue = isInteger ? Int(text) : nil
    }

    package init(stringValue: String) {
        self.init(stringValue, isInteger: false)
    }

    package init(intValue: Int) {
        stringValue = String(intValue)
        self.intValue = intValue
    }
}

/// A conversion between the keys of a Swift dictionary and the keys of a stored object.
///
/// A dictionary is stored as an object if its keys are one of the following:
///
/// - strings, integers or UUIDs,
/// - enumerations and other types with string or integer raw values,
/// - types that conform to `CodingKeyRepresentable`.
///
/// Dictionaries with other keys are stored like in the standard library, as an array of alternating
/// keys and values.
package struct DictionaryKeyForm<Key> {
    package let text: (Key) -> String
    let key: (String) -> Key?
    /// Whether the keys are integers in coding paths.
    let isInteger: Bool

    /// Whether a key is stored as the same string as a value of its type, if the type's conformance to
    /// `Codable` is the one that Swift provides.
    package var isValueForm: Bool {
        guard !isInteger else { return false }
        if Key.self == String.self || Key.self == UUID.self { return true }
        return (Key.self as? any RawRepresentable.Type).map { Self.hasText($0) } ?? false
    }

    private static func hasText<Raw: RawRepresentable>(_ type: Raw.Type) -> Bool {
        Raw.RawValue.self == String.self
    }

    /// Whether a dictionary with these keys can also be read from an array of alternating keys and
    /// values.
    ///
    /// The standard library writes such an array unless the keys are `CodingKeyRepresentable`.
    var isReadInTurn: Bool { !(Key.self is any CodingKeyRepresentable.Type) }

    /// Returns the conversion for a type of keys, or `nil` if they cannot be keys of an object.
    package static func of(_ type: Key.Type) -> DictionaryKeyForm? { form(of: type) as? Self }

    private static func form(of type: Any.Type) -> Any? {
        if type == String.self {
            return DictionaryKeyForm<String>(text: { $0 }, key: { $0 }, isInteger: false)
        }
        if type == UUID.self {
            return DictionaryKeyForm<UUID>(
                text: \.uuidString, key: { UUID(uuidString: $0) }, isInteger: false)
        }
        if let integer = type as? any FixedWidthInteger.Type { return form(ofInteger: integer) }
        if let representable = type as? any CodingKeyRepresentable.Type {
            return form(ofRepresentable: representable)
        }
        return (type as? any RawRepresentable.Type).flatMap { form(ofRaw: $0) }
    }

    private static func form<Integer: FixedWidthInteger>(ofInteger type: Integer.Type) -> Any {
        DictionaryKeyForm<Integer>(
            text: \.description,
            key: { text in
                // Only the integer's own description is accepted. Otherwise "+1", "01" and "1"
                // would be the same key.
                Integer(text).flatMap { $0.description == text ? $0 : nil }
            }, isInteger: true)
    }

    private static func form<Representable: CodingKeyRepresentable>(
        ofRepresentable type: Representable.Type
    ) -> Any {
        DictionaryKeyForm<Representable>(
            text: \.codingKey.stringValue,
            key: { Representable(codingKey: DictionaryKey($0, isInteger: true)) },
            isInteger: false)
    }

    private static func form<Raw: RawRepresentable>(ofRaw type: Raw.Type) -> Any? {
        guard Raw.RawValue.self == String.self || Raw.RawValue.self is any FixedWidthInteger.Type,
            let form = DictionaryKeyForm<Raw.RawValue>.of(Raw.RawValue.self)
        else { return nil }
        return DictionaryKeyForm<Raw>(
            text: { form.text($0.rawValue) },
            key: { form.key($0).flatMap(Raw.init(rawValue:)) }, isInteger: form.isInteger)
    }
}
