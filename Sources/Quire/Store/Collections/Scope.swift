/// A named group of collections.
///
/// A scope is there as long as it has a collection; the default scope always is. An object keeps
/// its database alive, but not open, and goes by the name: of a scope that is gone it gives no
/// collections.
public final class Scope: Sendable {
    /// The name of the scope that the default collection is in.
    public static let defaultScopeName = CollectionName.defaultText

    /// The database.
    public let database: Database

    /// The scope's name.
    public let name: String

    init(database: Database, name: String) {
        self.database = database
        self.name = name
    }

    /// Returns the scope's collections.
    ///
    /// It reads the last commit, or inside of a transaction what the transaction sees.
    ///
    /// - Returns: The collections by name, the default collection first.
    /// - Throws: ``QuireError`` with code `notOpen` if the database is closed.
    /// - Complexity: O(*n*) in the number of the database's collections.
    public func collections() throws -> [DocumentCollection] {
        try database.collections(scope: name)
    }

    /// Returns a collection of the scope.
    ///
    /// - Parameter name: The collection's name.
    /// - Returns: The collection, or `nil` if the scope has none of that name.
    /// - Throws: ``QuireError`` with code `invalidParameter` if it cannot be a collection's name,
    ///   `notOpen` if the database is closed.
    /// - Complexity: O(*n*) in the number of the database's collections.
    public func collection(name: String) throws -> DocumentCollection? {
        try database.collection(name: name, scope: self.name)
    }
}

extension Scope: Hashable {
    /// Compares two scopes.
    public static func == (left: Scope, right: Scope) -> Bool {
        left.database === right.database && left.name == right.name
    }

    /// Feeds the scope's identity to a hasher.
    ///
    /// - Parameter hasher: The hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(database))
        hasher.combine(name)
    }
}
