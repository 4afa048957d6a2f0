// Every call reads the list of collections from the file.

extension Database {
    /// The name of the default collection's scope.
    public static let defaultScopeName = Scope.defaultScopeName

    /// The name of the default collection, which exists in every database.
    public static let defaultCollectionName = DocumentCollection.defaultCollectionName

    // MARK: Scopes

    /// Returns the default scope, which exists in every database.
    ///
    /// - Returns: A new scope object.
    /// - Throws: ``QuireError`` with code `notOpen` if the database is closed.
    public func defaultScope() throws -> Scope {
        guard isOpen else { throw notOpen }
        return Scope(database: self, name: Self.defaultScopeName)
    }

    /// Returns all scopes that contain collections.
    ///
    /// Inside a transaction, the method reads the changes of that transaction; otherwise, it reads
    /// the last committed state.
    ///
    /// - Returns: The scopes, sorted by name, with the default scope first.
    /// - Throws: ``QuireError`` with code `notOpen` if the database is closed.
    /// - Complexity: O(*n*) in the number of collections.
    public func scopes() throws -> [Scope] {
        let names = Set(try collectionNames().map(\.scope)).subtracting([Self.defaultScopeName])
        return ([Self.defaultScopeName] + names.sorted()).map { Scope(database: self, name: $0) }
    }

    /// Returns the scope with the given name.
    ///
    /// - Parameter name: The scope's name.
    /// - Returns: The scope, or `nil` if it contains no collection and is not the default scope.
    /// - Throws: ``QuireError`` with code `invalidParameter` if `name` is not a valid scope name,
    ///   `notOpen` if the database is closed.
    /// - Complexity: O(*n*) in the number of collections.
    public func scope(name: String) throws -> Scope? {
        try CollectionName.checkScope(name)
        return try scopes().first { $0.name == name }
    }

    // MARK: Collections

    /// Returns the default collection, which exists in every database.
    ///
    /// ```swift
    /// let hotels = try database.defaultCollection().repository(of: Hotel.self)
    /// ```
    ///
    /// - Returns: A new collection object.
    /// - Throws: ``QuireError`` with code `notOpen` if the database is closed.
    public func defaultCollection() throws -> DocumentCollection {
        guard isOpen else { throw notOpen }
        return DocumentCollection(database: self, name: .default)
    }

    /// The default collection, even if the database is closed.
    package var uncheckedDefaultCollection: DocumentCollection {
        DocumentCollection(database: self, name: .default)
    }

    /// Returns the collections of a scope.
    ///
    /// Inside a transaction, the method reads the changes of that transaction; otherwise, it reads
    /// the last committed state.
    ///
    /// ```swift
    /// for collection in try database.collections(scope: "travel") {
    ///     print(collection.name, collection.count)
    /// }
    /// ```
    ///
    /// - Parameter scope: The scope's name, or `nil` for the default scope.
    /// - Returns: The collections, sorted by name, with the default collection first. The array is
    ///   empty if the scope doesn't exist.
    /// - Throws: ``QuireError`` with code `invalidParameter` if `scope` is not a valid scope name,
    ///   `notOpen` if the database is closed.
    /// - Complexity: O(*n*) in the number of collections.
    public func collections(
        scope: String? = Database.defaultScopeName
    ) throws -> [DocumentCollection] {
        let scope = scope ?? Self.defaultScopeName
        try CollectionName.checkScope(scope)
        return try collectionNames().filter { $0.scope == scope }
            .map { DocumentCollection(database: self, name: $0) }
    }

