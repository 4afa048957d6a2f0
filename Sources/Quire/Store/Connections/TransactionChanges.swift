/// What a transaction has changed, for those who are told after its commit.
struct TransactionChanges {
    /// Whether saved documents are noted, because somebody wanted to know of them from the beginning.
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

    /// Takes note of a document that was saved or deleted.
    ///
    /// Its sequence tells of it too, to those who come later.
    @inline(__always)
    mutating func note(_ id: String, in keyStore: KeyStore) {
        if isRecorded { documents.append((keyStore, id)) }
    }

    /// Takes note of a document that was purged, which leaves no trace to be found by.
    mutating func note(purged id: String, in keyStore: KeyStore) {
        documents.append((keyStore, id))
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
    ///
    /// - Parameter found: Documents that were not noted, each once; they come first.
    /// - Returns: Their IDs.
    func byKeyStore(and found: [String: [String]] = [:]) -> [String: [String]] {
        var lists = found
        var seen = found.mapValues(Set.init)
        for (keyStore, id) in documents
        where seen[keyStore.name, default: []].insert(id).inserted {
            lists[keyStore.name, default: []].append(id)
        }
        return lists
    }
}
