import Fleece
import SQLPlusPlus

/// The type names that the documents of a model may have.
struct DocumentTypes: Sendable {
    let names: [String]
    /// Whether the model also includes documents with all other type names.
    let includesOthers: Bool
    /// Whether the model is a family, whose values determine their type names.
    private(set) var isFamily = false
    /// The Swift types for the type names of a family.
    private var swiftTypes: [String: ObjectIdentifier] = [:]

    init(names: [String], includesOthers: Bool) {
        self.names = names
        self.includesOthers = includesOthers
    }

    /// Returns the type names of a model's documents.
    static func of<Model: DocumentModel>(_ model: Model.Type) -> DocumentTypes {
        func types<Family: DocumentFamily>(_ family: Family.Type) -> DocumentTypes {
            let types = FamilyTypes<Family>.all
            var result = DocumentTypes(
                names: types.names, includesOthers: types.unknown != nil)
            result.isFamily = true
            for name in types.names {
                result.swiftTypes[name] = types[name].map { ObjectIdentifier($0.type) }
            }
            return result
        }
        guard let family = model as? any DocumentFamily.Type else {
            return DocumentTypes(names: [Model.documentType], includesOthers: false)
        }
        return types(family)
    }

    /// Returns whether a document with the given type discriminator belongs to the model.
    func contains(_ type: FleeceValue?) -> Bool {
        guard let name = type?.string else { return false }
        return includesOthers || isKnown(name)
    }

    /// Returns whether a type name is declared.
    func isKnown(_ name: String) -> Bool {
        names.count == 1 ? names[0] == name : names.contains(name)
    }

    /// Returns whether documents with two type names are models of the same Swift type.
    func areOneType(_ name: String, _ other: String) -> Bool {
        guard let type = swiftTypes[name], let otherType = swiftTypes[other] else {
            return name == other
        }
        return type == otherType
    }

    /// Returns the condition that a document belongs to the model.
    func condition(_ key: String) -> QueryTerm {
        let type = QueryTerm.property(PropertyPath([.key(key)]), of: nil)
        if includesOthers {
            return .operation(.is, [.call("ISSTRING", [type]), .literal(.boolean(true))])
        }
        if names.count == 1 { return .operation(.equal, [type, .literal(.string(names[0]))]) }
        return .membership(
            type, in: .array(names.map { .literal(.string($0)) }), isNegated: false)
    }
}
