/// Refuses whatever is asked of it, and counts.
///
/// A type that goes on asking can be made in several ways, such as an enumeration that tells its
/// cases apart by trying.
final class RefusingDecoder: Decoder {
    private var requestCount = 0

    /// How many requests a type makes one after the other if each is refused.
    ///
    /// - Parameter type: Any type.
    /// - Returns: The number; 0 or 1 for a type that can be made in one way only.
    static func requestCount<T: Decodable>(of type: T.Type) -> Int {
        let decoder = RefusingDecoder()
        _ = try? T(from: decoder)
        return min(decoder.requestCount, 12)
    }

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    private var refusal: DecodingError {
        requestCount += 1
        return .typeMismatch(
            Any.self, DecodingError.Context(codingPath: [], debugDescription: "something else"))
    }

    func container<Key: CodingKey>(
        keyedBy type: Key.Type
    ) throws -> KeyedDecodingContainer<Key> {
        throw refusal
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw refusal }

    func singleValueContainer() -> any SingleValueDecodingContainer { Single(decoder: self) }

    private struct Single: SingleValueDecodingContainer {
        let decoder: RefusingDecoder
        var codingPath: [any CodingKey] { [] }

        func decodeNil() -> Bool { false }

        func decode<T: Decodable>(_ type: T.Type) throws -> T { throw decoder.refusal }
    }
}
