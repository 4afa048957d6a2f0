/// The changes of a transaction, which are published after its commit.
struct TransactionChanges {
    /// Whether the IDs of saved documents are recorded, because a subscription existed at the
    /// beginning of the transaction.
    private(set) var isRecorded = false
    /// The earliest expiration date that the transaction set.
    private(set) var earliestExpiration: Int64?
    private var documents: [(tables: CollectionTables, id: String)] = []

    /// Resets the changes at the beginning of a transaction.
    ///
    /// - Parameter isRecorded: Whether to record the IDs of saved documents.
    mutating func begin(isRecorded: Bool) {
        self.isRecorded = isRecorded
        earliestExpiration = nil
        if !documents.isEmpty { documents.removeAll() }
    }

    /// Records a saved or deleted document.
    ///
    /// If the ID is not recorded, the document can still be found by its sequence.
    @inline(__always)
    mutating func note(_ id: String, in tables: CollectionTables) {
        if isRecorded { documents.append((tables, id)) }
    }

    /// Records a purged document, which cannot be found by its sequence.
    mutating func note(purged id: String, in tables: CollectionTables) {
        documents.append((tables, id))
    }

    /// Records an expiration date.
    ///
    /// The rollback of a nested transaction doesn't remove it: an unnecessary wake-up of the timer
    /// does no harm.
    mutating func note(expiration: Int64) {
        earliestExpiration = min(expiration, earliestExpiration ?? .max)
    }

    /// The number of recorded documents, to which a rollback can return.
    var mark: Int { documents.count }

    /// Removes the documents that a nested transaction recorded.
    ///
    /// - Parameter mark: The value of ``mark`` before the nested transaction.
    mutating func undo(to mark: Int) {
        documents.removeSubrange(min(mark, documents.count)...)
    }

    /// Returns the changed documents by the table name of their collection.
    ///
    /// Each ID occurs once, in the order of the first changes.
    ///
    /// - Parameter found: The IDs of documents that were not recorded, without duplicates. They
    ///   come first.
    /// - Returns: The document IDs by table name.
    func byKeyStore(and found: [String: [String]] = [:]) -> [String: [String]] {
        var lists = found
        var seen = found.mapValues(Set.init)
        for (tables, id) in documents
        where seen[tables.name, default: []].insert(id).inserted {
            lists[tables.name, default: []].append(id)
        }
        return lists
    }
}
