import Foundation

/// How values of a type are stored.
enum ValueKind {
    /// By the type's own conformance to `Codable`.
    case own
    /// As a collection whose items the coder goes through by itself.
    case collection

    // The scalars that Codable has calls for, as items of collections.
    case boolean
    case string
    case double
    case integer

    // The types whose stored form is another than the one that their conformance has.
    case date
    case data
    case url
    case uuid
    case decimal
    case identity

    /// The kind of a type that is no collection.
    static func of(_ type: Any.Type) -> ValueKind {
        kinds[ObjectIdentifier(type)] ?? .own
    }

    private static let kinds: [ObjectIdentifier: ValueKind] = [
        ObjectIdentifier(Bool.self): .boolean,
        ObjectIdentifier(String.self): .string,
        ObjectIdentifier(Double.self): .double,
        ObjectIdentifier(Int.self): .integer,
        ObjectIdentifier(Date.self): .date,
        ObjectIdentifier(Data.self): .data,
        ObjectIdentifier(URL.self): .url,
        ObjectIdentifier(UUID.self): .uuid,
        ObjectIdentifier(Decimal.self): .decimal,
        ObjectIdentifier(DocumentID.self): .identity,
    ]
}
