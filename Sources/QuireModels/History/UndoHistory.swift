import QuirePlatform

#if canImport(Observation)
    public import Observation
#endif

/// The changes of documents that can be undone and redone.
///
/// A history records the changes of the repositories that use it. Each transaction is one step.
///
/// ```swift
/// let history = UndoHistory()
/// let hotels = try database.repository(of: Hotel.self).recording(in: history)
/// try hotels.delete(id: "hotel-1")
/// try history.undo()
/// print(try hotels.exists("hotel-1"))  // true
/// try history.redo()
/// ```
///
/// Several repositories can use one history, even with different models. To record the changes of
/// all repositories of a model, register ``UndoRecordingMiddleware`` with the database.
///
/// ## Undoing
///
/// An undo restores the documents as they were stored before the step, including properties that
/// their models do not declare, in one transaction: it deletes inserted documents, saves deleted and
/// purged documents again, and restores the former bodies of changed documents. The documents get new
/// revisions, so an undo is replicated like any other change.
///
/// If another writer has changed a document since the step, an undo throws ``QuireError`` with code
/// `conflict`, and neither the documents nor the history change. ``UndoConflictRule/skip`` undoes the
/// changes of the other documents.
///
/// If a deletion applies the rules of a ``ReferencedModel``, its step contains the documents that the
/// rules delete or change, in all collections. An undo itself applies no rules: the references to a
/// document whose insertion is undone remain.
///
/// An undo restores stored documents, so it does not call middleware: timestamps have their former
/// values, a document that was marked as deleted has no mark, models are not validated, and no
/// audit entry is created. Unique indexes apply. A history contains only the changes that
/// repositories make to documents. It does not contain changes of expiration dates or the purge of
/// expired documents. The expiration date of a purged document is restored.
///
/// Blobs are not part of a history. If no other document contains a blob, and the database is
/// compacted before the undo, the undo restores the document without the content of the blob.
///
/// ## Memory
///
/// A history is in memory and keeps the changed documents before and after each step. It drops the
/// oldest steps beyond ``stepLimit`` and ``byteLimit``. A step that alone exceeds the byte limit
/// cannot be undone, and neither can the steps before it.
///
/// A history is thread-safe. Views that read ``canUndo`` or the other properties are updated when
/// they change. It retains the databases of its documents until you call ``removeAll()``. A database
/// retains the middleware that is registered with it, and thus the history of an
/// ``UndoRecordingMiddleware``. Such a database is not closed when you release it: close it, or call
/// ``removeAll()`` before you release it.
public final class UndoHistory: Sendable {
    /// The maximum number of steps that can be undone.
    public let stepLimit: Int

    /// The maximum size of the recorded documents, in bytes.
    public let byteLimit: Int

    let state: Mutex<UndoStacks>
    /// The closures to call with the name of each new step.
    let stepObservers = Mutex<[@Sendable (String?) -> Void]>([])

    #if canImport(Observation)
        private let registrar = ObservationRegistrar()
    #endif

    /// Creates an empty history.
    ///
    /// - Parameters:
    ///   - stepLimit: The maximum number of steps that can be undone.
    ///   - byteLimit: The maximum size of the recorded documents, in bytes.
    public init(stepLimit: Int = 100, byteLimit: Int = 64 * 1024 * 1024) {
        self.stepLimit = max(0, stepLimit)
        self.byteLimit = max(0, byteLimit)
        state = Mutex(UndoStacks())
    }

    // MARK: State

    /// Whether there is a step to undo.
    public var canUndo: Bool { observed { !$0.undo.isEmpty } }

    /// Whether there is a step to redo.
    public var canRedo: Bool { observed { !$0.redo.isEmpty } }

    /// The name of the step that an undo would undo, or `nil` if it has no name.
    public var undoActionName: String? { observed { $0.undo.last?.name } }

    /// The name of the step that a redo would redo, or `nil` if it has no name.
    public var redoActionName: String? { observed { $0.redo.last?.name } }

    /// The number of steps that can be undone.
    public var undoCount: Int { observed { $0.undo.count } }

    /// The number of steps that can be redone.
    public var redoCount: Int { observed { $0.redo.count } }

    /// Removes all steps.
    ///
    /// The documents do not change.
    public func removeAll() {
        // The former steps are released without the lock, because that can close a database.
        let former = state.withLock { state in
            let former = (state.undo, state.redo)
            state.removeAll()
            return former
        }
        withExtendedLifetime(former) {}
        didChange()
    }

    private func observed<Value>(_ read: (UndoStacks) -> Value) -> Value
    where Value: Sendable {
        #if canImport(Observation)
            registrar.access(self, keyPath: \.canUndo)
        #endif
        return state.withLock { read($0) }
    }

    /// Notifies the views that read the properties.
    ///
    /// No lock is held, because observers run code of the program.
    func didChange() {
        #if canImport(Observation)
            registrar.withMutation(of: self, keyPath: \.canUndo) {}
        #endif
    }

    // MARK: Steps

    /// Runs a closure as one transaction and names its step.
    ///
    /// ```swift
    /// try history.step("Close the hotels", in: database) {
    ///     try hotels.delete(id: "hotel-1")
    ///     try hotels.delete(id: "hotel-2")
    /// }
    /// print(history.undoActionName ?? "")  // Close the hotels
    /// ```
    ///
    /// Within a transaction, the closure is part of that transaction and of its step.
    ///
    /// - Parameters:
    ///   - name: The name of the step, such as the title of a menu item.
    ///   - database: The database of the repositories.
    ///   - body: A closure that reads and writes.
    /// - Returns: The value that the closure returns.
    /// - Throws: An error that the closure throws, after the rollback; or the errors of
    ///   `DocumentDatabase/inBatch(using:)`.
    @discardableResult
    public func step<R>(
        _ name: String, in database: some DocumentDatabase, using body: () throws -> R
    ) throws -> R {
        try database.inBatch {
            let transaction = UndoTransaction(of: database)
            let former = state.withLock { $0.setName(name, in: transaction) }
            defer { state.withLock { _ = $0.setName(former, in: transaction) } }
            return try body()
        }
    }

    /// Runs a closure as one transaction on a thread of the database, and names its step.
    ///
    /// - Parameters:
    ///   - name: The name of the step, such as the title of a menu item.
    ///   - database: The database of the repositories.
    ///   - body: A closure that reads and writes.
    /// - Returns: The value that the closure returns.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    @discardableResult
    public func step<R: Sendable>(
        _ name: String, in database: some DocumentDatabase,
        using body: @escaping @Sendable () throws -> R
    ) async throws -> R {
        try await database.inBatch { try self.step(name, in: database, using: body) }
    }
}

#if canImport(Observation)
    extension UndoHistory: Observable {}
#endif
