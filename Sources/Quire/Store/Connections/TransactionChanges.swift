/// What a transaction has changed, for those who are told after its commit.
struct TransactionChanges {
    /// Whether anybody wants to know which documents change.
    private(set) var isRecorded = false
    /// The earliest time at which a document that got one is to be deleted by itself.
    private(set) var earliestExpiration: Int64?
    private var documents: [(keyStore: KeyStore, id: String)] = []

    /// Begins with a transaction.
    ///
    /// - Parameter isRecorded: Whether anybody wants to know which documents change.
    mutating func begin(isRecorded: Bool) {
        self.isRecorded = isRecorded
        earliestExpiration = nil
        if !documents.isEmpty { documents.removeAll() }
    }

    /// Takes note of a document that was changed.
    @inline(__always)
    mutating func note(_ id: String, in keyStore: KeyStore) {
        if isRecorded { documents.append((keyStore, id)) }
    }

    /// Takes note of a document that is to be deleted at a time.
    ///
    /// That stays when a nested transaction is undone: a look too many at the clock does no harm.
    mutating func note(expiration: Int64) {
        earliestExpiration = min(expiration, earliestExpiration ?? .max)
    }

    /// How much is noted, to go back to.
    var mark: Int { documents.count }

    /// Forgets what a nested transaction noted.
    ///
    /// - Parameter mark: How much was noted before it.
    mutating func undo(to mark: Int) {
        documents.removeSubrange(min(mark, documents.count)...)
    }

    /// The changed documents by the name of their collection's tables, each once, in the order of
    /// their first change.
    var byKeyStore: [String: [String]] {
        var lists: [String: [String]] = [:]
        var seen: [String: Set<String>] = [:]
        for (keyStore, id) in documents
        where seen[keyStore.name, default: []].insert(id).inserted {
            lists[keyStore.name, default: []].append(id)
        }
        return lists
    }
}
