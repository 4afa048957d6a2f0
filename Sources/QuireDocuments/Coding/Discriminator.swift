import Fleece
import QuirePlatform

/// The type discriminator of a document: a property that contains the name of the document's type.
package struct Discriminator: Hashable, Sendable {
    /// The key of the property, `type` by default.
    var key: String
    /// The name of the type, which is the value of the property.
    var typeName: String
    /// The property with the document's schema version, or `nil` if the model has no versions.
    var version: Version?

    package init(key: String, typeName: String, version: Version? = nil) {
        self.key = key
        self.typeName = typeName
        self.version = version
    }

    /// The schema version of a model's documents.
    package struct Version: Hashable, Sendable {
        /// The key of the property.
        package var key: String
        /// The version number, which is the value of the property.
        package var number: Int

        package init(key: String, number: Int) {
            self.key = key
            self.number = number
        }
    }
}

extension EncodingNode {
    /// Adds the type discriminator and the schema version to the model's own pairs.
    ///
    /// A model can encode a property with the key of the discriminator if its value is the type
    /// name.
    package func add(_ discriminator: Discriminator, to value: some Encodable) throws {
        try addType(discriminator, to: value)
        guard let version = discriminator.version else { return }
        let key = write { $0.encodeKey(version.key) }
        notePositions()
        guard positions?[identity(of: key)] == nil else {
            throw invalid(
                version.number,
                """
                the key "\(version.key)" is reserved for the schema version; give the property \
                another key, or the migrations another version key
                """, below: PathStep(PositionKey(stringValue: version.key)))
        }
        try append(key, write { $0.encode(Int64(version.number)) })
    }

    private func addType(_ discriminator: Discriminator, to value: some Encodable) throws {
        if content != .dictionary { becomeDictionary() }
        guard content == .dictionary else {
            throw invalid(value, "the top level of a document must be encoded as a dictionary")
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
        let found = text.map { "\"\($0.prefix(64))\"" } ?? "a value that is not a string"
        throw invalid(
            text ?? found,
            """
            the key "\(discriminator.key)" is reserved for the type discriminator: expected \
            "\(discriminator.typeName)", found \(found); give the property another key, or the \
            repository another type key
            """, below: PathStep(PositionKey(stringValue: discriminator.key)))
    }
}
