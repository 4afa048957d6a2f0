extension DocumentFamily {
    /// Reads the type name and then the member.
    ///
    /// - Parameter decoder: Where it is read from.
    /// - Throws: `DecodingError` if there is no type name, or one that the family does not know and it
    ///   has no member for unknown types; or what the member's `init(from:)` throws.
    public init(from decoder: any Decoder) throws {
        let types = FamilyTypes<Self>.all
        if let decoder = decoder as? SamplingDecoder {
            let names = types.named.map(\.name)
            guard let name = decoder.source.choose(from: names, at: decoder.place),
                let member = types[name]
            else {
                throw SamplingError(
                    place: decoder.place, type: Self.self, reason: "it has no members")
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

    /// Writes the member, and beside it the type name.
    ///
    /// - Parameter encoder: Where it is written.
    /// - Throws: `EncodingError` if the member is of a type that the family has not declared, or has
    ///   another value under the type key; or what the member's `encode(to:)` throws.
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

    /// The key of the type attribute: at the top level of a document it is the repository's.
    fileprivate static func typeKey(
        _ info: [CodingUserInfoKey: Any], _ path: [any CodingKey]
    ) -> FamilyKey {
        let key = path.isEmpty ? CodingUserInfoKey.familyTypeKey.flatMap { info[$0] } : nil
        return FamilyKey(key as? String ?? typeKey)
    }
}

extension CodingUserInfoKey {
    /// Where a repository says what its type key is.
    static let familyTypeKey = CodingUserInfoKey(rawValue: "Quire.familyTypeKey")
}

/// The key of a type attribute; no other text is one.
struct FamilyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ key: String) { stringValue = key }

    init?(stringValue: String) { nil }

    init?(intValue: Int) { nil }
}
