public import Quire

/// A named set of documents in a database.
///
/// It wraps a collection of Quire, ``quire``. If the collection is deleted, its methods throw
/// errors with the code ``CBLError/notOpen``.
///
/// ```swift
/// let hotels = try database.createCollection(name: "hotels")
/// let hotel = MutableDocument(id: "hotel-1")
/// hotel.setString("Harbour House", forKey: "name")
/// try hotels.save(document: hotel)
/// print(hotels.fullName, hotels.count)  // _default.hotels 1
/// ```
public final class Collection: Sendable {
    /// The collection in Quire's API.
    public let quire: DocumentCollection

    /// The name of the default collection.
    public static let defaultCollectionName = DocumentCollection.defaultCollectionName

    init(_ quire: DocumentCollection) {
        self.quire = quire
    }

    /// The name of the collection.
    public var name: String { quire.name }

    /// The names of the scope and the collection, separated by a period.
    public var fullName: String { quire.fullName }

    /// The scope of the collection.
    public var scope: Scope { Scope(quire.scope) }

    /// The database.
    public var database: Database { .counterpart(of: quire.database) }

    /// The number of documents; 0 if the collection cannot be read.
    ///
    /// - Complexity: O(*n*) in the number of documents.
    public var count: UInt64 { quire.count }
}

extension Collection: Hashable {
    /// Returns whether two objects represent the same collection of the same database object.
    public static func == (left: Collection, right: Collection) -> Bool {
        left.quire == right.quire
    }

    /// Hashes the collection.
    public func hash(into hasher: inout Hasher) { hasher.combine(quire) }
}
