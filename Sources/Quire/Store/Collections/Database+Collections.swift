// Which collections there are is read from the file at each call.

extension Database {
    /// The name of the scope that the default collection is in.
    public static let defaultScopeName = Scope.defaultScopeName

    /// The name of the collection that every database has.
    public static let defaultCollectionName = DocumentCollection.defaultCollectionName

    // MARK: Scopes

    /// Returns the scope that every database has.
    ///
    /// - Returns: The scope; a new object at each call.
    /// - Throws: ``QuireError`` with code `notOpen` if the database is closed.
    public func defaultScope() throws -> Scope {
        guard isOpen else { throw notOpen }
        return Scope(database: self, name: Self.defaultScopeName)
    }

    /// Returns the scopes that have collections.
    ///
    /// It reads the last commit, or inside of a transaction what the transaction sees.
    ///
    /// - Returns: The scopes by name, the default scope first.
    /// - Throws: ``QuireError`` with code `notOpen` if the database is closed.
    /// - Complexity: O(*n*) in the number of collections.
    public func scopes() throws -> [Scope] {
        let names = Set(try collectionNames().map(\.scope)).subtracting([Self.defaultScopeName])
        return ([Self.defaultScopeName] + names.sorted()).map { Scope(database: self, name: $0) }
    }

    /// Returns a scope.
    ///
    /// - Parameter name: The scope's name.
    /// - Returns: The scope, or `nil` if no collection is in it and it is not the default one.
    /// - Throws: ``QuireError`` with code `invalidParameter` if it cannot be a scope's name,
    ///   `notOpen` if the database is closed.
    /// - Complexity: O(*n*) in the number of collections.
    public func scope(name: String) throws -> Scope? {
        try CollectionName.checkScope(name)
        return try scopes().first { $0.name == name }
    }

    // MARK: Collections

    /// Returns the collection that every database has.
    ///
    /// - Returns: The collection; a new object at each call.
    /// - Throws: ``QuireError`` with code `notOpen` if the database is closed.
    public func defaultCollection() throws -> DocumentCollection {
        guard isOpen else { throw notOpen }
        return DocumentCollection(database: self, name: .default)
    }

    /// The default collection, also if the database is closed.
    package var defaultCollectionWhetherOpen: DocumentCollection {
        DocumentCollection(database: self, name: .default)
    }

    /// Returns the collections of a scope.
    ///
    /// It reads the last commit, or inside of a transaction what the transaction sees.
    ///
    /// - Parameter scope: The scope's name, or `nil` for the default scope.
    /// - Returns: The collections by name, the default collection first; none if there is no such
    ///   scope.
    /// - Throws: ``QuireError`` with code `invalidParameter` if it cannot be a scope's name,
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

    /// Creates a collection, and its scope with it, unless it is there.
    ///
    /// It runs in the current transaction, or in one of its own.
    ///
    /// - Parameters:
    ///   - name: The collection's name: 1 to 251 of the characters `A-Z`, `a-z`, `0-9`, `_`, `%`
    ///     and `-`, the first one neither `_` nor `%`. Capital letters matter. The default
    ///     collection's name gives that one.
    ///   - scope: The scope's name, by the same rules, or `nil` for the default scope.
    /// - Returns: The collection.
    /// - Throws: ``QuireError`` with code `invalidParameter` if a name breaks the rules, or if
    ///   tables of another collection have the names that this one's need; `notOpen` if the database
    ///   is closed, `busy` or `ioError`.
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
                try collection.keyStore.create(on: transaction.connection.sqlite)
                transaction.forgetState(of: collection.keyStore)
            }
        }
        return collection
    }

    /// Returns a collection.
    ///
    /// It reads the last commit, or inside of a transaction what the transaction sees.
    ///
    /// - Parameters:
    ///   - name: The collection's name.
    ///   - scope: The scope's name, or `nil` for the default scope.
    /// - Returns: The collection, or `nil` if it is not there.
    /// - Throws: ``QuireError`` with code `invalidParameter` if a name breaks the rules of
    ///   ``createCollection(name:scope:)``, `notOpen` if the database is closed.
    /// - Complexity: O(*n*) in the number of collections.
    public func collection(
        name: String, scope: String? = Database.defaultScopeName
    ) throws -> DocumentCollection? {
        try collection(CollectionName(name, scope: scope))
    }

    /// Deletes a collection with its documents and indexes, and its scope if that is left empty.
    ///
    /// It runs in the current transaction, or in one of its own. One that is not there is no error.
    /// The documents leave no tombstones.
    ///
    /// - Parameters:
    ///   - name: The collection's name.
    ///   - scope: The scope's name, or `nil` for the default scope.
    /// - Throws: ``QuireError`` with code `invalidParameter` if it is the default collection or a
    ///   name breaks the rules of ``createCollection(name:scope:)``, `notWriteable` if an index
    ///   in the file is not known here, `notOpen` if the database is closed, `busy` or
    ///   `ioError`.
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
        guard let keyStore = try collection(name)?.keyStore else { return }
        try write { transaction in
            try transaction.nested {
                try keyStore.drop(on: transaction.connection.sqlite)
                transaction.forgetState(of: keyStore)
            }
        }
    }

    /// Returns the collection of a name that keeps the rules, or `nil` if it is not there.
    ///
    /// - Throws: ``QuireError`` with code `notOpen`.
    func collection(_ name: CollectionName) throws -> DocumentCollection? {
        if name == .default { return try defaultCollection() }
        // Names that are only asked for take up no number.
        return try read { try KeyStore.exists(name, on: $0.sqlite) }
            ? DocumentCollection(database: self, name: name) : nil
    }

    private func collectionNames() throws -> [CollectionName] {
        try read { try KeyStore.collections(on: $0.sqlite) }
    }
}
