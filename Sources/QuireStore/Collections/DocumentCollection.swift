/// A named set of documents within a database.
///
/// Several objects can represent the same collection. Two objects are equal if they have the same
/// database object and name. A collection retains its database object, but doesn't keep the
/// database open.
///
/// If the collection is deleted, or its creation is rolled back, all reads and writes throw
/// ``QuireError`` with code `notOpen`. An object refers to its collection by name. If a collection
/// with the name is created again, the object refers to the new collection.
///
/// The methods with names of Couchbase Lite are synchronous. Their asynchronous forms have other
/// names, such as ``load(id:)`` and ``store(document:)``; see <doc:TransactionsAndConcurrency>.
///
/// ```swift
/// let hotels = try database.createCollection(name: "hotels", scope: "travel")
/// try hotels.save(document: MutableDocument(id: "hotel-42", data: ["name": "Grand"]))
/// print(hotels.fullName, hotels.count)  // travel.hotels 1
/// ```
public final class DocumentCollection: Sendable {
    /// The name of the default collection, which exists in every database.
    public static let defaultCollectionName = CollectionName.defaultText

    /// The database that contains the collection.
    public let database: Database

    /// The collection's name, without the name of its scope.
    public var name: String { identity.collection }

    /// The scope that contains the collection.
    public var scope: Scope { Scope(database: database, name: identity.scope) }

    /// The collection's full name: the scope name and the collection name, separated by a period.
    public var fullName: String {
        "\(identity.scope).\(identity.collection)"
    }

    package let tables: CollectionTables
    package let identity: CollectionName

    package init(database: Database, name: CollectionName) {
        self.database = database
        identity = name
        tables = database.allTables.tables(of: name)
    }

    /// The number of documents in the collection.
    ///
    /// The count is 0 if the collection is deleted, or if the database is closed or cannot be read.
    ///
    /// Inside a transaction, the count includes the changes of the transaction.
    ///
    /// - Complexity: O(*n*) in the number of documents.
    public var count: UInt64 {
        (try? countDocuments()) ?? 0
    }

    /// Whether the table of live documents may contain deleted documents.
    package var mayHaveDeletedAmongLive: Bool {
        identity == .default && database.mayHaveDeletedAmongLive
    }

    /// A description of the collection for error messages.
    package var location: String { "collection \(fullName) of database \(database.name)" }
}

extension DocumentCollection: Hashable {
    /// Returns whether two objects represent the same collection.
    public static func == (left: DocumentCollection, right: DocumentCollection) -> Bool {
        left.database === right.database && left.tables === right.tables
    }

    /// Hashes the collection's identity.
    ///
    /// - Parameter hasher: The hasher to use.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(database))
        hasher.combine(tables.number)
    }
}
