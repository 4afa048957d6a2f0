import Foundation

/// The key of a pair of a Swift dictionary, in coding paths.
struct DictionaryKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(_ text: String, isInteger: Bool) {
        stringValue = text
        intValue = isInteger ? Int(text) : nil
    }

    init(stringValue: String) {
        self.init(stringValue, isInteger: false)
    }

    init(intValue: Int) {
        stringValue = String(intValue)
        self.intValue = intValue
    }
}

/// How the keys of a Swift dictionary become keys of a document.
///
/// Strings, integers, UUIDs, enums and other types with such raw values, and those that say by
/// `CodingKeyRepresentable` what keys they are, become keys of an object. Of other types the
/// standard library's array is made: a key, its value, the next key…
struct DictionaryKeyForm<Key> {
    let text: (Key) -> String
    let key: (String) -> Key?
    /// Whether coding paths show the keys as integers.
    let isInteger: Bool

    /// Whether a dictionary with these keys can also be read from an array of keys and values in turn,
    /// the form that the standard library writes unless keys are `CodingKeyRepresentable`.
    var isReadInTurn: Bool { !(Key.self is any CodingKeyRepresentable.Type) }

    /// The form of a type's keys, or `nil` if they cannot be keys of an object.
    static func of(_ type: Key.Type) -> DictionaryKeyForm? { form(of: type) as? Self }

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
                // Only the text that the integer has: "+1" and "01" would be second keys for 1.
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
