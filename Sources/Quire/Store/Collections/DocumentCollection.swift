/// A named set of documents within a database.
///
/// Any number of these objects can stand for one collection; two of one database are equal. An
/// object keeps its database alive, but not open.
///
/// Once the collection is deleted, by whichever program, or its creation undone, everything that
/// reads or writes throws ``QuireError`` with code `notOpen`. An object goes by the name: it serves
/// a collection that is created anew under it.
public final class DocumentCollection: Sendable {
    /// The name of the collection that every database has.
    public static let defaultCollectionName = CollectionName.defaultText

    /// The database.
    public let database: Database

    /// The collection's name, without its scope's.
    public var name: String { identity.collection }

    /// The scope that the collection is in.
    public var scope: Scope { Scope(database: database, name: identity.scope) }

    /// The names of scope and collection with a period between.
    public var fullName: String {
        "\(identity.scope).\(identity.collection)"
    }

    let keyStore: KeyStore
    let identity: CollectionName

    init(database: Database, name: CollectionName) {
        self.database = database
        identity = name
        keyStore = database.keyStores.keyStore(of: name)
    }

    /// The number of documents; 0 if the collection is deleted, or the database is closed or cannot
    /// be read.
    ///
    /// Inside of a transaction it includes what the transaction did.
    ///
    /// - Complexity: O(*n*) in the number of documents.
    public var count: UInt64 {
        (try? countDocuments()) ?? 0
    }

    /// Whether deleted documents may lie among the live ones.
    var mayHaveDeletedAmongLive: Bool {
        identity == .default && database.mayHaveDeletedAmongLive
    }

    /// Says where an error is, to stand in a sentence.
    var place: String { "collection \(fullName) of database \(database.name)" }
}

extension DocumentCollection: Hashable {
    /// Compares two collections.
    public static func == (left: DocumentCollection, right: DocumentCollection) -> Bool {
        left.database === right.database && left.keyStore === right.keyStore
    }

    /// Feeds the collection's identity to a hasher.
    ///
    /// - Parameter hasher: The hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(database))
        hasher.combine(keyStore.number)
    }
}
