import Dispatch
import Foundation
public import QuireModels
import QuirePlatform

/// A database in memory, for tests, previews and temporary data.
///
/// ```swift
/// let hotels = try InMemoryDatabase().repository(of: Hotel.self)
/// ```
///
/// Its stores are ``InMemoryStore`` objects. A transaction holds the lock of the database until it
/// ends.
public final class InMemoryDatabase: DocumentDatabase, @unchecked Sendable {
    // This class is Sendable because `lock` protects all variables: only the thread that holds the
    // lock accesses them. A transaction holds the lock from beginning to end, including the closure
    // of the caller.
    private let lock = NSRecursiveLock()
    private var isOpen = true
    private var isRunning = false
    /// The number of nested snapshots of the thread that holds the lock.
    private var snapshotDepth = 0
    private var documents: [String: InMemoryDocuments]
    private var storeObjects: [String: StoreObject] = [:]
    private var clock = RevisionClock()
    private var changes: [Change] = []
    /// The closures to call when the transaction has ended.
    private var completions: [@Sendable (Bool) -> Void] = []
    /// The date of the next expiration, in milliseconds since 1970.
    private var nextExpiration = Int64.max

    private let defaultStoreName: String
    private let timer = DispatchQueue(label: "Quire.InMemoryDatabase.expiration")
    private let listeners = InMemoryListeners()

    /// A store object that is in use.
    private struct StoreObject {
        weak var store: InMemoryStore?
    }

    /// A change made by the current transaction.
    private struct Change {
        let store: String
        /// The inverse of the change, or `nil` if it created the store.
        let undo: InMemoryDocuments.Undo?
        /// Whether listeners are notified.
        let notifies: Bool
    }

    let blobs = InMemoryBlobs()

    /// A closure that returns the error for an operation.
    private struct ErrorInjection: Sendable {
        let error: @Sendable (InMemoryOperation) -> (any Error)?
    }

    // A closure in a generic value is wrapped once more at each access, so it is in a structure.
    private let errorInjection = Mutex<ErrorInjection?>(nil)

    /// The identity of the changes of this database.
    let feedID = UUID().uuidString

    /// The queue for asynchronous transactions, which run one after the other.
    private let batches = BlockingWork(label: "Quire.InMemoryDatabase", width: 1)

    // MARK: Description

    /// The database's name.
    public let name: String

    /// The engine's name.
    public var engineName: String { "InMemoryStore" }

    /// The optional features of the engine.
    public var capabilities: Set<EngineCapability> {
        [
            .changesSince, .blobs, .expiration, .explanations, .snapshots, .registeredMiddleware,
            .transactionObservation, .joins, .storeLists,
        ]
    }

    /// The middleware that is registered with the database.
    public let registeredMiddleware: RegisteredMiddleware? = RegisteredMiddleware()

    /// Creates a database with an empty default store.
    ///
    /// ```swift
    /// let hotels = try InMemoryDatabase().repository(of: Hotel.self)
    /// ```
    ///
    /// - Parameter name: The database's name.
    public convenience init(name: String = "memory") {
        self.init(name: name, defaultStoreName: "_default._default")
    }

    init(name: String, defaultStoreName: String) {
        self.name = name
        self.defaultStoreName = defaultStoreName
        documents = [defaultStoreName: InMemoryDocuments()]
    }

    deinit {
        listeners.finish()
    }

    // MARK: Stores

    /// Returns the store that the database always contains.
    ///
    /// - Returns: The store.
    /// - Throws: `QuireError` with code `notOpen`.
    public func defaultStore() throws -> any DocumentStore {
        try locked { object(ofStore: defaultStoreName) }
    }

    /// Returns a store.
    ///
    /// - Parameters:
    ///   - name: The store's name within its scope.
    ///   - scope: The name of the scope, or `nil` for the default scope.
    /// - Returns: The store, or `nil` if it does not exist.
    /// - Throws: `QuireError` with code `invalidParameter` if a name is invalid, `notOpen`.
    public func store(named name: String, scope: String?) throws -> (any DocumentStore)? {
        let fullName = try fullName(name, scope: scope)
        return try locked {
            documents[fullName] == nil ? nil : object(ofStore: fullName)
        }
    }

