/// What a transaction knows of a collection's row in `kvmeta`.
struct KeyStoreState {
    /// The last sequence that was given out.
    var lastSequence: Int64
    /// How many rows were ever removed from the collection's table.
    var purgeCount: Int64
    /// Whether the row must be written before the commit.
    var isChanged = false
    /// Whether the document that is saved next is probably a new one, as the last one was.
    ///
    /// To look for a document before it is added takes as long as to add it.
    var expectsNew = true
    /// The last sequence that is committed.
    private var committedSequence: Int64 = 0

    /// Reads the row.
    ///
    /// A program may have left the row out. Then the sequences in the tables tell the last one.
    ///
    /// - Parameters:
    ///   - keyStore: The collection's tables.
    ///   - connection: The writing connection.
    /// - Throws: ``QuireError`` if SQLite refuses.
    init(reading keyStore: KeyStore, on connection: SQLiteConnection) throws {
        let statement = try connection.statement(
            "SELECT lastSeq, purgeCnt FROM kvmeta WHERE name = ?1",
            purpose: "read the last sequence")
        defer { statement.reset() }
        try statement.bind(keyStore.name, at: 1)
        if try statement.step() {
            lastSequence = max(0, statement.int64(at: 0))
            purgeCount = statement.int64(at: 1)
        } else {
            let highest = try keyStore.tables(on: connection).compactMap { table, _ in
                try connection.integer(
                    "SELECT max(sequence) FROM \(table)", purpose: "find the last sequence")
            }.max()
            lastSequence = max(0, highest ?? 0)
            purgeCount = 0
        }
        committedSequence = lastSequence
    }

    /// The sequences that the transaction has given out, if it has.
    var newSequences: ClosedRange<Int64>? {
        lastSequence > committedSequence ? committedSequence + 1...lastSequence : nil
    }

    /// The sequence of the next revision.
    ///
    /// - Throws: ``QuireError`` with code `corruptData` if the file says that the last one there can
    ///   be was given out.
    @inline(__always)
    var nextSequence: Int64 {
        get throws {
            guard lastSequence < .max else {
                throw QuireError(
                    .corruptData, "The collection's last sequence, \(lastSequence), has no next.")
            }
            return lastSequence + 1
        }
    }

    /// Takes note that rows were removed from the table of live documents.
    ///
    /// - Parameter count: How many.
    mutating func notePurges(_ count: Int = 1) {
        // A file may contain any number, and the highest one has no next.
        purgeCount = purgeCount.adding(clamping: Int64(count))
        isChanged = true
    }

    /// Says that the transaction is committed.
    mutating func noteCommit() {
        isChanged = false
        committedSequence = lastSequence
    }

    /// Writes the row, in the open transaction.
    ///
    /// - Parameters:
    ///   - keyStore: The collection's tables.
    ///   - connection: The writing connection.
    /// - Throws: ``QuireError`` if SQLite refuses.
    func write(_ keyStore: KeyStore, on connection: SQLiteConnection) throws {
        let statement = try connection.statement(.writeSequences)
        try statement.bind(keyStore.name, at: 1)
        try statement.bind(lastSequence, at: 2)
        try statement.bind(purgeCount, at: 3)
        try statement.run()
    }
}
