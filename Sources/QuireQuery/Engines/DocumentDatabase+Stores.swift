// The stores of the default scope, in any engine.

extension DocumentDatabase {
    /// Returns a store of the default scope.
    ///
    /// The same call finds a collection of a database in a file, in memory, or on a server.
    ///
    /// ```swift
    /// if let notes = try database.store(named: "notes") {
    ///     print(try notes.repository(of: Note.self).count())
    /// }
    /// ```
    ///
    /// - Parameter name: The store's name.
    /// - Returns: The store, or `nil` if it does not exist.
    /// - Throws: ``QuireError`` with code `invalidParameter` if the name is invalid, `notOpen` if
    ///   the database is closed.
    public func store(named name: String) throws -> (any DocumentStore)? {
        try store(named: name, scope: nil)
    }

    /// Creates a store in the default scope, unless it exists.
    ///
    /// ```swift
    /// let archive = try database.createStore(named: "archive")
    /// print(archive.fullName)  // _default.archive
    /// ```
    ///
    /// - Parameter name: The store's name.
    /// - Returns: The store.
    /// - Throws: ``QuireError`` with code `invalidParameter` if the name is invalid, `notWriteable`
    ///   if the store does not exist and the database cannot be changed, `notOpen` if it is closed.
    @discardableResult
    public func createStore(named name: String) throws -> any DocumentStore {
        try createStore(named: name, scope: nil)
    }
}
