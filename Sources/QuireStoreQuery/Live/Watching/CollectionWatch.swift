import Dispatch
import QuirePlatform

/// A watch that collects the changes of a collection and notifies the queries that they may affect.
///
/// All live queries of a database object on one collection share a watch. The watch processes
/// changes in rounds. A round takes all changes since the last one began, and reads a changed
/// document once, regardless of the number of commits.
final class CollectionWatch: Sendable {
    private struct Pending {
        /// The IDs of the changed documents in the order of their changes.
        ///
        /// IDs may occur more than once.
        var documentIDs: [String] = []
        /// The IDs that the current round checks.
        var checkedIDs: [String] = []
        var positions = ReceivedPositions()
        var collection: DocumentCollection?
        var isScheduled = false
        var isAtWork = false
    }

    private struct Watched {
        var index = WatchIndex()
        var subscription: ChangeSubscription?
        var hasEnded = false
    }

    /// The number of documents that are read from one snapshot.
    private static let chunkSize = 512

    private let pending = Mutex(Pending())
    private let watched = Mutex(Watched())
    private let queue = DispatchQueue(label: "Quire.CollectionWatch", qos: .utility)
    private let feed: ChangeFeed
    private let onEnd: @Sendable (CollectionWatch) -> Void

    /// Creates a watch, which is inactive until ``begin(_:)`` is called.
    ///
    /// - Parameters:
    ///   - collection: The collection whose changes are watched.
    ///   - onEnd: A closure that is called once when the watch has ended.
    init(
        _ collection: DocumentCollection, onEnd: @escaping @Sendable (CollectionWatch) -> Void
    ) {
        feed = collection.database.file.changes
        self.onEnd = onEnd
    }

    /// Starts watching the collection.
    ///
    /// - Returns: `false` if the database is closed.
    func begin(_ collection: DocumentCollection) -> Bool {
        let subscription = collection.subscribeToPositions(
            to: nil, queue: nil, onEnd: { self.end() },
            body: { collection, documentIDs, position in
                self.note(documentIDs, position, of: collection)
            })
        guard let subscription else { return false }
        let hasEnded = watched.withLock { watched in
            watched.subscription = subscription
            return watched.hasEnded
        }
        if hasEnded { feed.remove(subscription) }
        return !hasEnded
    }

    private func end() {
        let queries = watched.withLock { watched -> [any ObservingQuery] in
            guard !watched.hasEnded else { return [] }
            watched.hasEnded = true
            let queries = watched.index.queries
            watched.index = WatchIndex()
            return queries
        }
        onEnd(self)
        for query in queries { query.watchDidEnd() }
    }

    // MARK: Queries

    /// Adds a query.
    ///
    /// - Returns: A number that identifies the query, or `nil` if the watch has ended.
    func add(
        _ query: any ObservingQuery, tests: [QueryDependencies.Test],
        parameters: ParameterValues
    ) -> Int? {
        watched.withLock { watched in
            watched.hasEnded ? nil : watched.index.add(query, tests: tests, parameters: parameters)
        }
    }

    /// Removes a query.
    ///
    /// Removing the last query ends the watch.
    func remove(_ number: Int) {
        watched.withLock { $0.index.remove(number) }
        endIfUnused()
    }

    /// Ends the watch if it has no queries.
    func endIfUnused() {
        let subscription = watched.withLock { watched -> ChangeSubscription? in
            guard !watched.hasEnded else { return nil }
            guard watched.index.isEmpty else { return nil }
            watched.hasEnded = true
            return watched.subscription
        }
        guard let subscription else { return }
        feed.remove(subscription)
        onEnd(self)
    }

    /// Records the beginning of a query's run.
    ///
    /// - Returns: The IDs of the documents by which the query was affected since the last run
    ///   began, or `nil` if they are unknown.
    func beginRun(_ number: Int) -> [String]? {
        watched.withLock { $0.index.beginRun(number) }
    }

