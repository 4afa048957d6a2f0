/// The documents of a live list while they are read.
struct LiveListReading {
    typealias Entry = ObservedList.Entry

    private let order: LiveOrder
    private let last: ObservedList
    private var run: LiveOrder.Run
    private var entries: [Entry] = []
    /// Whether the list can be updated incrementally.
    private var isEvaluated = true

    init(_ order: LiveOrder, _ last: ObservedList) {
        self.order = order
        self.last = last
        run = LiveOrder.Run(order)
    }

    /// Adds the document in a row.
    ///
    /// An unchanged document of the last result is reused.
    mutating func add(
        _ row: SQLiteStatement, _ connection: StoreConnection, in collection: DocumentCollection
    ) {
        let id = row.string(at: 4)
        let rowID = row.int64(at: 5)
        let known = (last.source as? MaintainedList)?.entry(of: id)
        if let known, known.rowID == rowID, known.record.isRevision(in: row) {
            return entries.append(known)
        }
        guard let record = collection.observedRecord(id, in: row, on: connection) else { return }
        if isEvaluated, let entry = try? run.entry(of: record, rowID: rowID, isSelected: true) {
            return entries.append(entry)
        }
        // The document is damaged, or only SQLite can evaluate it.
        isEvaluated = false
        entries.append(Entry(record, rowID: rowID))
    }

    /// Returns the list.
    ///
    /// - Parameter position: The state of the collection from which it was read.
    /// - Returns: The list, with its state if it can be updated incrementally.
    mutating func finish(at position: CollectionPosition) -> ObservedList {
        if order.isUnordered, order.limit == nil, !isSorted(by: { $0.rowID < $1.rowID }) {
            entries.sort { $0.rowID < $1.rowID }
        }
        let isComplete = order.readCount.map { entries.count < $0 } ?? true
        // If SQLite sorted the documents differently, changes could not be inserted.
        guard isEvaluated, isSorted(by: { (try? order.compare($0, $1) < 0) == true }) else {
            return ObservedList(SharedList(entries), limit: order.limit)
        }
        return MaintainedList(entries, order, isComplete: isComplete, at: position).result
    }

    private func isSorted(by precedes: (Entry, Entry) -> Bool) -> Bool {
        zip(entries, entries.dropFirst()).allSatisfy(precedes)
    }
}
