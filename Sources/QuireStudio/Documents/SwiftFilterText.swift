import Fleece
import Quire
import QuireInspection
import SQLPlusPlus

/// The Swift code of a table's conditions and order, for a program that uses repositories.
///
/// Example: `hotels.filter { $0.city == "Bergen" && $0.stars >= 4 }.sorted(by: \.name)`
struct SwiftFilterText {
    let request: PageRequest
    let typeKey: String

    /// The code.
    var text: String {
        var name = QualifiedCollectionName(request.collection).collection
        var filters = request.filters
        // The repository of a model has only documents of its type.
        if let index = filters.firstIndex(where: isType),
            case .value(.literal(.string(let type))) = filters[index].operand
        {
            filters.remove(at: index)
            name = type + "s"
        } else if name == Database.defaultCollectionName {
            name = "documents"
        }
        var text = Self.identifier(name)
        if !filters.isEmpty {
            text += ".filter { \(filters.map(Self.condition).joined(separator: " && ")) }"
        }
        if let order = request.order {
            let path = Self.keyPath(order)
            text += ".sorted(by: \\\(path)\(request.isDescending ? ", .descending" : ""))"
        }
        return text
    }

    private func isType(_ filter: DocumentFilter) -> Bool {
        filter.operator == .equal
            && filter.path.property == PropertyPath([.key(typeKey)])
    }

    private static func condition(_ filter: DocumentFilter) -> String {
        let property = filter.path.property.map { "$0" + keyPath($0) } ?? "$0.id"
        switch (filter.operator, filter.operand) {
        case (.isMissing, _), (.isNull, _): return "\(property) == nil"
        case (.isPresent, _): return "\(property) != nil"
        case (.contains, .text(let text)):
            return "\(property).lowercased().contains(\(SwiftName.literal(text.lowercased())))"
        case (.startsWith, .text(let text)):
            return "\(property).lowercased().hasPrefix(\(SwiftName.literal(text.lowercased())))"
        case (.like, .text(let text)): return "\(property).like(\(SwiftName.literal(text)))"
        case (.in, .list(let items)):
            return "[\(items.map(literal).joined(separator: ", "))].contains(\(property))"
        case (.equal, .value(let value)): return "\(property) == \(literal(value))"
        case (let name, .value(let value)): return "\(property) \(name.rawValue) \(literal(value))"
        default: return "false"
        }
    }

    private static func keyPath(_ path: PropertyPath) -> String {
        path.components.map { component in
            switch component {
            case .key(let key): "." + identifier(key)
            case .index(let index): "[\(index)]"
            }
        }.joined()
    }

    /// Returns the name that the generated model of the documents has for a key.
    private static func identifier(_ key: String) -> String {
        SwiftName.quoted(SwiftName.property(key))
    }

    private static func literal(_ term: QueryTerm) -> String {
        switch term {
        case .literal(.null): "nil"
        case .literal(.boolean(let value)): "\(value)"
        case .literal(.integer(let value)): "\(value)"
        case .literal(.double(let value)): "\(value)"
        case .literal(.string(let text)): SwiftName.literal(text)
        case .array(let items): "[\(items.map(literal).joined(separator: ", "))]"
        case .dictionary(let entries):
            "["
                + entries.map { "\(SwiftName.literal($0.key)): \(literal($0.value))" }
                .joined(separator: ", ") + "]"
        default: "nil"
        }
    }
}
