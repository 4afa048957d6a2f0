import QuirePlatform

/// The documents of a live list, for creating the next result from the last one.
///
/// If the list has a limit, it also contains documents after the limit. If it is not complete,
/// other documents follow after its last one.
final class MaintainedList: Sendable {
    typealias Entry = ObservedList.Entry

    /// The last result, as far as the next one is created from it.
    private struct State {
        var entries: SharedList<Entry>
        var byID: EntriesByID<Entry>
        var isComplete: Bool
        /// The state of the collection that the list represents, or `nil` after an error.
        var position: CollectionPosition?
    }

    private let order: LiveOrder
    private let state: Mutex<State>

    /// Creates the list from sorted documents.
    ///
    /// - Parameters:
    ///   - entries: The documents.
    ///   - order: The order of the list.
    ///   - isComplete: Whether no other documents follow.
    ///   - position: The state of the collection from which the documents were read.
    init(
        _ entries: [Entry], _ order: LiveOrder, isComplete: Bool, at position: CollectionPosition
    ) {
        self.order = order
        var byID = EntriesByID<Entry>(minimumCapacity: entries.count)
        for entry in entries { byID.insert(entry, DocumentIDHash.of(entry.record.id)) }
        state = Mutex(
            State(
                entries: SharedList(entries), byID: byID, isComplete: isComplete,
                position: position))
    }

    var result: ObservedList {
        ObservedList(state.withLock { $0.entries }, limit: order.limit, source: self)
    }

    /// Returns the entry of a document, if the document is in the list.
    func entry(of id: String) -> Entry? {
        state.withLock { $0.byID.entry(id, DocumentIDHash.of(id)) }
    }

    /// Creates the next result.
    ///
    /// - Parameters:
    ///   - last: The last result.
    ///   - changes: The documents that have changed since that result.
    ///   - collection: The collection whose documents are in the list.
    /// - Returns: The result and the documents that have entered or left the list, or `nil` if all
    ///   documents must be read again.
    /// - Throws: An error if a document cannot be read or evaluated. All documents must be read
    ///   again.
    func next(
        after last: ObservedList, _ changes: LiveChanges, in collection: DocumentCollection
    ) throws -> (ObservedList, ResultDocumentIDs)? {
        try state.withLock { state in
            guard let position = state.position, state.entries.root === last.entries.root else {
                return nil
            }
            // If an error occurs, the state does not represent a result.
            state.position = nil
            let updated = try collection.update(
                from: position, changes, among: state.entries.count
            ) { documentIDs, connection in
                let read = try replacements(
                    of: documentIDs, among: state.byID, on: connection, in: collection)
                return try apply(read, to: &state)
            }
            guard let (members, next) = updated else { return nil }
            state.position = next
            return (ObservedList(state.entries, limit: order.limit, source: self), members)
        }
    }

    /// A document that has changed.
    private struct Replacement {
        let hash: UInt64
        let old: Entry?
        let new: Entry?
    }

    /// Reads documents and compares them with the list.
    private func replacements(
        of documentIDs: Set<String>, among byID: EntriesByID<Entry>, on connection: StoreConnection,
        in collection: DocumentCollection
    ) throws -> [Replacement] {
        var run = LiveOrder.Run(order)
        return try documentIDs.compactMap { id in
            let hash = DocumentIDHash.of(id)
            let old = byID.entry(id, hash)
            let new = try collection.readRow(of: id, on: connection) { row -> Entry? in
                let rowID = row.int64(at: 4)
                if let old, old.rowID == rowID, old.record.isRevision(in: row) { return old }
                guard let record = collection.observedRecord(id, in: row, on: connection) else {
                    return nil
                }
                return try run.entry(of: record, rowID: rowID)
            }
            return old === new ? nil : Replacement(hash: hash, old: old, new: new)
        }
    }

    /// Replaces documents in the list.
    ///
    /// - Returns: The documents that have entered or left the list, or `nil` if documents after
    ///   its end are required.
    private func apply(
        _ replacements: [Replacement], to state: inout State
    ) throws -> ResultDocumentIDs? {
        let last = state.entries.last
        var changed: Set<UInt64> = []
        for replacement in replacements {
            guard let old = replacement.old else { continue }
            let index = try state.entries.firstIndex { try order.compare($0, old) < 0 }
            guard index < state.entries.count, state.entries[index] === old else { return nil }
            state.entries.remove(at: index)
            state.byID.remove(old.documentID, replacement.hash)
            changed.insert(replacement.hash)
        }
        for replacement in replacements {
            guard let new = replacement.new else { continue }
            // The documents that follow after the end are not known.
            if !state.isComplete {
                guard let last, try order.compare(new, last) <= 0 else { continue }
            }
            let index = try state.entries.firstIndex { try order.compare($0, new) < 0 }
            state.entries.insert(new, at: index)
            state.byID.insert(new, replacement.hash)
            changed.insert(replacement.hash)
        }
        if state.entries.count > order.keptCount, let count = order.readCount {
            while state.entries.count > count, let last = state.entries.last {
                let hash = DocumentIDHash.of(last.record.id)
                state.entries.remove(at: state.entries.count - 1)
                state.byID.remove(last.documentID, hash)
                changed.insert(hash)
            }
            state.isComplete = false
        }
        if !state.isComplete, state.entries.count < order.limit ?? 0 { return nil }
        return ResultDocumentIDs(
            added: changed.filter { state.byID.contains($0) },
            removed: changed.filter { !state.byID.contains($0) })
    }
}
