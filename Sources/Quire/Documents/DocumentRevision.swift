/// Which revision a document was read from, or saved or deleted as.
struct DocumentRevision: Hashable {
    let id: RevisionID
    let sequence: UInt64
}

/// The revision of a document object, which a transaction may yet undo.
///
/// An object that is saved has its new revision at once, and needs it to be saved again in the same
/// transaction. If the transaction is rolled back, it has the one from before.
struct ProvisionalRevision {
    private var levels: [(revision: DocumentRevision?, part: TransactionPart)] = []
    private var settled: DocumentRevision?

    /// Begins with a revision that nothing will undo.
    init(_ revision: DocumentRevision?) {
        settled = revision
    }

    /// The revision as things are now.
    var current: DocumentRevision? {
        guard let last = levels.last(where: { !$0.part.isUndone }) else { return settled }
        return last.revision
    }

    /// Takes the revision that a transaction gives.
    ///
    /// - Parameters:
    ///   - revision: The revision, or `nil` if the document was purged.
    ///   - part: The transaction, or the nested one.
    mutating func set(_ revision: DocumentRevision?, in part: TransactionPart) {
        levels.removeAll { $0.part.isUndone || $0.part === part }
        if let index = levels.lastIndex(where: { $0.part.isCommitted }) {
            settled = levels[index].revision
            levels.removeFirst(index + 1)
        }
        levels.append((revision, part))
    }
}

/// A transaction, or one nested in it: whether what was done in it still counts.
final class TransactionPart {
    private let outer: TransactionPart?
    private var wasUndone = false
    private var wasCommitted = false

    /// Begins a part.
    ///
    /// - Parameter outer: The part that it is nested in, if it is.
    init(in outer: TransactionPart? = nil) {
        self.outer = outer
    }

    /// Whether it was rolled back, or one that it is nested in.
    var isUndone: Bool { wasUndone || outer?.isUndone ?? false }

    /// Whether it is committed, so that nothing can undo it any more.
    var isCommitted: Bool { !wasUndone && (outer?.isCommitted ?? wasCommitted) }

    /// Notes that it was rolled back.
    func undo() { wasUndone = true }

    /// Notes that the outermost part was committed.
    func commit() { wasCommitted = true }
}
