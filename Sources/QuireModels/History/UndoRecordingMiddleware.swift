import QuirePlatform

/// Middleware that records changes in a history, so that they can be undone.
///
/// Register it with the database to record the changes of all repositories of a model:
///
/// ```swift
/// let history = UndoHistory()
/// try database.use(UndoRecordingMiddleware(history), for: Hotel.self)
/// try hotels.save(Hotel(id: "hotel-3", name: "Fjord View"))
/// try history.undo()
/// ```
///
/// It records the documents as they are stored, regardless of its position among other middleware.
/// Changes that are rolled back are not recorded. Each operation requires one or two additional
/// reads.
///
/// The database and the history retain each other while the history has steps. To release them,
/// close the database and call ``UndoHistory/removeAll()``.
public struct UndoRecordingMiddleware<Model: DocumentModel>: RepositoryMiddleware {
    private let history: UndoHistory

    /// Creates the middleware.
    ///
    /// - Parameter history: The history that records the changes.
    public init(_ history: UndoHistory) {
        self.history = history
    }

    /// Performs an operation and records the change of its document.
    ///
    /// - Parameters:
    ///   - operation: The write that can be undone later.
    ///   - next: A closure that performs the operation.
    /// - Returns: The outcome of the operation.
    /// - Throws: The errors of the operation; ``QuireError`` with code `unsupportedOperation` if
    ///   the engine does not support ``DocumentDatabase/afterTransaction(_:)``.
    public func perform(
        _ operation: WriteOperation<Model>,
        next: (WriteOperation<Model>) throws -> WriteOutcome<Model>
    ) throws -> WriteOutcome<Model> {
        guard let store = operation.store else { return try next(operation) }
        let document = UndoDocument(store: store, id: operation.id)
        let record = try store.record(id: operation.id)
        let expiration =
            record != nil && store.capabilities.contains(.expiration)
            ? try store.expiration(of: operation.id) : nil
        var recorded = operation
        recorded.histories.append(history)
        let outcome = try next(recorded)
        let changed = try store.record(id: operation.id)
        guard record?.revisionID != changed?.revisionID else { return outcome }
        var isPurged = false
        if case .purge = operation.action { isPurged = changed == nil }
        let change = UndoChange(
            document: document,
            before: UndoState(record, expiration: isPurged ? expiration : nil),
            after: UndoState(changed, isPurged: isPurged))
        try history.record(change)
        return outcome
    }
}

extension Repository {
    /// Returns the repository with a history that records its changes.
    ///
    /// ```swift
    /// let hotels = try database.repository(of: Hotel.self).recording(in: history)
    /// ```
    ///
    /// - Parameter history: The history. Repositories with other models can use it too.
    /// - Returns: The repository.
    public func recording(in history: UndoHistory) -> Repository {
        using(UndoRecordingMiddleware(history))
    }
}

extension UndoHistory {
    /// Records a change in the transaction of the thread.
    func record(_ change: UndoChange) throws {
        let database = change.document.store.database
        let transaction = UndoTransaction(of: database)
        let number = state.withLock { state in
            state.add(change, in: transaction, byteLimit: byteLimit)
        }
        do {
            try database.afterTransaction { [self] isCommitted in
                end(transaction, number, isCommitted: isCommitted)
            }
        } catch {
            state.withLock { $0.remove(number, in: transaction) }
            throw error
        }
    }

    private func end(_ transaction: UndoTransaction, _ number: Int, isCommitted: Bool) {
        guard isCommitted else {
            return state.withLock { $0.remove(number, in: transaction) }
        }
        // The first change of a transaction ends the step of all of them. The dropped steps are
        // released without the lock, because that can close a database.
        let commit = state.withLock { state in
            state.commit(
                transaction, from: number, stepLimit: stepLimit, byteLimit: byteLimit)
        }
        guard let commit else { return }
        didChange()
        guard let step = commit.step else { return }
        for observer in stepObservers.withLock({ $0 }) { observer(step.name) }
    }
}
