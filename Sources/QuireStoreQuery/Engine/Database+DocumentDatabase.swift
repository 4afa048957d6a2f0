public import SQLPlusPlus

extension Database: DocumentDatabase {
    /// The name of the embedded engine.
    public var engineName: String { "SQLite" }

    /// The optional features of the embedded engine.
    public var capabilities: Set<EngineCapability> {
        [
            .changesSince, .indexes, .uniqueIndexes, .fullText, .nearestIndexes, .blobs,
            .expiration, .explanations,
            .snapshots, .registeredMiddleware, .transactionObservation, .joins, .storeLists,
        ]
    }

    /// Returns the store of the default collection.
    ///
    /// - Returns: The store.
    /// - Throws: ``QuireError`` with code `notOpen` if the database is closed.
    public func defaultStore() throws -> any DocumentStore { try defaultCollection().storage }

    /// Returns the store of a collection.
    ///
    /// - Parameters:
    ///   - name: The collection's name.
    ///   - scope: The name of the scope, or `nil` for the default scope.
    /// - Returns: The store, or `nil` if the collection does not exist.
    /// - Throws: The errors of ``collection(name:scope:)``.
    public func store(named name: String, scope: String?) throws -> (any DocumentStore)? {
        try collection(name: name, scope: scope)?.storage
    }

    /// Creates a collection if it doesn't exist, and returns its store.
    ///
    /// - Parameters:
    ///   - name: The collection's name.
    ///   - scope: The name of the scope, or `nil` for the default scope.
    /// - Returns: The store.
    /// - Throws: The errors of ``createCollection(name:scope:)``.
    public func createStore(named name: String, scope: String?) throws -> any DocumentStore {
        try createCollection(name: name, scope: scope).storage
    }

    /// Returns the stores of all collections, beginning with the default collection.
    ///
    /// - Returns: The stores.
    /// - Throws: The errors of ``scopes()``.
    public func stores() throws -> [any DocumentStore] {
        try scopes().flatMap { try $0.collections() }.map(\.storage)
    }

    /// Reads the rows of a statement, which can join several collections.
    ///
    /// - Parameter statement: A statement with columns.
    /// - Returns: The rows.
    /// - Throws: The errors of ``createQuery(_:)`` and ``Query/execute()``.
    public func rows(of statement: SelectStatement) throws -> ResultSet {
        try Query(statement, database: self).execute()
    }

    /// Runs a closure in the current transaction of the thread, or in a new one.
    ///
    /// In the current transaction, the changes of the closure are not rolled back separately if it
    /// throws.
    ///
    /// - Parameter body: A closure that reads and writes.
    /// - Returns: The return value of the closure.
    /// - Throws: The errors of `inBatch(using:)`.
    public func inTransaction<R>(_ body: () throws -> R) throws -> R {
        try write { _ in try body() }
    }

    /// Calls a closure once, when the transaction of the thread has ended.
    ///
    /// - Parameter body: A closure that receives whether the transaction was committed.
    /// - Throws: ``QuireError`` with code `notInTransaction` if the thread is not in a transaction
    ///   of this object.
    public func afterTransaction(
        _ body: @escaping @Sendable (_ isCommitted: Bool) -> Void
    ) throws {
        guard let transaction = writerAccess.runningTransaction else {
            throw QuireError(
                .notInTransaction,
                "afterTransaction(_:) of database \(name) was called outside a transaction. Call "
                    + "it inside inBatch")
        }
        transaction.add(completion: body)
    }
}
