import Fleece

/// The changes of documents while a step is undone or redone, in a transaction.
struct UndoRun {
    private let direction: UndoDirection
    private let rule: UndoConflictRule
    private(set) var applied: [Applied] = []
    private(set) var skippedIDs: [String] = []

    /// A change that was applied.
    struct Applied {
        let change: UndoChange
        /// The state of the document that was restored.
        let state: UndoState
        /// The new revision of the document, or `nil` if it no longer exists.
        let revisionID: RevisionID?
    }

    init(_ direction: UndoDirection, _ rule: UndoConflictRule) {
        self.direction = direction
        self.rule = rule
    }

    /// Returns the revisions that the documents of a step must have.
    ///
    /// The lock of the history must be held.
    static func expectations(of step: UndoStep, _ direction: UndoDirection) -> [RevisionID?] {
        step.changes.map { direction == .undo ? $0.after.revisionID : $0.before.revisionID }
    }

    /// Applies the changes of a step.
    mutating func apply(_ step: UndoStep, _ expected: [RevisionID?]) throws {
        let changes = Array(zip(step.changes, expected))
        for (change, expected) in direction == .undo ? changes.reversed() : changes {
            let target = direction == .undo ? change.before : change.after
            let conflict: WriteConflict
            switch try restore(target, of: change.document, expected: expected) {
            case .success(let revisionID):
                applied.append(Applied(change: change, state: target, revisionID: revisionID))
                continue
            case .failure(let found): conflict = found.conflict
            }
            guard rule == .skip else {
                throw error(for: step, conflict: conflict, document: change.document)
            }
            skippedIDs.append(change.document.id)
        }
        // The changes keep the order of the step, whose opposite is used in the other direction.
        if direction == .undo { applied.reverse() }
    }

    private struct Found: Error {
        let conflict: WriteConflict
    }

    /// Restores a state of a document.
    ///
    /// - Returns: The new revision, or `nil` if the document no longer exists.
    private func restore(
        _ target: UndoState, of document: UndoDocument, expected: RevisionID?
    ) throws -> Result<RevisionID?, Found> {
        let store = document.store
        let precondition = expected.map { RevisionPrecondition.revision($0) } ?? .absent
        guard let body = target.body else {
            return try remove(document, precondition, isPurge: target.isPurged)
        }
        let result = try store.save { writer in
            writer.write(copyOf: body.value)
            return WriteTarget(id: document.id, if: precondition).restoring()
        }
        switch result {
        case .saved(let revision):
            if let expiration = target.expiration {
                try store.setExpiration(expiration, of: document.id)
            }
            return .success(revision.revisionID)
        case .conflict(let conflict): return .failure(Found(conflict: conflict))
        }
    }

    private func remove(
        _ document: UndoDocument, _ precondition: RevisionPrecondition, isPurge: Bool
    ) throws -> Result<RevisionID?, Found> {
        // The deletion checks the revision, even before a purge.
        switch try document.store.delete(id: document.id, if: precondition) {
        case .deleted, .alreadyDeleted:
            if isPurge { try document.store.purge(id: document.id) }
            return .success(nil)
        case .conflict(let conflict): return .failure(Found(conflict: conflict))
        }
    }

    private func error(
        for step: UndoStep, conflict: WriteConflict, document: UndoDocument
    ) -> QuireError {
        let action = direction == .undo ? "undone" : "redone"
        let name = step.name.map { " \($0.debugDescription)" } ?? ""
        let cause = conflict.error(in: document.store.location)
        let found = conflict.current.map { "found \($0.revisionID)" } ?? "found no document"
        let change = conflict.current == nil || conflict.isDeleted ? "removed" : "changed"
        return QuireError(
            .conflict,
            """
            The step\(name) cannot be \(action): document \(document.id.debugDescription) in \
            \(document.store.location) was \(change) by another writer (\(found)). Nothing was \
            changed. To leave this document as it is, pass onConflict: .skip
            """, underlyingError: cause)
    }
}
