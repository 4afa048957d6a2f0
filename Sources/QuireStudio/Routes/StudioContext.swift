import Quire

/// What all requests use.
struct StudioContext: Sendable {
    let database: any DocumentDatabase
    let isReadOnly: Bool
    /// The key of the document type.
    let typeKey = "type"
    /// The places for streams of changes.
    let streams = StreamPlaces()

    init(database: any DocumentDatabase, isReadOnly: Bool) {
        self.database = database
        self.isReadOnly = isReadOnly
    }

    /// Runs a closure that calls the database, on one of its threads.
    ///
    /// If the client closes the connection, the closure is canceled: queries end, and a closure that
    /// waits for a thread does not run.
    func run<Result: Sendable>(
        _ body: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        try await database.blockingWork.run(body)
    }

    /// Runs a closure that calls the database, and cancels it after a time.
    ///
    /// - Throws: ``StudioError`` with code `timeout` if the time limit was exceeded.
    func run<Result: Sendable>(
        within limit: Duration, _ body: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        try await withThrowingTaskGroup(of: Result?.self) { group in
            group.addTask { try await run(body) }
            group.addTask {
                try await Task.sleep(for: limit)
                return nil
            }
            defer { group.cancelAll() }
            guard let result = try await group.next() ?? nil else {
                throw StudioError(408, .timeout, message: "The query took more than \(limit).")
            }
            return result
        }
    }

    /// Returns the store of a collection.
    ///
    /// - Parameter name: The full name, such as `inventory.hotels`.
    /// - Returns: The store.
    /// - Throws: ``StudioError`` if it does not exist.
    func store(_ name: String) throws -> any DocumentStore {
        let parts = QualifiedCollectionName(name)
        if parts.isDefault { return try database.defaultStore() }
        guard let store = try database.store(parts) else {
            throw StudioError.notFound("There is no collection \(name).")
        }
        return store
    }
}