    /// Returns the documents that have changed since the beginning of a query's run, as far as
    /// notifications have been received, and the position of the last notification.
    ///
    /// Documents that were checked before the run began are not included.
    ///
    /// - Returns: The changes, or `nil` if they are unknown.
    func changesDuringRun(_ number: Int) -> LiveChanges.Recent? {
        // A round moves the IDs from `pending` to the index, so `pending` is read first.
        let (unchecked, position) = pending.withLock { pending in
            (pending.checkedIDs + pending.documentIDs, pending.positions.last)
        }
        guard let checked = watched.withLock({ $0.index.checkedDuringRun(number) }) else {
            return nil
        }
        return LiveChanges.Recent(documentIDs: unchecked + checked, position: position)
    }

    /// Records the result of a query's run.
    ///
    /// - Parameters:
    ///   - number: The number of the query.
    ///   - members: The hashes of the IDs of the documents in the result.
    /// - Returns: Whether the query must run again.
    func endRun(_ number: Int, _ members: WatchIndex.Members) -> Bool {
        watched.withLock { $0.index.endRun(number, members) }
    }

    /// Whether all affected queries have been notified of all changes so far.
    var isQuiet: Bool {
        pending.withLock { $0.documentIDs.isEmpty && !$0.isAtWork }
    }

    // MARK: Changes

    /// Records changed documents during the commit.
    private func note(
        _ documentIDs: [String], _ position: FeedPosition, of collection: DocumentCollection
    ) {
        let isScheduled = pending.withLock { pending in
            pending.documentIDs += documentIDs
            pending.positions.add(position)
            pending.collection = collection
            defer { pending.isScheduled = true }
            return pending.isScheduled
        }
        if !isScheduled { queue.async { self.round() } }
    }

    private func round() {
        let (documentIDs, collection) = pending.withLock { pending in
            pending.isAtWork = true
            pending.checkedIDs = pending.documentIDs
            defer {
                pending.documentIDs = []
                pending.collection = nil
            }
            return (pending.documentIDs, pending.collection)
        }
        if let collection { check(at: documentIDs, of: collection) }
        let isScheduled = pending.withLock { pending in
            pending.isAtWork = false
            pending.checkedIDs = []
            pending.isScheduled = !pending.documentIDs.isEmpty
            return pending.isScheduled
        }
        if isScheduled { queue.async { self.round() } }
    }

    private func check(at documentIDs: [String], of collection: DocumentCollection) {
        var seen: Set<String> = []
        let documentIDs = documentIDs.filter { seen.insert($0).inserted }
        do {
            for start in stride(from: 0, to: documentIDs.count, by: Self.chunkSize) {
                let end = min(start + Self.chunkSize, documentIDs.count)
                try check(atChunk: documentIDs[start..<end], of: collection)
                if watched.withLock({ $0.index.areAllAffected }) { break }
            }
        } catch {
            // If the documents cannot be read, they may affect all queries.
            watched.withLock { $0.index.noteAll() }
        }
        let affected = watched.withLock { $0.index.takeAffected() }
        for query in affected { query.resultMayHaveChanged() }
    }

    private func check(
        atChunk documentIDs: ArraySlice<String>, of collection: DocumentCollection
    ) throws {
        try collection.readSnapshot { connection in
            let statement = try connection.statement(.read, of: collection.tables)
            for id in documentIDs {
                defer { statement.resetAndClear() }
                try id.withUTF8Text { text in
                    try statement.bindBorrowed(text: text, at: 1)
                    let isLive =
                        try statement.step()
                        && !DocumentFlags(stored: statement.int64(at: 1)).contains(.deleted)
                    let keys = connection.keys
                    statement.withBytes(at: 3) { bytes in
                        let document = BorrowedDocument(
                            id: UnsafeRawBufferPointer(text), body: isLive ? bytes : nil, keys: keys
                        )
                        watched.withLock { $0.index.check(at: document, id) }
                    }
                }
            }
        }
    }
}
