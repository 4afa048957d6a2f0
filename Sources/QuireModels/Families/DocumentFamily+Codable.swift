extension DocumentFamily {
    /// Decodes the type name, and then the member of this type.
    ///
    /// - Parameter decoder: The decoder of the member's object, which contains the type name.
    /// - Throws: `DecodingError` if the type name is missing, or if the family does not declare it
    ///   and has no member for unknown types; or an error that the member's `init(from:)` throws.
    public init(from decoder: any Decoder) throws {
        let types = FamilyTypes<Self>.all
        if let decoder = decoder as? SamplingDecoder {
            let sampled = SampledTypes(
                names: types.named.map(\.name), aliases: types.ownNamesByAlias,
                key: Self.typeKey(decoder.userInfo, decoder.codingPath).stringValue)
            guard let name = decoder.source.choose(from: sampled, at: decoder.location),
                let member = types[name]
            else {
                throw SamplingError(
                    location: decoder.location, type: Self.self, reason: "the family has no members"
                )
            }
            self = try member.decode(decoder, name)
            return
        }
        let key = Self.typeKey(decoder.userInfo, decoder.codingPath)
        let container = try decoder.container(keyedBy: FamilyKey.self)
        let name = try container.decode(String.self, forKey: key)
        guard let member = types[name] else {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: container,
                debugDescription: "\(Self.self) has no type \"\(name.prefix(64))\"")
        }
        self = try member.decode(decoder, name)
    }

    /// Encodes the member together with its type name.
    ///
    /// - Parameter encoder: The encoder that receives the keys of the member and the type name.
    /// - Throws: `EncodingError` if the family does not declare the member's type, or if the member
    ///   encodes another value under the type key; or an error that the member's `encode(to:)`
    ///   throws.
    public func encode(to encoder: any Encoder) throws {
        let member = member
        guard let name = FamilyTypes<Self>.all.name(of: self) else {
            throw EncodingError.invalidValue(
                member,
                EncodingError.Context(
                    codingPath: encoder.codingPath,
                    debugDescription: "\(Self.self) has no member of type \(type(of: member))"))
        }
        let key = Self.typeKey(encoder.userInfo, encoder.codingPath)
        if let node = encoder as? EncodingNode {
            try member.encode(to: encoder)
            return try node.add(
                Discriminator(key: key.stringValue, typeName: name), to: member)
        }
        var container = encoder.container(keyedBy: FamilyKey.self)
        try container.encode(name, forKey: key)
        try member.encode(to: encoder)
    }

    /// Returns the key of the type discriminator.
    ///
    /// At the top level of a document, it is the key of the repository.
    fileprivate static func typeKey(
        _ info: [CodingUserInfoKey: Any], _ path: [any CodingKey]
    ) -> FamilyKey {
        let key = path.isEmpty ? CodingUserInfoKey.familyTypeKey.flatMap { info[$0] } : nil
        return FamilyKey(key as? String ?? typeKey)
    }
}

extension CodingUserInfoKey {
    /// The user info key under which a repository provides its type key.
    static let familyTypeKey = CodingUserInfoKey(rawValue: "Quire.familyTypeKey")
}

/// A coding key with any string, such as that of a type discriminator.
struct FamilyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ key: String) { stringValue = key }

    init?(stringValue: String) { nil }

    init?(intValue: Int) { nil }
}
