// Documents with these shapes:
//
//   {"type": "hotel", "name": "Grand", "room_rate": 121.5, "address": {"city": "Bergen"}, "code": 7}
//   {"type": "hotel", "name": "Kaia", "room_rate": 95, "address": {"city": "Oslo"}, "code": "x"}
//
// result in:
//
//   struct Hotel: DocumentModel {
//       @DocumentID var id: String?
//       var name: String
//       var roomRate: Double
//       var address: Address
//       // code is a string or an integer.
//
//       enum CodingKeys: String, CodingKey {
//           case id = "_id"
//           case name
//           case roomRate = "room_rate"
//           case address
//       }
//
//       struct Address: Codable {
//           var city: String
//       }
//   }

/// The Swift type whose values the documents of a survey can be decoded to.
///
/// A property whose values have no common Swift type is a comment. A repository keeps the values of
/// such properties.
package struct SwiftModel {
    private let name: String
    private let type: String?
    private let shape: Shape
    /// The key of the document type, which a repository writes.
    private let typeKey: String?

    /// Creates the model for documents of a type.
    ///
    /// - Parameters:
    ///   - type: The documents.
    ///   - survey: The survey that contains them.
    ///   - collection: The name of the collection, from which the name of the model of documents
    ///     without a type is derived.
    package init(
        _ type: SchemaSurvey.DocumentType, in survey: SchemaSurvey, collection: String
    ) {
        name = SwiftName.type(type.name ?? (collection == "_default" ? "Item" : collection))
        self.type = type.name
        shape = type.shape
        typeKey = type.name == nil ? nil : survey.typeKey
    }

    /// The declaration.
    package var text: String {
        let body = SwiftModelBody(shape, leavingOut: typeKey, hasID: true)
        return body.declaration(
            name, conformance: "DocumentModel", first: documentType, indentation: "")
    }

    /// The declaration of the name of the type in documents, unless it follows from the Swift type.
    private var documentType: String? {
        guard let type else { return nil }
        let isDerived =
            name.prefix(1).lowercased() + name.dropFirst() == type
            && name.dropFirst().first?.isUppercase != true
        return isDerived ? nil : "static let documentType = \(SwiftName.literal(type))"
    }
}

/// The members of a structure that is generated.
struct SwiftModelBody {
    private struct Property {
        let name: String
        let key: String
        let declaration: String
    }

    private var properties: [Property] = []
    private var comments: [String] = []
    private var nested: [(name: String, body: SwiftModelBody)] = []
    private var needsKeys = false
    private var typeNames: Set<String> = ["CodingKeys"]

    init(_ shape: Shape, leavingOut typeKey: String? = nil, hasID: Bool = false) {
        var names: Set<String> = []
        if hasID {
            let taken = shape.fields.contains { SwiftName.property($0.key) == "id" }
            let name = taken ? "documentID" : "id"
            names.insert(name)
            properties.append(
                Property(
                    name: name, key: "_id", declaration: "@DocumentID var \(name): String?"))
        }
        let all = shape.kinds[.object] ?? 0
        for (key, field) in shape.fields where key != typeKey && key != "_id" {
            guard let type = type(of: field, key: key) else {
                comments.append("// \(Self.line(key)) is \(Self.kinds(of: field)).")
                continue
            }
            var name = SwiftName.property(key)
            while !names.insert(name).inserted { name += "_" }
            if name != key { needsKeys = true }
            let isNull = field.kinds[.null] != nil
            let isOptional = isNull || field.count < all
            // Without the wrapper, nil is stored as a missing key.
            let wrapper = isNull && field.count == all ? "@ExplicitNull " : ""
            properties.append(
                Property(
                    name: name, key: key,
                    declaration: "\(wrapper)var \(SwiftName.quoted(name)): \(type)"
                        + (isOptional ? "?" : "")))
        }
    }

    /// Returns the Swift type of values, or `nil` if they have no common one.
    private mutating func type(of shape: Shape, key: String) -> String? {
        let kinds = Set(shape.presentKinds).subtracting([.null])
        switch kinds {
        case [.boolean]: return "Bool"
        case [.integer]: return "Int"
        case [.number], [.integer, .number]: return "Double"
        case [.string]:
            return switch shape.format {
            case .dateTime?: "Date"
            case .vector?: "Vector"
            case .data?: "Data"
            case .uuid?, .uri?, nil: "String"
            }
        case [.array]:
            guard let items = shape.items, items.count > 0,
                let item = type(of: items, key: SwiftName.singular(key))
            else { return nil }
            return "[\(item)\(items.kinds[.null] == nil ? "" : "?")]"
        case [.object]: return objectType(shape, key: key)
        default: return nil
        }
    }

    private mutating func objectType(_ shape: Shape, key: String) -> String? {
        if shape.isDictionary {
            guard let value = shape.fields.first?.shape, let item = type(of: value, key: key) else {
                return nil
            }
            return "[String: \(item)\(value.kinds[.null] == nil ? "" : "?")]"
        }
        if Self.isBlob(shape) { return "Blob" }
        guard !shape.fields.isEmpty else { return nil }
        var name = SwiftName.type(key)
        while !typeNames.insert(name).inserted { name += "_" }
        nested.append((name, SwiftModelBody(shape)))
        return name
    }

    private static func isBlob(_ shape: Shape) -> Bool {
        let fields = Dictionary(shape.fields) { first, _ in first }
        return fields["@type"]?.examples == ["\"blob\""] && fields["digest"] != nil
    }

    private static func kinds(of shape: Shape) -> String {
        let names = shape.presentKinds.map { kind in
            switch kind {
            case .object: "an object"
            case .array: shape.items?.count ?? 0 == 0 ? "an empty array" : "an array"
            case .integer: "an integer"
            case .null: "null"
            default: "a \(kind.rawValue)"
            }
        }
        return names.joined(separator: " or ")
    }

    /// Returns a key on one line.
    private static func line(_ key: String) -> String {
        String(key.map { $0.isNewline ? " " : $0 })
    }

    // MARK: Text

    func declaration(
        _ name: String, conformance: String, first: String? = nil, indentation: String
    ) -> String {
        let inner = indentation + "    "
        var parts = first.map { [inner + $0] } ?? []
        parts.append(
            (properties.map(\.declaration) + comments).map { inner + $0 }.joined(separator: "\n"))
        if needsKeys { parts.append(codingKeys(inner)) }
        for (name, body) in nested {
            parts.append(body.declaration(name, conformance: "Codable", indentation: inner))
        }
        let members = parts.filter { !$0.isEmpty }.joined(separator: "\n\n")
        return "\(indentation)struct \(SwiftName.quoted(name)): \(conformance) {\n"
            + (members.isEmpty ? "" : members + "\n") + "\(indentation)}"
    }

    private func codingKeys(_ indentation: String) -> String {
        let cases = properties.map { property in
            let name = SwiftName.quoted(property.name)
            return property.name == property.key
                ? "case \(name)" : "case \(name) = \(SwiftName.literal(property.key))"
        }
        return (["enum CodingKeys: String, CodingKey {"] + cases.map { "    " + $0 } + ["}"])
            .map { indentation + $0 }.joined(separator: "\n")
    }
}
