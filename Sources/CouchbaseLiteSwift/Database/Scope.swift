public import Quire

/// A named group of collections.
///
/// ```swift
/// let scope = try database.defaultScope()
/// for collection in try scope.collections() { print(collection.name) }
/// ```
public final class Scope: Sendable {
    /// The scope in Quire's API.
    public let quire: Quire.Scope

    /// The name of the default scope.
    public static let defaultScopeName = Quire.Scope.defaultScopeName

    init(_ quire: Quire.Scope) {
        self.quire = quire
    }

    /// The name of the scope.
    public var name: String { quire.name }

    /// The database.
    public var database: Database { .counterpart(of: quire.database) }

    /// Returns the collections of the scope.
    ///
    /// - Returns: The collections.
    /// - Throws: `NSError` with code ``CBLError/notOpen`` if the database is closed.
    public func collections() throws -> [Collection] {
        try convertingErrors { try quire.collections() }.map(Collection.init)
    }

    /// Returns a collection of the scope.
    ///
    /// - Parameter name: The name of the collection.
    /// - Returns: The collection, or `nil` if it does not exist.
    /// - Throws: `NSError` with code ``CBLError/invalidParameter`` if the name is invalid,
    ///   ``CBLError/notOpen`` if the database is closed.
    public func collection(name: String) throws -> Collection? {
        try convertingErrors { try quire.collection(name: name) }.map(Collection.init)
    }
}

extension Scope: Hashable {
    /// Returns whether two objects represent the same scope of the same database object.
    public static func == (left: Scope, right: Scope) -> Bool { left.quire == right.quire }

    /// Hashes the scope.
    public func hash(into hasher: inout Hasher) { hasher.combine(quire) }
}
