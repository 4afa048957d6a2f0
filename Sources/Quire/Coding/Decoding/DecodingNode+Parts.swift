import Fleece

// What types of this module read that make themselves of a stored value otherwise than by its keys.

extension DecodingNode {
    /// Reads the default of a key that is not there.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - key: The key.
    ///   - keys: The keys that it is one of.
    /// - Returns: The default.
    /// - Throws: `DecodingError` if the type that is decoded declares none.
    func fallback<T: Decodable, Key: CodingKey>(
        _ type: T.Type, _ key: Key, _ keys: UnsafeReference<DecodingKeys>
    ) throws -> T {
        guard let owner, let value = DeclaredDefaults.value(for: key.stringValue, of: owner) else {
            throw missing(key, keys)
        }
        var decoder = DocumentDecoder()
        decoder.userInfo = session.withObject { $0.options.userInfo }
        return try decoder.decode(type, from: value)
    }

    /// Decodes the value as another type, in the place of the one that has asked for it.
    ///
    /// - Parameter type: The type.
    /// - Returns: The value.
    /// - Throws: What the type's `init(from:)` throws.
    func decodeInPlace<T: Decodable>(as type: T.Type) throws -> T {
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

    /// The value as it is stored, whatever it is.
    var stored: FleeceValue? {
        place.map { place in
            FleeceValue(session.withObject { $0.storage }, place)
        }
    }
}
