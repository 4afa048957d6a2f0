import QuirePlatform

/// The watches of all collections that live queries read from.
enum CollectionWatches {
    private struct Key: Hashable {
        let database: ObjectIdentifier
        let tablesName: String
    }

    private static let watches = Mutex<[Key: CollectionWatch]>([:])

    /// Adds a query to the watch of a collection, and creates the watch if required.
    ///
    /// - Returns: The registration of the query, or `nil` if the database is closed.
    static func add(
        _ query: any ObservingQuery, part: QueryDependencies.Part, parameters: ParameterValues
    ) -> WatchRegistration? {
        let collection = part.collection
        let key = Key(
            database: ObjectIdentifier(collection.database), tablesName: collection.tables.name)
        // If the watch ends in the meantime, replace it.
        while collection.database.isOpen {
            let known = watches.withLock { $0[key] }
            guard let watch = known ?? begin(collection, key) else { return nil }
            if let number = watch.add(query, tests: part.tests, parameters: parameters) {
                return WatchRegistration(
                    watch: watch, number: number, tablesName: collection.tables.name)
            }
            forget(watch, key)
        }
        return nil
    }

    private static func begin(_ collection: DocumentCollection, _ key: Key) -> CollectionWatch? {
        let watch = CollectionWatch(collection) { forget($0, key) }
        guard watch.begin(collection) else { return nil }
        let other = watches.withLock { watches -> CollectionWatch? in
            if let other = watches[key] { return other }
            watches[key] = watch
            return nil
        }
        // Another thread has created a watch in the meantime, so this one is not used.
        guard let other else { return watch }
        watch.endIfUnused()
        return other
    }

    private static func forget(_ watch: CollectionWatch, _ key: Key) {
        watches.withLock { if $0[key] === watch { $0[key] = nil } }
    }
}

/// The registration of a query in the watch of one of its collections.
struct WatchRegistration: Sendable {
    let watch: CollectionWatch
    let number: Int
    let tablesName: String

    /// Records the beginning of a run.
    ///
    /// - Returns: The documents that have changed since the last run began.
    func beginRun() -> LiveChanges {
        LiveChanges(documentIDs: watch.beginRun(number)) { [watch, number] in
            watch.changesDuringRun(number)
        }
    }

    /// Records the result of a run.
    ///
    /// - Parameter members: The documents in the result, or `nil` if they are unknown.
    /// - Returns: Whether the query must run again.
    func endRun(_ members: ResultDocumentIDs?) -> Bool {
        watch.endRun(number, members?.members(in: tablesName) ?? .unknown)
    }

    func remove() { watch.remove(number) }
}

/// The documents in a result, as hashes of their IDs.
struct ResultDocumentIDs: Sendable {
    /// The hashes by the table name of the collection.
    private var hashes: [String: Set<UInt64>] = [:]
    /// The changes since the last result, if the result was created from it.
    private var changes: (added: Set<UInt64>, removed: Set<UInt64>)?

    init() {}

    /// Creates the documents in a result of one collection from those in the last result.
    init(added: Set<UInt64>, removed: Set<UInt64>) {
        changes = (added, removed)
    }

    mutating func insert(id: UnsafeRawBufferPointer, in tables: CollectionTables) {
        hashes[tables.name, default: []].insert(DocumentIDHash.of(id))
    }

    fileprivate func members(in tablesName: String) -> WatchIndex.Members {
        if let changes { return .changed(added: changes.added, removed: changes.removed) }
        return .all(hashes[tablesName] ?? [])
    }
}

/// The documents that have changed since the last run of a query on one collection.
struct LiveChanges: Sendable {
    struct Recent: Sendable {
        let documentIDs: [String]
        /// The position of the last notification that was received.
        let position: FeedPosition
    }

    /// The IDs of the documents by which the query was affected before the run began, or `nil` if
    /// they are unknown.
    let documentIDs: [String]?
    /// Returns the documents that have changed since the run began, or `nil` if they are unknown.
    let recent: @Sendable () -> Recent?

    /// Returns the documents that have changed between the last result and a snapshot.
    ///
    /// Call the method after the snapshot has begun. All changes that the snapshot includes and
    /// that were notified before are then known.
    ///
    /// - Parameters:
    ///   - last: The state of the last result.
    ///   - next: The state in the snapshot.
    ///   - count: The number of documents in the last result.
    /// - Returns: The IDs, also of documents that have changed later; or `nil` if some are unknown,
    ///   or if reading all documents takes less time.
    func documentIDs(
        from last: CollectionPosition, to next: CollectionPosition, among count: Int
    ) -> Set<String>? {
        guard let documentIDs, let recent = recent(), recent.position.covers(last, to: next)
        else { return nil }
        let all = Set(documentIDs + recent.documentIDs)
        return all.count <= max(1024, count / 4) ? all : nil
    }
}

/// A query that is notified when its results may have changed.
///
/// The methods are called without holding a lock.
protocol ObservingQuery: AnyObject, Sendable {
    /// Whether the runs use the IDs of the documents that have affected the query.
    var usesChangedDocuments: Bool { get }

    /// Notifies the query of a change that may affect its results.
    func resultMayHaveChanged()

    /// Notifies the query that there will be no more changes.
    func watchDidEnd()
}
