#if PostgreSQL
    import Foundation
    import QuirePlatform
    public import QuireModels

    /// A database on a PostgreSQL server, for the same models and repositories as `Database`.
    ///
    /// ```swift
    /// let database = try PostgresDatabase(connectionString: "postgresql://app@db.example.com/travel")
    /// let hotels = try database.repository(of: Hotel.self)
    /// try hotels.save(Hotel(name: "Harbour House"))
    /// ```
    ///
    /// All tables are in one schema of the server's database. Several programs and machines can use
    /// them at the same time. Each collection has a table with a row for each document, whose column
    /// `body` contains the document as `jsonb`.
    ///
    /// Transactions are serializable. If one fails because of a concurrent transaction, its closure runs
    /// again: see <doc:TransactionsAndRetries>.
    public final class PostgresDatabase: DocumentDatabase {
        /// The state that a lock protects.
        private struct State {
            /// The transactions and snapshots by thread.
            var transactions: [ObjectIdentifier: PostgresTransaction] = [:]
            var stores: [String: WeakStore] = [:]
        }

        private struct WeakStore {
            weak var store: PostgresStore?
        }

        /// The database's name on the server.
        public let name: String

        /// The settings with which the database was opened.
        public let configuration: PostgresConfiguration

        /// The name of the engine, `PostgreSQL`.
        public var engineName: String { "PostgreSQL" }

        /// The optional features of the engine.
        public var capabilities: Set<EngineCapability> {
            [
                .snapshots, .changesSince, .indexes, .uniqueIndexes, .fullText, .blobs, .expiration,
                .explanations, .registeredMiddleware, .transactionObservation, .batches, .joins,
                .storeLists,
            ]
        }

        /// A thread for each connection.
        public let blockingWork: BlockingWork

        /// The middleware that is registered with the database.
        public let registeredMiddleware: RegisteredMiddleware? = RegisteredMiddleware()

        /// The connections and threads.
        let server: PostgresServerResources
        /// The place in a fleet, or `nil` if the database has its own connections.
        let place: DatabasePlace?
        let layout: PostgresLayout
        /// The list of changes.
        let feed: PostgresFeed
        let listeners = PostgresListeners()
        let expirations: PostgresExpirations
        let monitor = PostgresMonitor()
        let blobs: PostgresBlobs
        private let replicas: PostgresReplicas
        private let properties: ServerProperties
        private let clock = Mutex(RevisionClock())
        private let state = Mutex(State())
        /// Whether the database is open.
        ///
        /// The value changes while `state` is locked, and is also read without the lock.
        private let isOpen = Atomic(true)

        /// Opens a database, and creates its schema and the default collection if they do not exist.
        ///
        /// - Parameter configuration: The settings, with the connection string.
        /// - Throws: `QuireError` with code `invalidParameter` if a setting is invalid, `cantOpenFile`
        ///   if the server cannot be reached, `notWriteable` if the role cannot create the tables,
        ///   `notFound` if they do not exist and must not be created, `databaseTooNew` if a later
        ///   version of Quire created them.
        public init(_ configuration: PostgresConfiguration) throws {
            let layout = try PostgresLayout(schemaName: configuration.schemaName)
            let server = PostgresServerResources(configuration)
            let (properties, feed) = try server.pool.withConnection { connection in
                let properties = try server.properties(connection)
                let location = "database \(properties.databaseName) on PostgreSQL"
                if !configuration.mayCreateTables {
                    try layout.checkExists(connection, location: location)
                }
                return (properties, try layout.create(connection, location: location))
            }
            self.configuration = configuration
            (self.server, self.layout, self.feed) = (server, layout, feed)
            self.properties = properties
            name = properties.databaseName
            place = nil
            expirations = PostgresExpirations(server.expirationQueue)
            blobs = PostgresBlobs(server.blobPool, layout, feedID: feed.id, place: nil)
            replicas = PostgresReplicas(server.replicaPools)
            blockingWork = server.blockingWork
            let location = location
            pool.checkNewConnections { try layout.checkTables(of: feed, on: $0, in: location) }
            if configuration.mayCreateTables { try ensureStore("_default._default") }
            if !configuration.isReadOnly { expirations.start(self) }
        }

        /// Opens a database of a fleet, whose tables exist.
        ///
        /// - Parameters:
        ///   - configuration: The settings, with the name of the schema.
        ///   - server: The connections and threads, which other databases use as well.
        ///   - place: The place in the fleet.
        ///   - properties: The properties of the server.
        ///   - feed: The list of changes.
        /// - Throws: `QuireError` with code `invalidParameter` if the name of the schema is invalid.
        init(
            _ configuration: PostgresConfiguration, on server: PostgresServerResources,
            at place: DatabasePlace, properties: ServerProperties, feed: PostgresFeed
        ) throws {
            self.configuration = configuration
            layout = try PostgresLayout(schemaName: configuration.schemaName)
            (self.server, self.place, self.feed) = (server, place, feed)
            self.properties = properties
            name = place.databaseName
            expirations = PostgresExpirations(server.expirationQueue)
            blobs = PostgresBlobs(server.blobPool, layout, feedID: feed.id, place: place)
            replicas = PostgresReplicas(server.replicaPools)
            blockingWork = server.blockingWork
        }

        /// Opens a database with the default settings.
        ///
        /// - Parameter connectionString: A URL or a list of keywords and values, as libpq defines them.
        /// - Throws: The same errors as ``init(_:)``.
        public convenience init(connectionString: String) throws {
            try self.init(PostgresConfiguration(connectionString))
        }

        /// Opens a database on a server with replicas.
        ///
        /// Reads outside transactions and snapshots use a replica that has replayed everything that
        /// this object has written, if there is one. All other statements use the primary server.
        ///
        /// - Parameters:
        ///   - primary: The connection string of the server that accepts writes.
        ///   - replicas: The connection strings of its streaming replicas.
        /// - Throws: The same errors as ``init(_:)``. Replicas are not connected until they are used.
        public convenience init(primary: String, replicas: [String]) throws {
            var configuration = PostgresConfiguration(primary)
            configuration.replicaConnectionStrings = replicas
            try self.init(configuration)
        }

        deinit { release() }

        /// Ends the timer and the listeners, and closes the connections unless other databases use them.
        private func release() {
            expirations.stop()
            monitor.stop()
            blobs.close()
            if place == nil { server.close() }
            listeners.finish()
        }

        var pool: PostgresPool { server.pool }

        /// Whether the server compares strings by their bytes.
        var ordersByBytes: Bool { properties.ordersByBytes }

        /// The collation for converting letters to lowercase, or `nil` if that of the server's database
        /// converts all letters.
        var lowercaseCollation: String? { properties.lowercaseCollation }

        /// Whether the database is open, and its tables are at the place where they were.
        var isUsable: Bool {
            isOpen.load(ordering: .acquiring) && place?.isOutdated != true
        }

        /// A description of the database for error messages.
        var location: String { "database \(name) on PostgreSQL" }

        // MARK: Stores

        /// Returns the store that every database contains.
        ///
        /// - Returns: The store.
        /// - Throws: `QuireError` with code `notOpen` if the database is closed.
        public func defaultStore() throws -> any DocumentStore {
            try object(ofStore: "_default._default")
        }

        /// Returns a store.
        ///
        /// - Parameters:
        ///   - name: The store's name within its scope.
        ///   - scope: The name of the scope, or `nil` for the default scope.
        /// - Returns: The store, or `nil` if it does not exist.
        /// - Throws: `QuireError` with code `invalidParameter` if a name is invalid, `notOpen` if the
        ///   database is closed, or an error of the server.
        public func store(named name: String, scope: String?) throws -> (any DocumentStore)? {
            try checkStoreName(name, scope: scope)
            let fullName = "\(scope ?? "_default").\(name)"
            let exists = try read { try layout.contains(fullName, $0) }
            return exists ? try object(ofStore: fullName) : nil
        }

        /// Creates a store, unless it exists.
        ///
        /// In a transaction, the store is created by the transaction.
        ///
        /// - Parameters:
        ///   - name: The store's name within its scope.
        ///   - scope: The name of the scope, or `nil` for the default scope.
        /// - Returns: The store.
        /// - Throws: `QuireError` with code `invalidParameter` if a name is invalid, `notOpen` if the
        ///   database is closed, or an error of the server.
        public func createStore(named name: String, scope: String?) throws -> any DocumentStore {
            try checkStoreName(name, scope: scope)
            let fullName = "\(scope ?? "_default").\(name)"
            try ensureStore(fullName)
            return try object(ofStore: fullName)
        }

        /// Returns the stores of all collections, beginning with the default collection.
        ///
        /// - Returns: The stores.
        /// - Throws: `QuireError` with code `notOpen` if the database is closed, or an error of the
        ///   server.
        public func stores() throws -> [any DocumentStore] {
            let names = try read { try layout.collections($0) }
            let own = "_default."
            let groups = Dictionary(grouping: names) { name in
                name == own + "_default" ? 0 : name.hasPrefix(own) ? 1 : 2
            }
            return try (0...2).flatMap { groups[$0] ?? [] }.map { try object(ofStore: $0) }
        }

        /// Creates a store unless it exists.
        func ensureStore(_ fullName: String) throws {
            if try read({ try layout.contains(fullName, $0) }) { return }
            if let transaction = try currentTransaction() {
                try checkIsWritable(transaction)
                try transaction.recordingFailure {
                    try layout.createCollection(fullName, transaction.connection)
                }
                return
            }
            try withConnection { connection in
                try layout.retryingRaces {
                    try connection.begin()
                    try layout.createCollection(fullName, connection)
                    try connection.execute("COMMIT")
                } undoing: {
                    try connection.execute("ROLLBACK")
                }
            }
            didCommit()
        }

        /// Returns the object of a store, so that observers of equal selections share their reads.
        private func object(ofStore fullName: String) throws -> PostgresStore {
            try state.withLock { state in
                guard isOpen.load(ordering: .acquiring) else { throw closedError }
                if let store = state.stores[fullName]?.store { return store }
                let store = PostgresStore(fullName, in: self)
                state.stores[fullName] = WeakStore(store: store)
                return store
            }
        }

        /// Returns the statements on the documents of a store.
        func statements(of fullName: String) -> DocumentStatements {
            DocumentStatements(
                table: layout.table(of: fullName), schema: layout.schema, fullName: fullName,
                feed: feed)
        }

        /// The query that notifies the listeners of other programs, or `nil` without notifications.
        ///
        /// The server sends the notification at the commit, once for each transaction.
        var notification: String? {
            configuration.usesNotifications
                ? "SELECT pg_notify(\(SQLName.literal(layout.channel)), '')" : nil
        }

        // MARK: Access

        private static var thread: ObjectIdentifier { ObjectIdentifier(Thread.current) }

        /// Returns the transaction or snapshot of the thread.
        ///
        /// - Throws: `QuireError` with code `notOpen` if the database is closed.
        func currentTransaction() throws -> PostgresTransaction? {
            guard isOpen.load(ordering: .acquiring) else { throw closedError }
            return PostgresTransaction.current(of: self)
        }

        /// Calls a closure in a transaction.
        ///
        /// - Throws: An error that the closure throws, or `QuireError` with code `memoryError`.
        func run<R>(in transaction: PostgresTransaction, _ body: () throws -> R) throws -> R {
            let thread = Self.thread
            try state.withLock { state in
                guard isOpen.load(ordering: .acquiring) else { throw closedError }
                state.transactions[thread] = transaction
            }
            defer { state.withLock { _ = $0.transactions.removeValue(forKey: thread) } }
            try transaction.enter()
            defer { transaction.leave() }
            return try body()
        }

        /// Calls a closure with a connection that no other thread uses.
        func withConnection<R>(_ body: (PostgresConnection) throws -> R) throws -> R {
            try explaining { try pool.withConnection(body) }
        }

        private func explaining<R>(_ body: () throws -> R) throws -> R {
            do { return try body() } catch { throw explained(error) }
        }

        /// Returns the error to throw for an error of a statement: in a fleet, the tables can have been
        /// moved.
        func explained(_ error: any Error) -> any Error { place?.explained(error) ?? error }

        /// Calls a closure with a connection for reading.
        ///
        /// It is the connection of the thread's transaction or snapshot. Otherwise, each statement reads
        /// the last committed state.
        func read<R>(_ body: (PostgresConnection) throws -> R) throws -> R {
            if let transaction = try currentTransaction() {
                return try explaining {
                    try transaction.recordingFailure { try body(transaction.connection) }
                }
            }
            return try withConnection(body)
        }

        /// Calls a closure with a connection for a read that may use a replica.
        ///
        /// If the asynchronous caller is canceled, its statements are canceled on the server.
        ///
        /// - Parameter body: A closure that only reads. It can be called again, with another connection.
        /// - Returns: The value that the closure returns.
        /// - Throws: An error that the closure throws, `CancellationError`, or `QuireError` with code
        ///   `notOpen`.
        func query<R>(_ body: (PostgresConnection) throws -> R) throws -> R {
            func run(_ connection: PostgresConnection) throws -> R {
                try StatementCancellation.run(on: connection) { try body(connection) }
            }
            if try currentTransaction() == nil, let result = try replicas.read(pool, run) {
                return result
            }
            return try read(run)
        }

        /// Calls a closure with a connection for one write, and with the number of its revision within
        /// the transaction.
        ///
        /// Outside a transaction, each statement is a transaction.
        func write<R>(_ body: (PostgresConnection, _ number: Int64) throws -> R) throws -> R {
            guard let transaction = try currentTransaction() else {
                return try withConnection { try body($0, 1) }
            }
            try checkIsWritable(transaction)
            return try explaining {
                try transaction.recordingFailure {
                    try body(transaction.connection, transaction.nextNumber())
                }
            }
        }

        /// Calls a closure with a connection whose statements have no time limit.
        func withoutTimeLimit<R>(_ body: (PostgresConnection) throws -> R) throws -> R {
            try withConnection { connection in
                try connection.withoutTimeLimit { try body(connection) }
            }
        }

        /// Throws an error if the thread reads a snapshot.
        func checkIsWritable() throws {
            if let transaction = try currentTransaction() { try checkIsWritable(transaction) }
        }

        private func checkIsWritable(_ transaction: PostgresTransaction) throws {
            guard transaction.snapshotDepth == 0 else {
                throw QuireError(
                    .notWriteable,
                    """
                    The \(location) cannot be changed inside a snapshot. Write after the snapshot, or \
                    read and write inside inBatch.
                    """)
            }
        }

        /// Returns the revision that follows the current one of a document.
        func nextRevision(after revisionID: RevisionID?) throws -> RevisionID {
            try clock.withLock { try $0.next(after: revisionID) }
        }

        // MARK: Changes

        /// Returns a sequence of the future changes of a store, including those of other programs.
        func changes(of store: String) -> AsyncStream<[String]> {
            let changes = listeners.sequence(of: store)
            monitor.observe(store, of: self)
            return changes
        }

        /// Records a change by this database object, before it is committed.
        func recordOwnChange(_ sequence: Int64) { monitor.recordOwn(sequence) }

        /// Commits a transaction and notifies the listeners of its changes.
        ///
        /// - Parameters:
        ///   - connection: The connection of the transaction.
        ///   - changes: The changes.
        /// - Throws: An error of the server.
        func commit(
            _ connection: PostgresConnection, _ changes: [PostgresTransaction.Change]
        ) throws {
            let notification = changes.isEmpty ? nil : notification
            try listeners.committing(changes) {
                try connection.execute(notification.map { "\($0); COMMIT" } ?? "COMMIT")
                didCommit()
            }
        }

        /// Lets later reads see the last commit, of this object or of another program.
        func didCommit() { replicas.requireCurrentState() }

        /// Records that a transaction with changes has failed.
        ///
        /// If the connection was lost, the transaction can have been committed, so that listeners are
        /// notified if the changes exist.
        func recordFailure(
            of changes: [PostgresTransaction.Change], _ sequence: Int64?, isLost: Bool
        ) {
            if isLost { didCommit() }
            guard let sequence else { return }
            let missed = monitor.forgetOwn(sequence, changes)
            if isLost, !missed.isEmpty { listeners.notify(missed) }
        }

        // MARK: Closing

        /// Closes the connections to the server.
        ///
        /// - Throws: `QuireError` with code `transactionNotClosed` within a transaction, `busy` within a
        ///   snapshot or while another thread runs a transaction.
        public func close() throws {
            let thread = Self.thread
            let wasOpen = try state.withLock { state in
                guard isOpen.load(ordering: .acquiring) else { return false }
                if let transaction = state.transactions[thread] {
                    guard transaction.isReadOnly else {
                        throw QuireError(
                            .transactionNotClosed, "Cannot close \(location) within a transaction.")
                    }
                    throw QuireError(.busy, "Cannot close \(location) within a snapshot.")
                }
                guard state.transactions.isEmpty else {
                    throw QuireError(
                        .busy, "Cannot close \(location) while another thread runs a transaction.")
                }
                isOpen.store(false, ordering: .releasing)
                return true
            }
            guard wasOpen else { return }
            release()
            // Releasing middleware can run code of the program, so no lock is held.
            registeredMiddleware?.removeAll()
        }

        private var closedError: QuireError {
            QuireError(.notOpen, "The \(location) is closed.")
        }
    }
#endif
