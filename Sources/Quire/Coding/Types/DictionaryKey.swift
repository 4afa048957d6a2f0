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
    static func of(_ type: Key.Type) -> DictionaryKeyForm? {
        if type == String.self {
            return DictionaryKeyForm(
                text: { same($0, as: String.self) }, key: { same($0, as: Key.self) },
                isInteger: false)
        }
        if type == UUID.self {
            return DictionaryKeyForm(
                text: { same($0, as: UUID.self).uuidString },
                key: { UUID(uuidString: $0).map { same($0, as: Key.self) } }, isInteger: false)
        }
        if let integer = type as? any FixedWidthInteger.Type { return of(integer: integer) }
        if let representable = type as? any CodingKeyRepresentable.Type {
            return of(representable: representable)
        }
        return (type as? any RawRepresentable.Type).flatMap { of(raw: $0) }
    }

    private static func of<Integer: FixedWidthInteger>(
        integer type: Integer.Type
    ) -> DictionaryKeyForm {
        DictionaryKeyForm(
            text: { same($0, as: Integer.self).description },
            key: { text in
                // Only the text that the integer has: "+1" and "01" would be second keys for 1.
                Integer(text).flatMap { $0.description == text ? same($0, as: Key.self) : nil }
            }, isInteger: true)
    }

    private static func of<Representable: CodingKeyRepresentable>(
        representable type: Representable.Type
    ) -> DictionaryKeyForm {
        DictionaryKeyForm(
            text: { same($0, as: Representable.self).codingKey.stringValue },
            key: { text in
                let key = DictionaryKey(text, isInteger: true)
                return Representable(codingKey: key).map { same($0, as: Key.self) }
            }, isInteger: false)
    }

    private static func of<Raw: RawRepresentable>(raw type: Raw.Type) -> DictionaryKeyForm? {
        guard let form = DictionaryKeyForm<Raw.RawValue>.ofRawValues() else { return nil }
        return DictionaryKeyForm(
            text: { form.text(same($0, as: Raw.self).rawValue) },
            key: { text in
                form.key(text).flatMap(Raw.init(rawValue:)).map { same($0, as: Key.self) }
            }, isInteger: form.isInteger)
    }

    private static func ofRawValues() -> DictionaryKeyForm? {
        if Key.self == String.self || Key.self is any FixedWidthInteger.Type { return of(Key.self) }
        return nil
    }
}