    /// Creates a collection, or returns the existing one.
    ///
    /// If the scope doesn't exist, the method creates it too.
    ///
    /// The method runs in the current transaction, or in a new one.
    ///
    /// ```swift
    /// let hotels = try database.createCollection(name: "hotels")
    /// ```
    ///
    /// - Parameters:
    ///   - name: The collection's name. It has 1 to 251 of the characters `A-Z`, `a-z`, `0-9`, `_`,
    ///     `%` and `-`, and doesn't begin with `_` or `%`. Names are case-sensitive. The name of
    ///     the default collection is also valid and returns that collection.
    ///   - scope: The scope's name, which follows the same rules, or `nil` for the default scope.
    /// - Returns: The collection.
    /// - Throws: ``QuireError`` with code `invalidParameter` if a name is not valid, or if the
    ///   tables of another collection already use the table names of this one; `notOpen` if the
    ///   database is closed, `busy` or `ioError`.
    /// - Complexity: O(*n*) in the number of collections.
    @discardableResult
    public func createCollection(
        name: String, scope: String? = Database.defaultScopeName
    ) throws -> DocumentCollection {
        let name = try CollectionName(name, scope: scope)
        if let collection = try collection(name) { return collection }
        let collection = DocumentCollection(database: self, name: name)
        try write { transaction in
            try transaction.nested {
                try collection.tables.create(on: transaction.connection.sqlite)
                transaction.discardState(of: collection.tables)
            }
        }
        return collection
    }

    /// Returns the collection with the given name.
    ///
    /// Inside a transaction, the method reads the changes of that transaction; otherwise, it reads
    /// the last committed state.
    ///
    /// ```swift
    /// if let hotels = try database.collection(name: "hotels", scope: "travel") {
    ///     print(hotels.count)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - name: The collection's name.
    ///   - scope: The scope's name, or `nil` for the default scope.
    /// - Returns: The collection, or `nil` if it doesn't exist.
    /// - Throws: ``QuireError`` with code `invalidParameter` if a name violates the rules of
    ///   ``createCollection(name:scope:)``, `notOpen` if the database is closed.
    /// - Complexity: O(*n*) in the number of collections.
    public func collection(
        name: String, scope: String? = Database.defaultScopeName
    ) throws -> DocumentCollection? {
        try collection(CollectionName(name, scope: scope))
    }

    /// Deletes a collection with its documents and indexes.
    ///
    /// If the scope has no other collection, it is deleted too. If the collection doesn't exist,
    /// the method does nothing. The documents leave no tombstones.
    ///
    /// The method runs in the current transaction, or in a new one.
    ///
    /// ```swift
    /// try database.deleteCollection(name: "hotels", scope: "travel")
    /// ```
    ///
    /// - Parameters:
    ///   - name: The collection's name.
    ///   - scope: The scope's name, or `nil` for the default scope.
    /// - Throws: ``QuireError`` with code `invalidParameter` if the collection is the default
    ///   collection or a name violates the rules of ``createCollection(name:scope:)``,
    ///   `notWriteable` if the file contains an index that Quire doesn't recognize, `notOpen` if
    ///   the database is closed, `busy` or `ioError`.
    /// - Complexity: O(*n*) in the size of the collection.
    public func deleteCollection(
        name: String, scope: String? = Database.defaultScopeName
    ) throws {
        let name = try CollectionName(name, scope: scope)
        guard name != .default else {
            throw QuireError(
                .invalidParameter,
                "The default collection of database \(self.name) cannot be deleted.")
        }
        guard let tables = try collection(name)?.tables else { return }
        try write { transaction in
            try transaction.nested {
                try tables.drop(on: transaction.connection.sqlite)
                transaction.discardState(of: tables)
                tables.hasTriedSequenceIndexes = false
            }
        }
    }

    /// Returns the collection with a valid name, or `nil` if it doesn't exist.
    ///
    /// - Throws: ``QuireError`` with code `notOpen`.
    package func collection(_ name: CollectionName) throws -> DocumentCollection? {
        if name == .default { return try defaultCollection() }
        // A look-up alone doesn't allocate a key store number.
        return try read { try CollectionTables.exists(name, on: $0.sqlite) }
            ? DocumentCollection(database: self, name: name) : nil
    }

    private func collectionNames() throws -> [CollectionName] {
        try read { try CollectionTables.collections(on: $0.sqlite) }
    }
}
