/// The steps of a history, and the changes of transactions in progress.
struct UndoStacks: Sendable {
    /// A change of a transaction that is in progress.
    private struct PendingChange {
        let number: Int
        let name: String?
        let size: Int
        /// The change, or `nil` if the transaction exceeded the limit with it.
        let change: UndoChange?
    }

    /// The changes of a transaction that have not been rolled back.
    private struct Pending {
        var changes: [PendingChange] = []
        var size = 0
    }

    private struct WeakState {
        weak var state: UndoState?
    }

    private(set) var undo: [UndoStep] = []
    private(set) var redo: [UndoStep] = []
    private var size = 0
    private var lastNumber = 0
    private var pending: [UndoTransaction: Pending] = [:]
    private var names: [UndoTransaction: String] = [:]
    /// The states of existing documents, as long as a step contains them.
    private var states: [UndoDocument.Revision: WeakState] = [:]
    private var nextSweep = 1000

    // MARK: Recording

    /// Sets the name of the steps of a transaction.
    ///
    /// - Returns: The former name.
    mutating func setName(_ name: String?, in transaction: UndoTransaction) -> String? {
        let former = names[transaction]
        names[transaction] = name
        return former
    }

    /// Adds a change of a transaction that is in progress.
    ///
    /// - Returns: A number that identifies the change.
    mutating func add(
        _ change: UndoChange, in transaction: UndoTransaction, byteLimit: Int
    ) -> Int {
        lastNumber += 1
        var change = change
        if let revision = change.document.revision(change.before.revisionID),
            let state = states[revision]?.state, state.expiration == change.before.expiration
        {
            change.before = state
        }
        note(change.before, of: change.document)
        note(change.after, of: change.document)
        let changeSize = change.before.size + change.after.size
        let size = changeSize + (pending[transaction]?.size ?? 0)
        pending[transaction, default: Pending()].size = size
        // The earlier changes are kept, because a nested batch can be rolled back.
        pending[transaction]?.changes.append(
            PendingChange(
                number: lastNumber, name: names[transaction], size: changeSize,
                change: size > byteLimit ? nil : change))
        return lastNumber
    }

    /// Removes a change that was rolled back.
    mutating func remove(_ number: Int, in transaction: UndoTransaction) {
        // The last changes are rolled back first.
        guard
            let index = pending[transaction]?.changes.lastIndex(where: { $0.number == number }),
            let removed = pending[transaction]?.changes.remove(at: index)
        else { return }
        pending[transaction]?.size -= removed.size
        if pending[transaction]?.changes.isEmpty == true { pending[transaction] = nil }
    }

    /// Removes the changes of a transaction that was committed.
    ///
    /// Earlier changes belong to a transaction of the same thread whose end is being reported.
    private mutating func takeChanges(
        from number: Int, in transaction: UndoTransaction
    ) -> [PendingChange] {
        guard var rest = pending.removeValue(forKey: transaction) else { return [] }
        let index = rest.changes.firstIndex { $0.number >= number } ?? rest.changes.endIndex
        let changes = Array(rest.changes[index...])
        rest.changes.removeSubrange(index...)
        rest.size -= changes.reduce(0) { $0 + $1.size }
        if !rest.changes.isEmpty { pending[transaction] = rest }
        return changes
    }

