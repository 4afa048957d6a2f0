public import SQLPlusPlus

/// A database in any engine: stores that share their transactions.
///
/// ``Database`` is the database of the embedded engine. A function that takes `some
/// DocumentDatabase` works with every engine:
///
/// ```swift
/// func importHotels(_ hotels: [Hotel], into database: some DocumentDatabase) throws {
///     let repository = try database.repository(of: Hotel.self)
///     try database.inBatch { try repository.save(hotels) }
/// }
/// ```
public protocol DocumentDatabase: AnyObject, Sendable {
    // MARK: Description

    /// The database's name.
    var name: String { get }

    /// The engine's name, for error messages.
    var engineName: String { get }

    /// The optional features that the engine supports for the database as a whole.
    var capabilities: Set<EngineCapability> { get }

    /// The threads for asynchronous calls.
    ///
    /// ``BlockingWork/width`` declares how many calls the database serves at the same time.
    /// Synchronous calls beyond that number can wait for each other. The default implementation is
    /// shared by all databases, with a thread for each processor core and at least four.
    var blockingWork: BlockingWork { get }

    /// The middleware that is registered with the database.
    ///
    /// An engine creates one object for each database, and removes its middleware when the database
    /// is closed. The default implementation returns `nil`, so ``use(_:for:)`` throws
    /// ``QuireError`` with code `unsupportedOperation`.
    var registeredMiddleware: RegisteredMiddleware? { get }

    // MARK: Stores

    /// Returns the store that every database contains.
    ///
    /// - Returns: The store.
    /// - Throws: ``QuireError`` with code `notOpen` if the database is closed.
    func defaultStore() throws -> any DocumentStore

    /// Returns a store.
    ///
    /// - Parameters:
    ///   - name: The store's name within its scope.
    ///   - scope: The name of the scope, or `nil` for the default scope.
    /// - Returns: The store, or `nil` if it does not exist.
    /// - Throws: ``QuireError`` with code `invalidParameter` if a name is invalid, `notOpen` if the
    ///   database is closed.
    func store(named name: String, scope: String?) throws -> (any DocumentStore)?

    /// Creates a store, unless it exists.
    ///
    /// - Parameters:
    ///   - name: The store's name within its scope.
    ///   - scope: The name of the scope, or `nil` for the default scope.
    /// - Returns: The store.
    /// - Throws: ``QuireError`` with code `invalidParameter` if a name is invalid, `notOpen` if the
    ///   database is closed.
    func createStore(named name: String, scope: String?) throws -> any DocumentStore

    /// Returns all stores, beginning with the default store.
    ///
    /// The other stores of the default scope follow, and then those of the other scopes, sorted by
    /// their names. This method requires the capability ``EngineCapability/storeLists``. The default
    /// implementation throws an error.
    ///
    /// ```swift
    /// for store in try database.stores() { print(store.fullName) }
    /// ```
    ///
    /// - Returns: The stores.
    /// - Throws: ``QuireError`` with code `notOpen` if the database is closed.
    func stores() throws -> [any DocumentStore]

    // MARK: Queries

    /// Reads the rows of a statement on the store that its source names.
    ///
    /// The default implementation calls ``DocumentStore/rows(of:)`` of that store. `_`, `_default`
    /// and the name of the database refer to the default store.
    ///
    /// - Parameter statement: A statement with columns.
    /// - Returns: The rows.
    /// - Throws: ``QuireError`` with code `invalidQuery` if the statement is invalid or the store
    ///   does not exist, `unsupportedOperation` if the engine cannot compute it.
    func rows(of statement: SelectStatement) throws -> ResultSet

    // MARK: Transactions

    /// Runs a closure as one transaction of all stores of the database.
    ///
    /// - **Thread.** The closure runs on the calling thread. A transaction belongs to its thread:
    ///   all calls on this thread are part of the transaction, including calls through other
    ///   repositories and stores of the database. Calls on other threads are not part of it. They
    ///   see the last committed state, or wait.
    /// - **Nesting.** A transaction within a transaction is a savepoint: if its closure throws,
    ///   only its own changes are rolled back; if it returns, its changes are committed or rolled
    ///   back with the outer transaction.
    /// - **Retries.** If a commit fails because of a concurrent transaction (a serialization
    ///   failure or a deadlock), an engine can roll back and run the closure of the outermost
    ///   transaction again. The embedded engine runs it once. A closure that is used with all
    ///   engines must not have effects outside the database that cannot be repeated.
    /// - **Visibility.** Reads of the thread in the closure see the changes of the transaction.
    ///   Other threads see all of them after the commit. Change notifications are sent after the
    ///   commit, once for each store.
    ///
    /// ```swift
    /// try database.inBatch {
    ///     try hotels.save(Hotel(name: "Harbour House"))
    ///     try hotels.delete(id: "hotel-42")
    /// }
    /// ```
    ///
    /// - Parameter body: A closure that reads and writes stores of the database.
    /// - Returns: The value that the closure returns.
    /// - Throws: An error that the closure throws, unchanged, after the rollback; ``QuireError`` if
    ///   the transaction cannot begin or commit.
    @discardableResult
    func inBatch<R>(using body: () throws -> R) throws -> R

