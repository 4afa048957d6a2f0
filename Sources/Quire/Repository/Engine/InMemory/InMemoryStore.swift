/// A store whose documents are kept in memory by nothing but Swift: for tests, previews, and what
/// need not outlive the process.
///
/// ```swift
/// let hotels = InMemoryStore().repository(of: Hotel.self)
/// try hotels.save(Hotel(name: "Harbour House", roomRate: 121))
/// ```
///
/// Repositories do on it what they do on a database: transactions are undone as a whole, stale saves
/// are conflicts, documents expire, and filters, orders, projections, groups and aggregates are
/// answered. Query text, full-text search, joins and nested queries need a database: a statement with
/// them throws ``QuireError`` with code `unsupportedOperation`. Every query looks at every document.
///
/// A thread that reads waits for a transaction of another thread to end.
public final class InMemoryStore: DocumentStore {
    /// The name of the collection.
    public let name: String

    let transactions: InMemoryTransactions

    init(name: String, transactions: InMemoryTransactions) {
        self.name = name
        self.transactions = transactions
    }

    /// Makes a store without documents.
    ///
    /// - Parameter name: What the store is called in errors' messages.
    public convenience init(name: String = "_default") {
        self.init(name: name, transactions: InMemoryTransactions())
    }

    /// Returns another collection of documents that shares this one's transactions.
    ///
    /// - Parameter name: The collection's name. The same name gives the same documents.
    /// - Returns: The collection.
    public func collection(named name: String) -> InMemoryStore {
        InMemoryStore(name: name, transactions: transactions)
    }

    /// What the store is called in errors' messages.
    public var fullName: String { name }

    /// What models are encoded and decoded with: the place of their blobs, in memory too.
    public var codingInfo: [CodingUserInfoKey: any Sendable] {
        [.blobStorage: transactions.blobs, .reservedKeys: ReservedKeys.standard]
    }

    // MARK: Transactions

    /// Runs a closure in the current transaction, or in one of its own.
    ///
    /// In the current transaction it is not undone by itself if it throws.
    ///
    /// - Parameter body: A closure that reads and writes.
    /// - Returns: What the closure returns.
    /// - Throws: What the closure throws.
    public func inTransaction<R>(_ body: () throws -> R) throws -> R {
        try transactions.join(body)
    }

    /// Runs a closure as one transaction: all of its changes count, or none.
    ///
    /// A batch inside of a batch is undone by itself if it throws.
    ///
    /// - Parameter body: A closure that reads and writes.
    /// - Returns: What the closure returns.
    /// - Throws: What the closure throws, after its changes were undone.
    @discardableResult
    public func inBatch<R>(using body: () throws -> R) throws -> R {
        try transactions.nest(body)
    }

    /// Runs a closure as one transaction, away from the caller's thread.
    ///
    /// - Parameter body: A closure that reads and writes.
    /// - Returns: What the closure returns.
    /// - Throws: As the synchronous form.
    @discardableResult
    public func inBatch<R: Sendable>(
        using body: @escaping @Sendable () throws -> R
    ) async throws -> R {
        try await transactions.nest(body)
    }

    /// Returns the changes from now on, one element a transaction: the IDs of the documents that were
    /// saved, deleted, purged or have expired, each once.
    ///
    /// - Returns: A sequence for one task. It ends when the store is gone.
    public func changedDocumentIDs() -> AsyncStream<[String]> {
        transactions.changedDocumentIDs(of: name)
    }
}
