import Fleece

/// The documents of one in-memory collection.
///
/// Every change gives back what undoes it.
struct InMemoryDocuments {
    /// A live document.
    struct Live {
        /// Where it stands in the order in which documents were first saved.
        let row: Int
        let revisionID: RevisionID
        let sequence: UInt64
        let body: FleeceDictionary
    }

    /// What a change made different: the state of one document before it.
    struct Undo {
        let id: String
        let live: Live?
        let deleted: RevisionID?
        let expiration: Int64?
        let lastSequence: UInt64
    }

    private var live: [String: Live] = [:]
    /// The revisions of the documents that are deleted.
    private var deleted: [String: RevisionID] = [:]
    /// When documents expire, live ones and deleted ones, in milliseconds since 1970.
    private(set) var expirations: [String: Int64] = [:]
    private var lastSequence: UInt64 = 0
    /// The documents in the order of their rows; a row that is not its document's is a gap.
    private var order: [(row: Int, id: String)] = []

    // MARK: Reading

    /// A live document.
    func record(_ id: String) -> DocumentRecord? { live[id].map { Self.record(id, $0) } }

    /// All live documents, in the order in which they were first saved.
    var records: [DocumentRecord] {
        order.compactMap { row, id in
            guard let document = live[id], document.row == row else { return nil }
            return Self.record(id, document)
        }
    }

    /// A document's revision, and whether it is deleted.
    func revision(of id: String) -> (id: RevisionID, isDeleted: Bool)? {
        if let document = live[id] { return (document.revisionID, false) }
        return deleted[id].map { ($0, true) }
    }

    private static func record(_ id: String, _ document: Live) -> DocumentRecord {
        DocumentRecord(
            id: id, revisionID: document.revisionID, sequence: document.sequence,
            body: document.body)
    }

    // MARK: Changing

    /// Stores a revision of a document.
    mutating func store(
        _ id: String, _ revisionID: RevisionID, _ body: FleeceDictionary
    ) -> (SavedRevision, Undo) {
        let undo = undo(id)
        lastSequence += 1
        let row = live[id]?.row ?? (order.last?.row ?? 0) + 1
        if live[id] == nil { order.append((row, id)) }
        live[id] = Live(row: row, revisionID: revisionID, sequence: lastSequence, body: body)
        deleted[id] = nil
        return (SavedRevision(id: id, revisionID: revisionID, sequence: lastSequence), undo)
    }

    /// Makes a tombstone of a document.
    mutating func delete(_ id: String, _ revisionID: RevisionID) -> (SavedRevision, Undo) {
        let undo = undo(id)
        lastSequence += 1
        live[id] = nil
        deleted[id] = revisionID
        return (SavedRevision(id: id, revisionID: revisionID, sequence: lastSequence), undo)
    }

    /// Forgets a document.
    mutating func purge(_ id: String) -> Undo {
        let undo = undo(id)
        live[id] = nil
        deleted[id] = nil
        expirations[id] = nil
        return undo
    }

    /// Sets when a document expires.
    mutating func setExpiration(_ expiration: Int64?, of id: String) -> Undo {
        let undo = undo(id)
        expirations[id] = expiration
        return undo
    }

    private func undo(_ id: String) -> Undo {
        Undo(
            id: id, live: live[id], deleted: deleted[id], expiration: expirations[id],
            lastSequence: lastSequence)
    }

    /// Takes back a change; the last one first.
    mutating func take(back undo: Undo) {
        live[undo.id] = undo.live
        deleted[undo.id] = undo.deleted
        expirations[undo.id] = undo.expiration
        lastSequence = undo.lastSequence
    }

    /// Closes the gaps once there are many.
    ///
    /// What was changed until now cannot be taken back any more.
    mutating func closeGaps() {
        guard order.count > 2 * live.count + 64 else { return }
        order = order.filter { row, id in live[id]?.row == row }
    }
}