    /// Runs a closure as one transaction, on a thread of the database.
    ///
    /// The calling task is suspended. The closure cannot suspend. If the task is canceled before
    /// the closure begins, the closure does not run. The closure reads the task-local values of the
    /// caller, and `Task.isCancelled` is that of the caller. The default implementation calls the
    /// synchronous form on a thread of ``blockingWork``.
    ///
    /// ```swift
    /// let count = try await database.inBatch {
    ///     try hotels.save(Hotel(name: "Seaside"))
    ///     return try hotels.count()
    /// }
    /// ```
    ///
    /// - Parameter body: A closure that reads and writes stores of the database.
    /// - Returns: The value that the closure returns.
    /// - Throws: The same errors as the synchronous method, or `CancellationError`.
    @discardableResult
    func inBatch<R: Sendable>(using body: @escaping @Sendable () throws -> R) async throws -> R

    /// Runs a closure in the transaction of the thread, or in a new transaction.
    ///
    /// Unlike `inBatch`, this method need not create a savepoint: if the closure throws within a
    /// transaction, its changes may stay part of that transaction. The default implementation calls
    /// `inBatch`, which is always correct. An engine implements this method if savepoints are
    /// expensive.
    ///
    /// - Parameter body: A closure that reads and writes stores of the database.
    /// - Returns: The value that the closure returns.
    /// - Throws: The same errors as `inBatch(using:)`.
    func inTransaction<R>(_ body: () throws -> R) throws -> R

    /// Calls a closure once, when the transaction of the thread has ended.
    ///
    /// If the transaction is nested and rolled back, the closure is called after that rollback.
    /// Otherwise it is called after the outermost transaction has been committed or rolled back,
    /// when the thread holds no lock of the database. Closures are called on the thread of the
    /// transaction, in the order in which they were added.
    ///
    /// This method requires the capability ``EngineCapability/transactionObservation``.
    ///
    /// ```swift
    /// try database.inBatch {
    ///     try hotels.delete(id: "hotel-2")
    ///     try database.afterTransaction { isCommitted in
    ///         if isCommitted { print("The hotel was deleted.") }
    ///     }
    /// }
    /// ```
    ///
    /// - Parameter body: A closure that receives whether the transaction was committed.
    /// - Throws: ``QuireError`` with code `notInTransaction` if the thread is not in a transaction.
    func afterTransaction(_ body: @escaping @Sendable (_ isCommitted: Bool) -> Void) throws

    /// Runs a closure whose reads see one committed state of the database.
    ///
    /// - **Thread.** The closure runs on the calling thread, and the snapshot belongs to it: calls
    ///   on this thread, including those through other repositories and stores of the database,
    ///   read the state. Other threads can commit while the closure runs.
    /// - **Nesting.** A snapshot within a snapshot reads the same state. A snapshot within a
    ///   transaction reads the state of the transaction.
    /// - **Writes** within the closure throw ``QuireError`` with code `notWriteable`, even in a
    ///   transaction that the closure begins. Closing the database throws an error with code
    ///   `busy`, or `transactionNotClosed` within a transaction.
    ///
    /// This method requires the capability ``EngineCapability/snapshots``.
    ///
    /// ```swift
    /// let (all, cheap) = try database.snapshot {
    ///     (try hotels.count(), try hotels.filter { $0.roomRate < 100 }.count())
    /// }
    /// ```
    ///
    /// - Parameter body: A closure that reads stores of the database.
    /// - Returns: The value that the closure returns.
    /// - Throws: An error that the closure throws, or ``QuireError``.
    func snapshot<R>(_ body: () throws -> R) throws -> R

    // MARK: Closing

    /// Closes the database.
    ///
    /// After the database is closed, all calls throw ``QuireError`` with code `notOpen`. Closing a
    /// closed database has no effect.
    ///
    /// - Throws: ``QuireError`` with code `transactionNotClosed` within a transaction, `busy` if
    ///   the database is in use. The database stays open in this case.
    func close() throws
}

extension DocumentDatabase {
    /// An empty set, for an engine without optional features.
    public var capabilities: Set<EngineCapability> { [] }

    /// The threads that all databases share.
    public var blockingWork: BlockingWork { .reading }

    /// No middleware, for an engine that does not support registered middleware.
    public var registeredMiddleware: RegisteredMiddleware? { nil }

    /// Throws an error, because the engine does not list its stores.
    ///
    /// - Returns: Never.
    /// - Throws: ``QuireError`` with code `unsupportedOperation` that names the engine.
    public func stores() throws -> [any DocumentStore] {
        throw EngineCapability.storeLists.missing(in: engineName, "database \(name)")
    }

    /// Reads the rows of a statement by calling the store that its source names.
    ///
    /// - Parameter statement: A statement with columns.
    /// - Returns: The rows.
    /// - Throws: ``QuireError`` with code `invalidQuery` if the store does not exist, or an error of
    ///   ``DocumentStore/rows(of:)``.
    public func rows(of statement: SelectStatement) throws -> ResultSet {
        let source = statement.source
        let isOwn = source.scope == nil && source.collection == CollectionSource.own.collection
        return try store(namedIn: source)
            .rows(of: isOwn ? statement : statement.namingDefaultStore())
    }

