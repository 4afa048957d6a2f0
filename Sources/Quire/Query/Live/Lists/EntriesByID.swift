/// An entry of a document in the state of a live query.
protocol DocumentEntry: Sendable {
    var documentID: String { get }
}

/// The entries of documents by the hashes of their IDs, as in the watch of a collection.
struct EntriesByID<Entry: DocumentEntry>: Sendable {
    private var entries: [UInt64: Entry] = [:]
    /// The entries whose hash another one has as well.
    private var others: [UInt64: [Entry]] = [:]

    /// The number of entries.
    private(set) var count = 0

    init(minimumCapacity: Int = 0) {
        entries.reserveCapacity(minimumCapacity)
    }

    static func hash(of id: String) -> UInt64 {
        id.withUTF8Text { WatchIndex.hash(ofID: UnsafeRawBufferPointer($0)) }
    }

    /// Returns the entry of a document.
    func entry(_ id: String, _ hash: UInt64) -> Entry? {
        guard let entry = entries[hash] else { return nil }
        return entry.documentID == id ? entry : others[hash]?.first { $0.documentID == id }
    }

    /// Whether an entry has a hash.
    func contains(_ hash: UInt64) -> Bool { entries[hash] != nil }

    /// Adds the entry of a document that has none.
    mutating func insert(_ entry: Entry, _ hash: UInt64) {
        count += 1
        if entries[hash] == nil {
            entries[hash] = entry
        } else {
            others[hash, default: []].append(entry)
        }
    }

    /// Removes the entry of a document, which must have one.
    mutating func remove(_ id: String, _ hash: UInt64) {
        count -= 1
        guard var rest = others[hash] else {
            entries[hash] = nil
            return
        }
        if entries[hash]?.documentID == id {
            entries[hash] = rest.removeLast()
        } else {
            rest.removeAll { $0.documentID == id }
        }
        others[hash] = rest.isEmpty ? nil : rest
    }
}
