/// The warnings about saved documents that indexes of vectors leave out, one for each index.
struct NearestOmissions {
    private struct Warned: Hashable {
        let table: String
        let index: NearestIndex
    }

    private var warned: Set<Warned> = []
    private var messages: Set<String> = []

    /// Finds a document of a transaction that an index leaves out, if no warning about the index exists.
    ///
    /// - Parameters:
    ///   - indexes: The indexes of the collection.
    ///   - tables: The collection's tables.
    ///   - sequences: The sequences of the documents that the transaction saved.
    ///   - connection: The writer connection, before the commit.
    /// - Returns: The warnings, which are valid if the transaction is committed.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    /// - Complexity: O(*n*) in the number of sequences.
    mutating func find(
        in indexes: [NearestIndex], of tables: CollectionTables, _ sequences: ClosedRange<Int64>,
        on connection: SQLiteConnection
    ) throws -> [String] {
        var found: [String] = []
        for index in indexes where !index.isLazy {
            let key = Warned(table: tables.name, index: index)
            guard !warned.contains(key) else { continue }
            let own = NearestTables(index.name, of: tables)
            let statement = try connection.prepare(
                """
                SELECT new.key FROM \(tables.liveTable) AS new \
                WHERE new.sequence BETWEEN \(number: sequences.lowerBound) \
                AND \(number: sequences.upperBound) AND \(own.isValued(of: index, in: "new")) \
                AND \(NearestTables.vector(of: index, in: "new")) IS NULL LIMIT 1
                """, isKept: false, purpose: "find a document without a vector")
            guard try statement.step() else { continue }
            warned.insert(key)
            found.append(
                """
                The index \(index.name) of \(connection.path) leaves out the document \
                \(statement.string(at: 0).debugDescription), whose value is not a vector with \
                \(index.dimensions) dimensions. Later ones are only counted: nearestIndexStatus(named:) \
                returns their number.
                """)
        }
        return found
    }

    /// Returns whether a message is logged for the first time.
    mutating func isNew(_ message: String) -> Bool { messages.insert(message).inserted }
}
