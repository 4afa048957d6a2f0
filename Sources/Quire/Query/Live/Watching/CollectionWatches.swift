import Synchronization

/// The watches of all collections that live queries ask.
enum CollectionWatches {
    private struct Key: Hashable {
        let database: ObjectIdentifier
        let keyStoreName: String
    }

    private static let watches = Mutex<[Key: CollectionWatch]>([:])

    /// Puts a query into the watch of a collection, which begins if there is none.
    ///
    /// - Returns: Where the query is, or `nil` if the database is closed.
    static func add(
        _ query: any WatchingQuery, _ part: QueryDependencies.Part, _ parameters: ParameterValues
    ) -> WatchPlace? {
        let collection = part.collection
        let key = Key(
            database: ObjectIdentifier(collection.database), keyStoreName: collection.keyStore.name)
        // One that ends in between is replaced.
        while collection.database.isOpen {
            let known = watches.withLock { $0[key] }
            guard let watch = known ?? begin(collection, key) else { return nil }
            if let number = watch.add(query, part.tests, parameters) {
                return WatchPlace(
                    watch: watch, number: number, keyStoreName: collection.keyStore.name)
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
        // Another thread was quicker; what nobody uses ends with its last query.
        guard let other else { return watch }
        watch.endIfNeedless()
        return other
    }

    private static func forget(_ watch: CollectionWatch, _ key: Key) {
        watches.withLock { if $0[key] === watch { $0[key] = nil } }
    }
}

/// Where a query is in the watch of one of its collections.
struct WatchPlace: Sendable {
    let watch: CollectionWatch
    let number: Int
    let keyStoreName: String

    func beginRun() { watch.beginRun(number) }

    /// Notes what a run found.
    ///
    /// - Parameter members: The documents in the answer, or `nil` if they are not known.
    /// - Returns: Whether the query has to run once more.
    func endRun(_ members: AnswerMembers?) -> Bool {
        watch.endRun(number, members.map { $0.hashes[keyStoreName] ?? [] })
    }

    func remove() { watch.remove(number) }
}

/// The documents that an answer is made of: hashes of their IDs, by the name of their collection's
/// tables.
struct AnswerMembers: Sendable {
    fileprivate(set) var hashes: [String: Set<UInt64>] = [:]

    mutating func insert(id: UnsafeRawBufferPointer, in keyStore: KeyStore) {
        hashes[keyStore.name, default: []].insert(WatchIndex.hash(ofID: id))
    }
}

/// A query that is to be told when its answer may have changed.
///
/// Neither call is made under a lock.
protocol WatchingQuery: AnyObject, Sendable {
    /// Says that a change may matter to it.
    func answerMayHaveChanged()

    /// Says that there will be no news any more.
    func watchDidEnd()
}