    /// Creates a store, unless it exists.
    ///
    /// In a transaction, the store is created by the transaction.
    ///
    /// - Parameters:
    ///   - name: The store's name within its scope.
    ///   - scope: The name of the scope, or `nil` for the default scope.
    /// - Returns: The store.
    /// - Throws: `QuireError` with code `invalidParameter` if a name is invalid, `notWriteable` in a
    ///   snapshot, `notOpen`.
    public func createStore(named name: String, scope: String?) throws -> any DocumentStore {
        let fullName = try fullName(name, scope: scope)
        return try locked {
            if documents[fullName] == nil {
                try checkIsNotInSnapshot()
                documents[fullName] = InMemoryDocuments()
                if isRunning { changes.append(Change(store: fullName, undo: nil, notifies: false)) }
            }
            return object(ofStore: fullName)
        }
    }

    /// Returns the full name of a store with a valid name.
    private func fullName(_ name: String, scope: String?) throws -> String {
        try checkStoreName(name, scope: scope)
        let isDefault = name == "_default" && (scope ?? "_default") == "_default"
        return isDefault ? defaultStoreName : "\(scope ?? "_default").\(name)"
    }

    /// Returns all stores, beginning with the default store.
    ///
    /// - Returns: The stores.
    /// - Throws: `QuireError` with code `notOpen`.
    public func stores() throws -> [any DocumentStore] {
        try locked {
            let others = documents.keys.filter { $0 != defaultStoreName }
            // The stores of the default scope precede the others.
            let own = "_default."
            let sorted =
                others.filter { $0.hasPrefix(own) }.sorted()
                + others.filter { !$0.hasPrefix(own) }.sorted()
            return ([defaultStoreName] + sorted).map { object(ofStore: $0) }
        }
    }

    /// Returns the object of a store, so that observers of equal selections share their reads.
    private func object(ofStore name: String) -> InMemoryStore {
        if let store = storeObjects[name]?.store { return store }
        let store = InMemoryStore(name: name, in: self)
        storeObjects[name] = StoreObject(store: store)
        return store
    }

    // MARK: Transactions

    /// Runs a closure as one transaction of all stores of the database.
    ///
    /// The closure runs once, on the calling thread.
    ///
    /// - Parameter body: A closure that reads and writes.
    /// - Returns: The value that the closure returns.
    /// - Throws: An error that the closure throws, after the rollback; `QuireError` with code
    ///   `notOpen`.
    @discardableResult
    public func inBatch<R>(using body: () throws -> R) throws -> R {
        try completing {
            guard isRunning else { return try begin(body) }
            let (start, firstCompletion) = (changes.count, completions.count)
            do {
                return try body()
            } catch {
                undo(downTo: start)
                let ended = completions.dropFirst(firstCompletion)
                completions.removeSubrange(firstCompletion...)
                for completion in ended { completion(false) }
                throw error
            }
        }
    }

    /// Runs a closure as one transaction, on a thread of the database.
    ///
    /// - Parameter body: A closure that reads and writes.
    /// - Returns: The value that the closure returns.
    /// - Throws: The same errors as the synchronous method, or `CancellationError`.
    @discardableResult
    public func inBatch<R: Sendable>(
        using body: @escaping @Sendable () throws -> R
    ) async throws -> R {
        try await batches.run { try self.inBatch(using: body) }
    }

    /// Runs a closure in the transaction of the thread, or in a new transaction.
    ///
    /// - Parameter body: A closure that reads and writes.
    /// - Returns: The value that the closure returns.
    /// - Throws: The same errors as `inBatch(using:)`.
    public func inTransaction<R>(_ body: () throws -> R) throws -> R {
        try completing { try isRunning ? body() : begin(body) }
    }

