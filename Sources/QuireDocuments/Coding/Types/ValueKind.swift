import Foundation

/// The representation in which the coders store values of a type.
enum ValueKind {
    /// The representation that the type's conformance to `Codable` defines.
    case own
    /// A collection whose items the coders encode and decode directly.
    case collection

    // Scalars that Codable has methods for, as items of collections.
    case boolean
    case string
    case double
    case integer

    // Types whose stored representation differs from the one of their Codable conformance.
    case date
    case data
    case url
    case uuid
    case decimal
    case identity

    /// Returns the kind of a type that is not a collection.
    package static func of(_ type: Any.Type) -> ValueKind {
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
