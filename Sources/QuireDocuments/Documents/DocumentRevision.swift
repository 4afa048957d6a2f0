/// The revision that a document was read from, saved as or deleted as.
package struct DocumentRevision: Hashable {
    package let id: RevisionID
    let sequence: UInt64

    package init(id: RevisionID, sequence: UInt64) {
        self.id = id
        self.sequence = sequence
    }
}

/// The revision of a document object, which rolling back a transaction restores.
///
/// A saved object has its new revision immediately, because saving it again in the same transaction
/// requires that revision. If the transaction is rolled back, the object has its previous revision
/// again.
struct ProvisionalRevision {
    private var levels: [(revision: DocumentRevision?, part: Savepoint)] = []
    private var settled: DocumentRevision?

    /// Creates a value with a revision that cannot be rolled back.
    init(_ revision: DocumentRevision?) {
        settled = revision
    }

    /// The current revision, ignoring transactions that were rolled back.
    var current: DocumentRevision? {
        guard let last = levels.last(where: { !$0.part.isUndone }) else { return settled }
        return last.revision
    }

    /// Sets the revision within a transaction.
    ///
    /// - Parameters:
    ///   - revision: The revision, or `nil` if the document was purged.
    ///   - part: The transaction or nested transaction.
    mutating func set(_ revision: DocumentRevision?, in part: Savepoint) {
        levels.removeAll { $0.part.isUndone || $0.part === part }
        if let index = levels.lastIndex(where: { $0.part.isCommitted }) {
            settled = levels[index].revision
            levels.removeFirst(index + 1)
        }
        levels.append((revision, part))
    }
}

/// A transaction or a nested transaction, which records whether it was rolled back or committed.
package final class Savepoint {
    private let outer: Savepoint?
    private var wasUndone = false
    private var wasCommitted = false

    /// Creates a transaction.
    ///
    /// - Parameter outer: The enclosing transaction, or `nil` for an outermost one.
    package init(in outer: Savepoint? = nil) {
        self.outer = outer
    }

    /// Whether this transaction or an enclosing one was rolled back.
    var isUndone: Bool { wasUndone || outer?.isUndone ?? false }

    /// Whether the transaction is committed, so that it can no longer be rolled back.
    var isCommitted: Bool { !wasUndone && (outer?.isCommitted ?? wasCommitted) }

    /// Records that the transaction was rolled back.
    package func undo() { wasUndone = true }

    /// Records that the outermost transaction was committed.
    package func commit() { wasCommitted = true }
}
