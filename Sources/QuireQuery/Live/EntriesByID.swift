/// An entry of a document in the state of a live query.
package protocol DocumentEntry: Sendable {
    var documentID: String { get }
}

/// The entries of documents by the hashes of their IDs, as in the watch of a collection.
package struct EntriesByID<Entry: DocumentEntry>: Sendable {
    private var entries: [UInt64: Entry] = [:]
    /// The entries whose hash another one has as well.
    private var others: [UInt64: [Entry]] = [:]

    /// The number of entries.
    package private(set) var count = 0

    package init(minimumCapacity: Int = 0) {
        entries.reserveCapacity(minimumCapacity)
    }

    /// Returns the entry of a document.
    package func entry(_ id: String, _ hash: UInt64) -> Entry? {
        guard let entry = entries[hash] else { return nil }
        return entry.documentID == id ? entry : others[hash]?.first { $0.documentID == id }
    }

    /// Whether an entry has a hash.
    package func contains(_ hash: UInt64) -> Bool { entries[hash] != nil }

    /// Adds the entry of a document that has none.
    package mutating func insert(_ entry: Entry, _ hash: UInt64) {
        count += 1
        if entries[hash] == nil {
            entries[hash] = entry
        } else {
            others[hash, default: []].append(entry)
        }
    }

    /// Removes the entry of a document, which must have one.
    package mutating func remove(_ id: String, _ hash: UInt64) {
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

/// The hashes by which live queries know documents.
package enum DocumentIDHash {
    /// Returns the hash of a document ID.
    ///
    /// A collision only causes an unnecessary run.
    package static func of(_ id: UnsafeRawBufferPointer) -> UInt64 {
        var hasher = Hasher()
        hasher.combine(bytes: id)
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }

    /// Returns the hash of a document ID.
    package static func of(_ id: String) -> UInt64 {
        var id = id
        return id.withUTF8 { of(UnsafeRawBufferPointer($0)) }
    }
}