    /// Returns the store that a source of a statement names.
    ///
    /// - Throws: ``QuireError`` with code `invalidQuery` if the store does not exist.
    package func store(namedIn source: CollectionSource) throws -> any DocumentStore {
        if source.scope == nil, source.collection == "_" { return try defaultStore() }
        // An invalid name is treated like the name of a missing store.
        do {
            if let store = try store(named: source.collection, scope: source.scope) { return store }
        } catch let error as QuireError where error.code == .invalidParameter {}
        if source.scope ?? "_default" == "_default", source.collection == "_default" {
            return try defaultStore()
        }
        if source.scope == nil, source.collection == name { return try defaultStore() }
        let scope = source.scope.map { $0 + "." } ?? ""
        throw missingCollection(scope + source.collection)
    }

    /// Returns the error for a query about a collection that does not exist.
    package func missingCollection(_ collection: String) -> QuireError {
        QuireError(
            .invalidQuery,
            """
            Database \(name) has no collection \(collection). The default collection is _, and the \
            documents of a model have its name as type, as in: FROM _ WHERE type = 'hotel'.
            """)
    }

    /// Runs a closure as one transaction, on a thread of ``blockingWork``.
    ///
    /// - Parameter body: A closure that reads and writes stores of the database.
    /// - Returns: The value that the closure returns.
    /// - Throws: The same errors as the synchronous method, or `CancellationError`.
    @discardableResult
    public func inBatch<R: Sendable>(
        using body: @escaping @Sendable () throws -> R
    ) async throws -> R {
        try await blockingWork.run { try self.inBatch(using: body) }
    }

    /// Runs a closure as one transaction, or as a nested transaction, by calling `inBatch(using:)`.
    ///
    /// - Parameter body: A closure that reads and writes stores of the database.
    /// - Returns: The value that the closure returns.
    /// - Throws: The same errors as `inBatch(using:)`.
    public func inTransaction<R>(_ body: () throws -> R) throws -> R {
        try inBatch(using: body)
    }

    /// Throws an error, because the engine does not support calls after transactions.
    ///
    /// - Parameter body: A closure that receives whether the transaction was committed.
    /// - Throws: ``QuireError`` with code `unsupportedOperation` that names the engine.
    public func afterTransaction(
        _ body: @escaping @Sendable (_ isCommitted: Bool) -> Void
    ) throws {
        throw EngineCapability.transactionObservation.missing(in: engineName, "database \(name)")
    }

    /// Throws an error, because the engine does not support snapshots.
    ///
    /// - Parameter body: A closure that reads stores of the database.
    /// - Returns: Never.
    /// - Throws: ``QuireError`` with code `unsupportedOperation` that names the engine.
    public func snapshot<R>(_ body: () throws -> R) throws -> R {
        throw EngineCapability.snapshots.missing(in: engineName, "database \(name)")
    }

    /// Runs a closure whose reads see one committed state, on a thread of ``blockingWork``.
    ///
    /// The calling task is suspended. If it is canceled before the closure begins, the closure does
    /// not run.
    ///
    /// ```swift
    /// let (newest, count) = try await database.snapshot {
    ///     (try hotels.sorted(by: \.name).first(), try hotels.count())
    /// }
    /// ```
    ///
    /// - Parameter body: A closure that reads stores of the database.
    /// - Returns: The value that the closure returns.
    /// - Throws: The same errors as the synchronous method, or `CancellationError`.
    public func snapshot<R: Sendable>(
        _ body: @escaping @Sendable () throws -> R
    ) async throws -> R {
        try await blockingWork.run { try self.snapshot(body) }
    }

    /// Throws an error if the engine lacks a capability.
    ///
    /// - Parameter capability: The capability that the caller is about to use.
    /// - Throws: ``QuireError`` with code `unsupportedOperation` that names the engine.
    public func requireCapability(_ capability: EngineCapability) throws {
        guard capabilities.contains(capability) else {
            throw capability.missing(in: engineName, "database \(name)")
        }
    }

    /// Throws an error if a store cannot have a name.
    ///
    /// The rules are those of Couchbase Lite, so that documents of every engine can be copied to a
    /// database in a file: 1 to 251 characters A-Z, a-z, 0-9, `_`, `%` and `-`, of which the first
    /// is neither `_` nor `%`.
    ///
    /// ```swift
    /// try database.checkStoreName("hotels", scope: nil)
    /// ```
    ///
    /// - Parameters:
    ///   - name: The store's name within its scope.
    ///   - scope: The name of the scope, or `nil` for the default scope.
    /// - Throws: ``QuireError`` with code `invalidParameter`, with a message that contains the name
    ///   and the violated rule.
    public func checkStoreName(_ name: String, scope: String?) throws {
        try CollectionNameRules.check(name, scope: scope ?? CollectionNameRules.defaultName)
    }
}
