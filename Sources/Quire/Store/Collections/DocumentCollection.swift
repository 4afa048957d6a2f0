/// A named set of documents within a database.
///
/// Any number of these objects can stand for one collection; two of one database are equal. An
/// object keeps its database alive, but not open.
public final class DocumentCollection: Sendable {
    /// The name of the collection that every database has.
    public static let defaultCollectionName = "_default"

    /// The name of the scope that the default collection is in.
    public static let defaultScopeName = "_default"

    /// The database.
    public let database: Database

    /// The collection's name, without its scope's.
    public let name: String

    /// The name of the scope that the collection is in.
    public let scopeName: String

    /// The names of scope and collection with a period between.
    public var fullName: String { "\(scopeName).\(name)" }

    let keyStore: KeyStore

    init(database: Database, scopeName: String, name: String, keyStore: KeyStore) {
        self.database = database
        self.scopeName = scopeName
        self.name = name
        self.keyStore = keyStore
    }

    /// The number of documents; 0 if the database is closed or cannot be read.
    ///
    /// Inside of a transaction it includes what the transaction did.
    ///
    /// - Complexity: O(*n*) in the number of documents.
    public var count: UInt64 {
        (try? countDocuments()) ?? 0
    }

    /// Says where an error is, to stand in a sentence.
    var place: String { "collection \(fullName) of database \(database.name)" }
}

extension DocumentCollection: Hashable {
    /// Compares two collections.
    public static func == (left: DocumentCollection, right: DocumentCollection) -> Bool {
        left.database === right.database && left.keyStore.name == right.keyStore.name
    }

    /// Feeds the collection's identity to a hasher.
    ///
    /// - Parameter hasher: The hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(database))
        hasher.combine(keyStore.name)
    }
}
