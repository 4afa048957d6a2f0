import PortableSynchronization

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
        _ query: any ObservingQuery, _ part: QueryDependencies.Part, _ parameters: ParameterValues
    ) -> WatchRegistration? {
        let collection = part.collection
        let key = Key(
            database: ObjectIdentifier(collection.database), tablesName: collection.tables.name)
        // If the watch ends in the meantime, replace it.
        while collection.database.isOpen {
            let known = watches.withLock { $0[key] }
            guard let watch = known ?? begin(collection, key) else { return nil }
            if let number = watch.add(query, part.tests, parameters) {
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

    func beginRun() { watch.beginRun(number) }

    /// Records the result of a run.
    ///
    /// - Parameter members: The documents in the result, or `nil` if they are unknown.
    /// - Returns: Whether the query must run again.
    func endRun(_ members: ResultDocumentIDs?) -> Bool {
        watch.endRun(number, members.map { $0.hashes[tablesName] ?? [] })
    }

    func remove() { watch.remove(number) }
}

/// The documents in a result, as hashes of their IDs by the table name of their collection.
struct ResultDocumentIDs: Sendable {
    fileprivate(set) var hashes: [String: Set<UInt64>] = [:]

    mutating func insert(id: UnsafeRawBufferPointer, in tables: CollectionTables) {
        hashes[tables.name, default: []].insert(WatchIndex.hash(ofID: id))
    }
}

/// A query that is notified when its results may have changed.
///
/// Both methods are called without holding a lock.
protocol ObservingQuery: AnyObject, Sendable {
    /// Notifies the query of a change that may affect its results.
    func resultMayHaveChanged()

    /// Notifies the query that there will be no more changes.
    func watchDidEnd()
}
