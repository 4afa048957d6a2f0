/// A log of the documents that were checked while queries run.
struct RunLog {
    struct Document {
        let hash: UInt64
        let id: String
    }

    private var documents: [Document] = []
    /// The number of entries that were removed from the beginning.
    private var dropped = 0
    private var starts: [Int: Int] = [:]

    mutating func begin(_ number: Int) {
        starts[number] = dropped + documents.count
    }

    mutating func note(_ hash: UInt64, _ id: String) {
        if !starts.isEmpty { documents.append(Document(hash: hash, id: id)) }
    }

    /// Returns the IDs of the documents that were checked since a run began.
    func documents(sinceBeginOf number: Int) -> [String] {
        guard let start = starts[number] else { return [] }
        return documents[max(0, start - dropped)...].map(\.id)
    }

    /// Ends a run, and returns the documents that were checked since it began.
    @discardableResult
    mutating func end(_ number: Int) -> [Document] {
        guard let start = starts.removeValue(forKey: number) else { return [] }
        let seen = Array(documents[max(0, start - dropped)...])
        let needless = (starts.values.min() ?? dropped + documents.count) - dropped
        // Remove unneeded entries only occasionally.
        if starts.isEmpty || needless > 4096 {
            documents.removeFirst(min(needless, documents.count))
            dropped += needless
        }
        return seen
    }
}

/// The documents that have affected a query since its last run began.
struct ChangedDocuments {
    /// The number of documents above which the query reads all documents again.
    static let limit = 1 << 16

    private var ids: [String]? = []

    /// Whether the documents are known.
    var areKnown: Bool { ids != nil }

    mutating func add(_ id: String) {
        guard let count = ids?.count, count < Self.limit else { return ids = nil }
        ids?.append(id)
    }

    mutating func setUnknown() { ids = nil }

    /// Returns the IDs, or `nil` if they are unknown, and begins with no documents again.
    mutating func take() -> [String]? {
        defer { ids = [] }
        return ids
    }
}