    /// Calls a closure once, when the transaction of the thread has ended.
    ///
    /// - Parameter body: A closure that receives whether the transaction was committed.
    /// - Throws: `QuireError` with code `notInTransaction` if the thread is not in a transaction,
    ///   `notOpen`.
    public func afterTransaction(
        _ body: @escaping @Sendable (_ isCommitted: Bool) -> Void
    ) throws {
        try locked {
            guard isRunning else {
                throw QuireError(
                    .notInTransaction,
                    "afterTransaction(_:) of in-memory database \(name) was called outside a "
                        + "transaction. Call it inside inBatch")
            }
            completions.append(body)
        }
    }

    /// Runs a closure that runs a transaction, and then calls the closures that were added for the
    /// end of an outermost transaction.
    private func completing<R>(_ body: () throws -> R) throws -> R {
        var ended: [@Sendable (Bool) -> Void] = []
        let result: R
        do {
            result = try locked {
                try checkIsNotInSnapshot()
                defer {
                    if !isRunning {
                        ended = completions
                        completions = []
                    }
                }
                return try body()
            }
        } catch {
            for completion in ended { completion(false) }
            throw error
        }
        for completion in ended { completion(true) }
        return result
    }

    /// Runs a closure whose reads see one committed state of the database.
    ///
    /// Other threads wait until the closure returns.
    ///
    /// - Parameter body: A closure that reads.
    /// - Returns: The value that the closure returns.
    /// - Throws: An error that the closure throws; `QuireError` with code `notOpen`, or
    ///   `notWriteable` if the closure writes.
    public func snapshot<R>(_ body: () throws -> R) throws -> R {
        try locked {
            snapshotDepth += 1
            defer { snapshotDepth -= 1 }
            return try body()
        }
    }

    private func checkIsNotInSnapshot() throws {
        guard snapshotDepth == 0 else {
            throw QuireError(
                .notWriteable,
                "In-memory database \(name) cannot be changed inside a snapshot. Write after the "
                    + "snapshot, or read and write inside inBatch.")
        }
    }

    /// Closes the database and removes its documents.
    ///
    /// - Throws: `QuireError` with code `transactionNotClosed` within a transaction, `busy` within a
    ///   snapshot.
    public func close() throws {
        try endUse()
        // Releasing middleware can run code of the program, so the lock has been released.
        registeredMiddleware?.removeAll()
    }

    private func endUse() throws {
        lock.lock()
        defer { lock.unlock() }
        guard !isRunning else {
            throw QuireError(
                .transactionNotClosed, "Cannot close database \(name) within a transaction.")
        }
        guard snapshotDepth == 0 else {
            throw QuireError(.busy, "Cannot close database \(name) within a snapshot.")
        }
        isOpen = false
        documents = [:]
        listeners.finish()
    }

    private func locked<R>(_ body: () throws -> R) throws -> R {
        lock.lock()
        defer { lock.unlock() }
        guard isOpen else {
            throw QuireError(.notOpen, "In-memory database \(name) is closed.")
        }
        return try body()
    }

    private func begin<R>(
        injectingErrors injectsErrors: Bool = true, _ body: () throws -> R
    ) throws -> R {
        isRunning = true
        defer { isRunning = false }
        do {
            let result = try body()
            if injectsErrors { try check(InMemoryOperation(.commit)) }
            commit()
            return result
        } catch {
            undo(downTo: 0)
            throw error
        }
    }

    private func commit() {
        var changed: [String: [String]] = [:]
        var noted: [String: Set<DocumentIDKey>] = [:]
        for change in changes where change.notifies {
            guard let id = change.undo?.id,
                noted[change.store, default: []].insert(DocumentIDKey(id)).inserted
            else { continue }
            changed[change.store, default: []].append(id)
        }
        changes.removeAll()
        for (store, ids) in changed {
            documents[store]?.closeGaps()
            listeners.notify(ids, of: store)
        }
    }

    private func undo(downTo start: Int) {
        while changes.count > start {
            let change = changes.removeLast()
            if let undo = change.undo {
                documents[change.store]?.revert(undo)
            } else {
                documents[change.store] = nil
            }
        }
    }

    // MARK: Documents

