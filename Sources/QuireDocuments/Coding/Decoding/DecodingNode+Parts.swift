package import Fleece
import QuirePlatform

// Decoding for types of this module that don't read a stored value by its keys.

extension DecodingNode {
    /// Decodes the declared default of a missing key.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - key: The key that the document lacks.
    ///   - keys: The table of the key's type.
    /// - Returns: The default.
    /// - Throws: `DecodingError` if the type being decoded declares no default for the key.
    func fallback<T: Decodable, Key: CodingKey>(
        _ type: T.Type, forKey key: Key, of keys: UnsafeReference<DecodingKeys>
    ) throws -> T {
        guard let owner, let value = DeclaredDefaults.value(for: key.stringValue, of: owner) else {
            throw missing(key, keys)
        }
        // The defaults are encoded with their coding keys.
        let decoder = DocumentDecoder(
            userInfo: session.withObject { $0.options.userInfo }, keys: .asIs)
        return try decoder.decode(type, from: value)
    }

    /// Decodes the node's value as another type, which replaces the type that requests it.
    ///
    /// - Parameter type: The type that replaces the requested one.
    /// - Returns: The value.
    /// - Throws: `DecodingError` if there are too many enclosing values. Errors thrown by the
    ///   type's `init(from:)` are rethrown.
    package func decodeInPlace<T: Decodable>(as type: T.Type) throws -> T {
        guard CodingLimits.allows(calls: calls) else { throw tooDeep() }
        let outer = owner
        owner = type
        calls += 1
        defer {
            calls -= 1
            owner = outer
        }
        return try type.init(from: self)
    }

    /// The stored value of any type, or `nil` if there is no value.
    package var stored: FleeceValue? {
        location.map { location in
            FleeceValue(session.withObject { $0.storage }, location)
        }
    }
}
