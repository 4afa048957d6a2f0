import Fleece

/// The `Decoder` that a type's `init(from:)` gets.
struct ValueDecoder: Decoder {
    let place: DecodingPlace

    var codingPath: [any CodingKey] { place.keys }

    var userInfo: [CodingUserInfoKey: Any] { place.session.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard let dictionary = place.value?.dictionary else {
            throw place.mismatch([String: Any].self)
        }
        return KeyedDecodingContainer(
            DictionaryDecodingContainer<Key>(dictionary: dictionary, place: place))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard let array = place.value?.array else { throw place.mismatch([Any].self) }
        return ArrayDecodingContainer(array: array, place: place)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        ValueDecodingContainer(place: place)
    }
}
