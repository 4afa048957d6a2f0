import Fleece

/// The attribute that tells of which type a document is.
struct Discriminator: Hashable, Sendable {
    /// The key of the attribute, `type` by default.
    var key: String
    /// The type's name, which is the attribute's value.
    var typeName: String
    /// The attribute that tells in which form the document is, if it has one.
    var version: Version?

    /// A form of a model's documents.
    struct Version: Hashable, Sendable {
        /// The key of the attribute.
        var key: String
        /// The number of the form.
        var number: Int
    }
}

extension EncodingNode {
    /// Adds the type attribute to the model's own pairs, or makes sure that a model that encodes the
    /// attribute by itself agrees with it.
    func add(_ discriminator: Discriminator, to value: some Encodable) throws {
        try addType(discriminator, to: value)
        guard let version = discriminator.version else { return }
        let key = write { $0.encodeKey(version.key) }
        notePositions()
        guard positions?[identity(of: key)] == nil else {
            throw invalid(
                version.number,
                """
                the attribute "\(version.key)" says in which form the document is: give the property \
                another key, or the migrations another version key
                """, below: PathStep(PositionKey(stringValue: version.key)))
        }
        try append(key, write { $0.encode(Int64(version.number)) })
    }

    private func addType(_ discriminator: Discriminator, to value: some Encodable) throws {
        if content != .dictionary { becomeDictionary() }
        guard content == .dictionary else {
            throw invalid(value, "the top level of a document must be a dictionary")
        }
        let key = write { $0.encodeKey(discriminator.key) }
        guard let item = item(forKey: identity(of: key)) else {
            return try append(key, write { $0.encode(discriminator.typeName) })
        }
        let slot = children.last { $0.item == item }?.node.finish() ?? items[item]
        let text = session.withObject {
            $0.writer.withObject { $0.text(of: slot) }
        }
        guard text != discriminator.typeName else { return }
        let found = text.map { "\"\($0.prefix(64))\"" } ?? "something that is no string"
        throw invalid(
            text ?? found,
            """
            the attribute "\(discriminator.key)" says of which type a document is: it must be \
            "\(discriminator.typeName)", not \(found). Give the property another key, or the \
            repository another type key
            """, below: PathStep(PositionKey(stringValue: discriminator.key)))
    }
}
