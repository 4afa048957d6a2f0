extension Database {
    // MARK: Scopes

    /// Returns the default scope.
    ///
    /// - Returns: The scope.
    /// - Throws: `NSError` with code ``CBLError/notOpen`` if the database is closed.
    public func defaultScope() throws -> Scope {
        Scope(try convertingErrors { try quire.defaultScope() })
    }

    /// Returns the scopes that contain collections, and the default scope.
    ///
    /// - Returns: The scopes.
    /// - Throws: `NSError` with code ``CBLError/notOpen`` if the database is closed.
    public func scopes() throws -> [Scope] {
        try convertingErrors { try quire.scopes() }.map(Scope.init)
    }

    /// Returns a scope.
    ///
    /// - Parameter name: The name of the scope.
    /// - Returns: The scope, or `nil` if it contains no collection.
    /// - Throws: `NSError` with code ``CBLError/invalidParameter`` if the name is invalid,
    ///   ``CBLError/notOpen`` if the database is closed.
    public func scope(name: String) throws -> Scope? {
        try convertingErrors { try quire.scope(name: name) }.map(Scope.init)
    }

    // MARK: Collections

    /// Returns the default collection.
    ///
    /// - Returns: The collection.
    /// - Throws: `NSError` with code ``CBLError/notOpen`` if the database is closed.
    public func defaultCollection() throws -> Collection {
        Collection(try convertingErrors { try quire.defaultCollection() })
    }

    /// Returns the collections of a scope.
    ///
    /// - Parameter scope: The name of the scope.
    /// - Returns: The collections.
    /// - Throws: `NSError` with code ``CBLError/invalidParameter`` if the name is invalid,
    ///   ``CBLError/notOpen`` if the database is closed.
    public func collections(scope: String? = defaultScopeName) throws -> [Collection] {
        try convertingErrors { try quire.collections(scope: scope) }.map(Collection.init)
    }

    /// Creates a collection, unless it exists.
    ///
    /// ```swift
    /// let archive = try database.createCollection(name: "archive", scope: "travel")
    /// ```
    ///
    /// - Parameters:
    ///   - name: The name of the collection.
    ///   - scope: The name of the scope.
    /// - Returns: The collection.
    /// - Throws: `NSError` with code ``CBLError/invalidParameter`` if a name is invalid,
    ///   ``CBLError/notOpen`` if the database is closed.
    @discardableResult
    public func createCollection(
        name: String, scope: String? = defaultScopeName
    ) throws -> Collection {
        Collection(try convertingErrors { try quire.createCollection(name: name, scope: scope) })
    }

    /// Returns a collection.
    ///
    /// - Parameters:
    ///   - name: The name of the collection.
    ///   - scope: The name of the scope.
    /// - Returns: The collection, or `nil` if it does not exist.
    /// - Throws: `NSError` with code ``CBLError/invalidParameter`` if a name is invalid,
    ///   ``CBLError/notOpen`` if the database is closed.
    public func collection(
        name: String, scope: String? = defaultScopeName
    ) throws -> Collection? {
        try convertingErrors { try quire.collection(name: name, scope: scope) }
            .map(Collection.init)
    }

    /// Deletes a collection and its documents.
    ///
    /// If it does not exist, nothing happens.
    ///
    /// - Parameters:
    ///   - name: The name of the collection.
    ///   - scope: The name of the scope.
    /// - Throws: `NSError` with code ``CBLError/invalidParameter`` if it is the default collection
    ///   or a name is invalid, ``CBLError/notOpen`` if the database is closed.
    public func deleteCollection(name: String, scope: String? = defaultScopeName) throws {
        try convertingErrors { try quire.deleteCollection(name: name, scope: scope) }
    }
}
