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