    /// Calls a closure with the documents of a store.
    ///
    /// The closure must not call the database.
    func read<R>(_ store: String, _ body: (InMemoryDocuments) throws -> R) throws -> R {
        try locked { try body(documents[store] ?? InMemoryDocuments()) }
    }

    /// Creates a revision within a transaction.
    func change(
        _ store: String, after current: SavedRevision?,
        _ body: (inout InMemoryDocuments, RevisionID) -> (SavedRevision, InMemoryDocuments.Undo)
    ) throws -> SavedRevision {
        let next = try clock.next(after: current?.revisionID)
        let (revision, undo) = body(&documents[store, default: InMemoryDocuments()], next)
        changes.append(Change(store: store, undo: undo, notifies: true))
        return revision
    }

    /// Changes a document within a transaction without creating a revision.
    func change(
        _ store: String, notifies: Bool = true,
        _ body: (inout InMemoryDocuments) -> InMemoryDocuments.Undo
    ) {
        let undo = body(&documents[store, default: InMemoryDocuments()])
        changes.append(Change(store: store, undo: undo, notifies: notifies))
    }

    // MARK: Injected errors

    /// Sets a closure that returns errors for operations to throw, for tests of error handling.
    ///
    /// The closure is called before each operation, on its thread. If it returns an error, the
    /// operation throws the error and changes nothing. It must not use the database.
    ///
    /// ```swift
    /// let database = InMemoryDatabase()
    /// database.injectErrors { operation in
    ///     operation.kind == .commit ? QuireError(.ioError, "The disk is full.") : nil
    /// }
    /// ```
    ///
    /// - Parameter error: A closure that returns the error for an operation, or `nil` if the
    ///   operation succeeds. Pass `nil` in place of a closure to inject no more errors.
    public func injectErrors(_ error: (@Sendable (InMemoryOperation) -> (any Error)?)?) {
        errorInjection.withLock { $0 = error.map { ErrorInjection(error: $0) } }
    }

    /// Throws the injected error for an operation, if there is one.
    func check(_ operation: @autoclosure () -> InMemoryOperation) throws {
        // The closure runs without the lock.
        guard let injection = errorInjection.withLock({ $0 }) else { return }
        if let error = injection.error(operation()) { throw error }
    }

    // MARK: Expiration

    /// Returns a date in its stored form, clamped to the range of `Int64`.
    static func milliseconds(_ date: Date) -> Int64 {
        let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
        if milliseconds.isNaN { return .max }
        return Int64(exactly: milliseconds) ?? (milliseconds < 0 ? .min : .max)
    }

    /// Schedules the removal of documents that expire at the given time.
    func expire(at time: Int64) {
        lock.lock()
        defer { lock.unlock() }
        guard isOpen, time < nextExpiration else { return }
        nextExpiration = time
        let now = Self.milliseconds(Date())
        // The delay is at most one day, because the system clock may be changed in the meantime.
        let wait = min(max(time, 0) > now ? max(time, 0) - now : 0, 86_400_000)
        timer.asyncAfter(deadline: .now() + .milliseconds(Int(wait))) { [weak self] in
            self?.purgeExpired(at: time)
        }
    }

    private func purgeExpired(at time: Int64) {
        lock.lock()
        defer { lock.unlock() }
        // If an earlier expiration has been scheduled in the meantime, its timer schedules this one
        // again.
        guard time == nextExpiration else { return }
        nextExpiration = .max
        let now = Self.milliseconds(Date())
        try? begin(injectingErrors: false) {
            for (store, stored) in documents {
                for (key, time) in stored.expirations where time <= now {
                    change(store) { $0.purge(key.id) }
                }
            }
        }
        if let next = documents.values.flatMap(\.expirations.values).min() { expire(at: next) }
    }

    // MARK: Listeners

    /// Returns a sequence of the future changes of a store.
    func changedDocumentIDs(of store: String) -> AsyncStream<[String]> {
        AsyncStream { continuation in
            lock.lock()
            defer { lock.unlock() }
            guard isOpen else { return continuation.finish() }
            listeners.add(continuation, of: store)
        }
    }
}