    /// Adds the step of a transaction that was committed.
    ///
    /// - Parameters:
    ///   - transaction: The transaction, whose changes become one step.
    ///   - number: The number of its first change.
    ///   - stepLimit: The maximum number of steps.
    ///   - byteLimit: The maximum size of all steps.
    /// - Returns: The new step, unless it is too large, and the steps that were dropped; `nil` if the
    ///   transaction has changed nothing.
    mutating func commit(
        _ transaction: UndoTransaction, from number: Int, stepLimit: Int, byteLimit: Int
    ) -> (step: UndoStep?, dropped: [UndoStep])? {
        let pending = takeChanges(from: number, in: transaction)
        guard let first = pending.first else { return nil }
        guard pending.allSatisfy({ $0.change != nil }) else {
            let dropped = undo + redo
            removeAll()
            return (nil, dropped)
        }
        let changes = combined(pending.compactMap(\.change))
        guard !changes.isEmpty else { return nil }
        let name = pending.last { $0.name != nil }?.name
        let step = UndoStep(number: first.number, name: name, changes: changes)
        // Transactions of several threads can be reported in another order than they ran.
        let index = undo.lastIndex { $0.number < step.number }.map { $0 + 1 } ?? 0
        undo.insert(step, at: index)
        size += step.size - redo.reduce(0) { $0 + $1.size }
        var dropped = redo
        redo = []
        while undo.count > stepLimit || size > byteLimit, !undo.isEmpty {
            let oldest = undo.removeFirst()
            size -= oldest.size
            dropped.append(oldest)
        }
        return (undo.isEmpty ? nil : step, dropped)
    }

    /// Returns one change for each document, from its first to its last state.
    private func combined(_ changes: [UndoChange]) -> [UndoChange] {
        var combined: [UndoChange] = []
        var indexes: [UndoDocument.Key: Int] = [:]
        for change in changes {
            if let index = indexes[change.document.key] {
                combined[index].after = change.after
            } else {
                indexes[change.document.key] = combined.count
                combined.append(change)
            }
        }
        combined.removeAll { $0.before.revisionID == $0.after.revisionID }
        return combined
    }

    /// Makes a state available to later changes that begin with it.
    private mutating func note(_ state: UndoState, of document: UndoDocument) {
        guard let revision = document.revision(state.revisionID) else { return }
        states[revision] = WeakState(state: state)
        if states.count > nextSweep {
            states = states.filter { $0.value.state != nil }
            nextSweep = max(1000, 2 * states.count)
        }
    }

    /// Removes all steps.
    mutating func removeAll() {
        undo = []
        redo = []
        states = [:]
        size = 0
    }

    // MARK: Undoing

    /// Removes the last step of a stack.
    mutating func take(_ direction: UndoDirection) -> UndoStep? {
        let step =
            switch direction {
            case .undo: undo.popLast()
            case .redo: redo.popLast()
            }
        if let step { size -= step.size }
        return step
    }

    /// Puts back a step that ``take(_:)`` removed.
    mutating func putBack(_ step: UndoStep, _ direction: UndoDirection) {
        size += step.size
        switch direction {
        case .undo: undo.append(step)
        case .redo: redo.append(step)
        }
    }

    /// Adds the applied changes of a step to the other stack, before their transaction ends.
    ///
    /// - Parameters:
    ///   - step: The step, which ``take(_:)`` removed.
    ///   - applied: The changes that were applied, with the new revisions of their documents.
    ///   - direction: The direction in which they were applied.
    /// - Returns: The former revisions of the changed states, for ``revert(_:_:)``.
    mutating func finish(
        _ step: UndoStep, applied: [UndoRun.Applied], _ direction: UndoDirection
    ) -> [RevisionID?] {
        let former = applied.map { item in
            let state = item.state
            let revisionID = state.revisionID
            state.revisionID = item.revisionID
            note(state, of: item.change.document)
            return revisionID
        }
        guard !applied.isEmpty else { return [] }
        let rest = UndoStep(number: step.number, name: step.name, changes: applied.map(\.change))
        putBack(rest, direction.opposite)
        return former
    }

    /// Reverts ``finish(_:applied:_:)`` after its transaction was rolled back.
    mutating func revert(
        _ applied: [UndoRun.Applied], to former: [RevisionID?], direction: UndoDirection
    ) {
        for (item, revisionID) in zip(applied, former) {
            item.state.revisionID = revisionID
            note(item.state, of: item.change.document)
        }
        if !applied.isEmpty { _ = take(direction.opposite) }
    }
}

/// Whether a step is undone or redone.
enum UndoDirection: Sendable {
    case undo
    case redo

    var opposite: UndoDirection { self == .undo ? .redo : .undo }
}
