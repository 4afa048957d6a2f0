import Fleece
import SQLPlusPlus

/// The type names that the documents of a model may have.
struct DocumentTypes: Sendable {
    let names: [String]
    /// Whether documents of other types are the model's too, as those of a family that takes them all.
    let includesOthers: Bool
    /// Whether the model is a family, which says of its type itself.
    private(set) var isFamily = false
    /// The Swift types that the names of a family stand for.
    private var swiftTypes: [String: ObjectIdentifier] = [:]

    init(names: [String], includesOthers: Bool) {
        self.names = names
        self.includesOthers = includesOthers
    }

    /// The type names of a model's documents.
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

    /// Whether a document with a type attribute is the model's.
    func contains(_ type: FleeceValue?) -> Bool {
        guard let name = type?.string else { return false }
        return includesOthers || isKnown(name)
    }

    /// Whether a type name is one of those that are listed.
    func isKnown(_ name: String) -> Bool {
        names.count == 1 ? names[0] == name : names.contains(name)
    }

    /// Whether documents of two type names are models of one Swift type.
    func areOneType(_ name: String, _ other: String) -> Bool {
        guard let type = swiftTypes[name], let otherType = swiftTypes[other] else {
            return name == other
        }
        return type == otherType
    }

    /// The condition that a document is the model's.
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
