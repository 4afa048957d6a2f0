import QuirePlatform

/// The rule for an undo of a document that another writer has changed.
///
/// ```swift
/// let result = try history.undo(onConflict: .skip)
/// print(result?.skippedIDs ?? [])
/// ```
public enum UndoConflictRule: Hashable, Sendable {
    /// Throw an error and undo nothing.
    case fail
    /// Leave the document unchanged, and undo the changes of the other documents.
    case skip
}

/// The result of an undo or redo.
///
/// ```swift
/// if let result = try history.undo() {
///     print("Undone:", result.name ?? "", result.documentIDs)
/// }
/// ```
public struct UndoResult: Hashable, Sendable {
    /// The name of the step, if it has one.
    public let name: String?
    /// The IDs of the documents that were restored or removed.
    public let documentIDs: [String]
    /// The IDs of the documents that were skipped, because another writer has changed them.
    public let skippedIDs: [String]
}

extension UndoHistory {
    /// Undoes the last step.
    ///
    /// ```swift
    /// try hotels.delete(id: "hotel-1")
    /// try history.undo()
    /// print(try hotels.exists("hotel-1"))  // true
    /// ```
    ///
    /// - Parameter rule: The rule for documents that another writer has changed since the step.
    /// - Returns: The result, or `nil` if there is no step to undo.
    /// - Throws: ``QuireError`` with code `conflict` if another writer has changed a document,
    ///   `duplicateValue` if a restored document has the values of another one in a unique index,
    ///   `transactionNotClosed` inside a transaction, `notOpen`. In these cases, the documents and
    ///   the history are unchanged.
    /// - Complexity: O(*m* log *n*) for *m* documents of the step among *n* documents.
    @discardableResult
    public func undo(onConflict rule: UndoConflictRule = .fail) throws -> UndoResult? {
        try perform(.undo, rule)
    }

    /// Redoes the step that was undone last.
    ///
    /// ```swift
    /// if history.canRedo { try history.redo() }
    /// ```
    ///
    /// - Parameter rule: The rule for documents that another writer has changed since the undo.
    /// - Returns: The result, or `nil` if there is no step to redo.
    /// - Throws: The errors of `undo(onConflict:)`.
    /// - Complexity: The same as `undo(onConflict:)`.
    @discardableResult
    public func redo(onConflict rule: UndoConflictRule = .fail) throws -> UndoResult? {
        try perform(.redo, rule)
    }

    /// Undoes the last step, on a thread of the database.
    ///
    /// - Parameter rule: The rule for documents that another writer has changed since the step.
    /// - Returns: The result, or `nil` if there is no step to undo.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    @discardableResult
    public func undo(onConflict rule: UndoConflictRule = .fail) async throws -> UndoResult? {
        try await performAsynchronously(.undo, rule)
    }

    /// Redoes the step that was undone last, on a thread of the database.
    ///
    /// - Parameter rule: The rule for documents that another writer has changed since the undo.
    /// - Returns: The result, or `nil` if there is no step to redo.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    @discardableResult
    public func redo(onConflict rule: UndoConflictRule = .fail) async throws -> UndoResult? {
        try await performAsynchronously(.redo, rule)
    }

    private func performAsynchronously(
        _ direction: UndoDirection, _ rule: UndoConflictRule
    ) async throws -> UndoResult? {
        guard let database = nextDatabase(direction) else { return nil }
        return try await database.blockingWork.run { try self.perform(direction, rule) }
    }

    private func perform(
        _ direction: UndoDirection, _ rule: UndoConflictRule
    ) throws -> UndoResult? {
        while let database = nextDatabase(direction) {
            try checkIsOutsideTransaction(of: database)
            if let result = try perform(direction, rule, in: database) {
                didChange()
                return result
            }
            // Another thread has undone the step in the meantime.
        }
        return nil
    }

    private func nextDatabase(_ direction: UndoDirection) -> (any DocumentDatabase)? {
        state.withLock { state in
            let step = direction == .undo ? state.undo.last : state.redo.last
            return step?.changes.first?.document.store.database
        }
    }

    /// Performs the next step of a database.
    ///
    /// - Returns: The result, or `nil` if the next step is in another database.
    private func perform(
        _ direction: UndoDirection, _ rule: UndoConflictRule, in database: any DocumentDatabase
    ) throws -> UndoResult? {
        var taken: UndoStep?
        var run = UndoRun(direction, rule)
        var former: [RevisionID?] = []
        func revert() {
            guard let step = taken else { return }
            state.withLock { state in
                state.revert(run.applied, to: former, direction: direction)
                state.putBack(step, direction)
            }
            taken = nil
        }
        do {
            // The history changes inside the transaction, so that concurrent calls undo the steps
            // in their order.
            try database.inBatch {
                // An engine can run the closure again after a rollback.
                revert()
                run = UndoRun(direction, rule)
                guard let step = take(direction, in: database) else { return }
                do {
                    let expected = state.withLock { _ in
                        UndoRun.expectations(of: step, direction)
                    }
                    try run.apply(step, expected)
                } catch {
                    state.withLock { $0.putBack(step, direction) }
                    throw error
                }
                former = state.withLock { $0.finish(step, applied: run.applied, direction) }
                taken = step
            }
        } catch {
            revert()
            throw error
        }
        guard let taken else { return nil }
        return UndoResult(
            name: taken.name, documentIDs: run.applied.map(\.change.document.id),
            skippedIDs: run.skippedIDs)
    }

    private func take(_ direction: UndoDirection, in database: any DocumentDatabase) -> UndoStep? {
        state.withLock { state in
            let step = direction == .undo ? state.undo.last : state.redo.last
            guard step?.changes.first?.document.store.database === database else { return nil }
            return state.take(direction)
        }
    }

    private func checkIsOutsideTransaction(of database: any DocumentDatabase) throws {
        do {
            try database.afterTransaction { _ in }
        } catch QuireError.Code.notInTransaction {
            return
        }
        throw QuireError(
            .transactionNotClosed,
            "A step cannot be undone or redone inside a transaction of database "
                + "\(database.name). Call undo and redo outside of inBatch")
    }
}
