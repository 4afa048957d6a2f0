/// A named group of collections.
///
/// A scope exists as long as it contains a collection. The default scope always exists. A scope
/// object retains its database object, but doesn't keep the database open. It refers to the scope
/// by name; if the scope no longer exists, it has no collections.
///
/// ```swift
/// if let travel = try database.scope(name: "travel") {
///     print(try travel.collections().map(\.name))  // ["hotels"]
/// }
/// ```
public final class Scope: Sendable {
    /// The name of the default collection's scope.
    public static let defaultScopeName = CollectionName.defaultText

    /// The database that contains the scope.
    public let database: Database

    /// The scope's name.
    public let name: String

    package init(database: Database, name: String) {
        self.database = database
        self.name = name
    }

    /// Returns the scope's collections.
    ///
    /// Inside a transaction, the method reads the changes of that transaction; otherwise, it reads
    /// the last committed state.
    ///
    /// - Returns: The collections, sorted by name, with the default collection first.
    /// - Throws: ``QuireError`` with code `notOpen` if the database is closed.
    /// - Complexity: O(*n*) in the number of the database's collections.
    public func collections() throws -> [DocumentCollection] {
        try database.collections(scope: name)
    }

    /// Returns the collection with the given name.
    ///
    /// - Parameter name: The collection's name.
    /// - Returns: The collection, or `nil` if the scope doesn't contain it.
    /// - Throws: ``QuireError`` with code `invalidParameter` if `name` is not a valid collection
    ///   name, `notOpen` if the database is closed.
    /// - Complexity: O(*n*) in the number of the database's collections.
    public func collection(name: String) throws -> DocumentCollection? {
        try database.collection(name: name, scope: self.name)
    }
}

extension Scope: Hashable {
    /// Returns whether two objects represent the same scope.
    public static func == (left: Scope, right: Scope) -> Bool {
        left.database === right.database && left.name == right.name
    }

    /// Hashes the scope's identity.
    ///
    /// - Parameter hasher: The hasher to use.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(database))
        hasher.combine(name)
    }
}
