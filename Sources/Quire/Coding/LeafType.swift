import Foundation

/// The types that are stored in a form of their own instead of the one their `Codable` conformance
/// has.
enum LeafType {
    case date
    case data
    case url
    case uuid
    case decimal
    case identity

    /// The form that a type is stored in, or `nil` if the type codes itself.
    @inline(__always)
    static func of<T>(_ type: T.Type) -> LeafType? {
        if T.self == Date.self { return .date }
        if T.self == DocumentID.self { return .identity }
        if T.self == Data.self { return .data }
        if T.self == URL.self { return .url }
        if T.self == UUID.self { return .uuid }
        if T.self == Decimal.self { return .decimal }
        return nil
    }
}
