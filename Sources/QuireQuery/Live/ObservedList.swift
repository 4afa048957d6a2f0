/// The result of an observed statement.
///
/// Results that follow each other share their unchanged parts.
package struct ObservedList: Sendable {
    /// A document in the result.
    package final class Entry: DocumentEntry {
        package let record: ObservedRecord
        /// The position of the document in its table, or 0 if it is unknown.
        package let rowID: Int64
        /// The values by which the result is sorted.
        package let keys: [QueryValue]

        package init(_ record: ObservedRecord, rowID: Int64 = 0, keys: [QueryValue] = []) {
            self.record = record
            self.rowID = rowID
            self.keys = keys
        }

        package var documentID: String { record.id }
    }

    /// The documents, followed by those after the limit of the statement that are known.
    package let entries: SharedList<Entry>
    /// The number of documents in the result.
    package let count: Int
    /// The state with which an engine creates the next result from this one.
    package let source: (any AnyObject & Sendable)?

    package init(
        _ entries: SharedList<Entry>, limit: Int? = nil, source: (any AnyObject & Sendable)? = nil
    ) {
        self.entries = entries
        self.source = source
        count = min(entries.count, limit ?? .max)
    }

    package init(_ records: [ObservedRecord] = []) {
        self.init(SharedList(records.map { Entry($0) }))
    }

    /// The documents, in O(*n*).
    package var records: [ObservedRecord] { entries.prefix(count).map(\.record) }

    /// Returns the changes that convert this result into another one.
    package func changes(to new: ObservedList) -> [ListChange<Entry>] {
        entries.changes(to: new.entries, count: count, newCount: new.count)
    }

    /// Whether another result contains the same revisions of the same documents in the same order.
    package func isSame(as other: ObservedList) -> Bool {
        guard count == other.count else { return false }
        return changes(to: other).allSatisfy { change in
            change.removed.count == change.inserted.count
                && zip(change.removed, change.inserted).allSatisfy {
                    $0.record.isSame(as: $1.record)
                }
        }
    }
}
