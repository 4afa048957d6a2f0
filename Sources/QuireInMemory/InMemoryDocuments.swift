import Fleece
import QuireModels

/// The documents of one in-memory store.
///
/// Each change returns a value with which it can be undone.
struct InMemoryDocuments {
    /// A live document.
    struct Live {
        /// The position of the document in the order of first saves.
        let row: Int
        let record: DocumentRecord
    }

    /// The state of a document before a change.
    struct Undo {
        let id: String
        let live: Live?
        let deleted: SavedRevision?
        let expiration: Int64?
        let lastSequence: UInt64
    }

    private var live: [DocumentIDKey: Live] = [:]
    /// The tombstones by document ID.
    private var deleted: [DocumentIDKey: SavedRevision] = [:]
    /// The expiration dates of documents and tombstones, in milliseconds since 1970.
    private(set) var expirations: [DocumentIDKey: Int64] = [:]
    /// The last sequence that was assigned.
    private(set) var lastSequence: UInt64 = 0
    /// The rows and IDs of the documents, in the order of their first saves.
    ///
    /// An entry is obsolete if the document has another row or does not exist.
    private var order: [(row: Int, id: String)] = []

    // MARK: Reading

    /// Returns a live document.
    func record(_ id: String) -> DocumentRecord? { live[DocumentIDKey(id)]?.record }

    /// All live documents, in the order of their first saves.
    var records: [DocumentRecord] {
        order.compactMap { row, id in
            guard let document = live[DocumentIDKey(id)], document.row == row else { return nil }
            return document.record
        }
    }

    /// Returns the current revision of a document or tombstone.
    func revision(of id: String) -> SavedRevision? {
        live[DocumentIDKey(id)].map { Self.revision($0) } ?? deleted[DocumentIDKey(id)]
    }

    /// Returns the current revision of a document or tombstone, the only one that is kept.
    func revisions(of id: String) -> [StoredRevision] {
        if let record = live[DocumentIDKey(id)]?.record { return [StoredRevision(record)] }
        return deleted[DocumentIDKey(id)].map {
            [StoredRevision($0.revisionID, sequence: $0.sequence, isDeletion: true)]
        } ?? []
    }

    /// Returns the latest changes after a sequence.
    func changes(since sequence: UInt64, limit: Int) -> [StoredChange] {
        let all =
            live.values.map { StoredChange(Self.revision($0), isDeleted: false) }
            + deleted.values.map { StoredChange($0, isDeleted: true) }
        return Array(
            all.filter { $0.revision.sequence > sequence }
                .sorted { $0.revision.sequence < $1.revision.sequence }
                .prefix(max(0, limit)))
    }

    private static func revision(_ document: Live) -> SavedRevision {
        let record = document.record
        return SavedRevision(
            id: record.id, revisionID: record.revisionID, sequence: record.sequence)
    }

    // MARK: Changing

    /// Saves a new revision of a document.
    mutating func save(
        _ id: String, revisionID: RevisionID, body: FleeceDictionary
    ) -> (SavedRevision, Undo) {
        let undo = undo(id)
        lastSequence += 1
        let row = live[DocumentIDKey(id)]?.row ?? (order.last?.row ?? 0) + 1
        if live[DocumentIDKey(id)] == nil { order.append((row, id)) }
        let record = DocumentRecord(
            id: id, revisionID: revisionID, sequence: lastSequence, body: body)
        live[DocumentIDKey(id)] = Live(row: row, record: record)
        deleted[DocumentIDKey(id)] = nil
        return (SavedRevision(id: id, revisionID: revisionID, sequence: lastSequence), undo)
    }

    /// Replaces a document with a tombstone.
    mutating func delete(_ id: String, _ revisionID: RevisionID) -> (SavedRevision, Undo) {
        let undo = undo(id)
        lastSequence += 1
        let tombstone = SavedRevision(id: id, revisionID: revisionID, sequence: lastSequence)
        live[DocumentIDKey(id)] = nil
        deleted[DocumentIDKey(id)] = tombstone
        return (tombstone, undo)
    }

    /// Removes a document or a tombstone.
    mutating func purge(_ id: String) -> Undo {
        let undo = undo(id)
        live[DocumentIDKey(id)] = nil
        deleted[DocumentIDKey(id)] = nil
        expirations[DocumentIDKey(id)] = nil
        return undo
    }

    /// Sets the expiration of a document.
    mutating func setExpiration(_ expiration: Int64?, of id: String) -> Undo {
        let undo = undo(id)
        expirations[DocumentIDKey(id)] = expiration
        return undo
    }

    private func undo(_ id: String) -> Undo {
        Undo(
            id: id, live: live[DocumentIDKey(id)], deleted: deleted[DocumentIDKey(id)],
            expiration: expirations[DocumentIDKey(id)],
            lastSequence: lastSequence)
    }

    /// Undoes a change.
    ///
    /// Changes must be undone in reverse order.
    mutating func revert(_ undo: Undo) {
        live[DocumentIDKey(undo.id)] = undo.live
        deleted[DocumentIDKey(undo.id)] = undo.deleted
        expirations[DocumentIDKey(undo.id)] = undo.expiration
        lastSequence = undo.lastSequence
    }

    /// Removes the obsolete entries of the order if there are many of them.
    ///
    /// After that, earlier changes can no longer be undone.
    mutating func closeGaps() {
        guard order.count > 2 * live.count + 64 else { return }
        order = order.filter { row, id in live[DocumentIDKey(id)]?.row == row }
    }
}
