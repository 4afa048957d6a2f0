/// A transaction's copy of a collection's row in `kvmeta`.
struct CollectionTablesState {
    /// The last sequence that was assigned.
    var lastSequence: Int64
    /// The total number of rows that were ever purged from the collection's table.
    var purgeCount: Int64
    /// Whether the row must be written before the commit.
    var isChanged = false
    /// Whether the next document to be saved is probably a new one, as the last one was.
    ///
    /// Looking up a document before inserting it takes as long as inserting it.
    var expectsNew = true
    /// Whether the next document to be saved probably has only an edit of this database, as the last
    /// one did.
    var expectsOwnEdits = true
    /// Whether the collection may have tombstones.
    var mayHaveTombstones = true
    /// The collection's unique indexes.
    var uniqueIndexes: [UniqueIndex] = []
    /// Whether the collection has unique indexes.
    var hasUniqueIndexes: Bool { !uniqueIndexes.isEmpty }
    /// The collection's indexes of vectors, whose vectors are moved after many changes.
    var nearestIndexes: [NearestIndex] = []
    /// The number of changed documents after which an attempt to move vectors is made.
    static let changesPerMove: Int64 = 256
    /// The number of changed documents since the last attempt to move vectors.
    ///
    /// The number is unknown at first. If other connections write as often as this one, that is the case in
    /// each transaction, of which only a few should make an attempt.
    var unmovedChanges = Int64.random(in: 0..<Self.changesPerMove)
    /// The last committed sequence.
    private var committedSequence: Int64 = 0
    /// The last committed number of purges.
    private var committedPurgeCount: Int64 = 0

    /// Reads the row.
    ///
    /// If another program left the row out, the last sequence is the highest one in the tables.
    ///
    /// - Parameters:
    ///   - tables: The collection's tables.
    ///   - connection: The writer connection.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    init(reading tables: CollectionTables, on connection: SQLiteConnection) throws {
        let statement = try connection.statement(
            "SELECT lastSeq, purgeCnt FROM kvmeta WHERE name = ?1",
            purpose: "read the last sequence")
        defer { statement.reset() }
        try statement.bind(tables.name, at: 1)
        if try statement.step() {
            lastSequence = max(0, statement.int64(at: 0))
            purgeCount = statement.int64(at: 1)
        } else {
            let highest = try tables.tables(on: connection).compactMap { table, _ in
                try connection.integer(
                    "SELECT max(sequence) FROM \(table)", purpose: "find the last sequence")
            }.max()
            lastSequence = max(0, highest ?? 0)
            purgeCount = 0
        }
        committedSequence = lastSequence
        committedPurgeCount = purgeCount
    }

    /// Determines whether the collection has tombstones.
    ///
    /// - Parameters:
    ///   - tables: The collection's tables.
    ///   - connection: The writer connection.
    mutating func findTombstones(of tables: CollectionTables, on connection: SQLiteConnection) {
        mayHaveTombstones = (try? Self.hasTombstones(in: tables, on: connection)) ?? true
    }

    /// The numbers of purges before and after the transaction.
    var purgeCounts: PurgeCounts {
        PurgeCounts(first: committedPurgeCount, last: purgeCount)
    }

    /// Returns whether there is a tombstone.
    ///
    /// If another program created the collection, the table may be missing.
    private static func hasTombstones(
        in tables: CollectionTables, on connection: SQLiteConnection
    ) throws -> Bool {
        let statement = try connection.statement(
            "SELECT EXISTS (SELECT 1 FROM \(tables.tombstoneTable))", purpose: "find a tombstone")
        defer { statement.reset() }
        return try !statement.step() || statement.int64(at: 0) != 0
    }

    /// The sequences that the transaction assigned, if any.
    var newSequences: ClosedRange<Int64>? {
        lastSequence > committedSequence ? committedSequence + 1...lastSequence : nil
    }

    /// The number of documents that the transaction changed or removed.
    var changeCount: Int64 {
        // A purge count in a file may be any integer.
        let (purges, overflows) = purgeCount.subtractingReportingOverflow(committedPurgeCount)
        return (lastSequence - committedSequence).adding(clamping: overflows ? 1 : max(purges, 0))
    }

    /// The sequence of the next revision.
    ///
    /// - Throws: ``QuireError`` with code `corruptData` if the last sequence in the file is the
    ///   maximum.
    @inline(__always)
    var nextSequence: Int64 {
        get throws {
            guard lastSequence < .max else {
                throw QuireError(
                    .corruptData, "The collection's last sequence \(lastSequence) is the maximum.")
            }
            return lastSequence + 1
        }
    }

    /// Records that rows were removed from the table of live documents.
    ///
    /// - Parameter count: The number of rows.
    mutating func notePurges(_ count: Int = 1) {
        // The count in a file may be any integer, including the maximum.
        purgeCount = purgeCount.adding(clamping: Int64(count))
        isChanged = true
    }

    /// Records that the transaction is committed.
    mutating func noteCommit() {
        isChanged = false
        committedSequence = lastSequence
        committedPurgeCount = purgeCount
    }

    /// Writes the row in the open transaction.
    ///
    /// - Parameters:
    ///   - tables: The collection's tables.
    ///   - connection: The writer connection.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    func write(_ tables: CollectionTables, on connection: SQLiteConnection) throws {
        let statement = try connection.statement(.writeSequences)
        try statement.bind(tables.name, at: 1)
        try statement.bind(lastSequence, at: 2)
        try statement.bind(purgeCount, at: 3)
        try statement.run()
    }
}
