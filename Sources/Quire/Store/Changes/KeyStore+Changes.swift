extension KeyStore {
    /// Finds the documents whose last change has one of some sequences, live or deleted.
    ///
    /// - Parameters:
    ///   - sequences: The sequences.
    ///   - connection: A connection.
    /// - Returns: Their IDs and sequences, in the order of the changes.
    /// - Throws: ``QuireError`` if SQLite refuses.
    /// - Complexity: O(log *n* + *k*) for *k* of *n* documents.
    func documents(
        changedIn sequences: ClosedRange<Int64>, on connection: SQLiteConnection
    ) throws -> [(id: String, sequence: Int64)] {
        let selects: [SQLText] = try tables(on: connection).map {
            "SELECT key, sequence FROM \($0.table) WHERE sequence BETWEEN ?1 AND ?2"
        }
        guard !selects.isEmpty else { return [] }
        let statement = try connection.prepare(
            "\(.joined(selects, separator: " UNION ALL ")) ORDER BY sequence",
            purpose: "look for changes of \(name)")
        try statement.bind(sequences.lowerBound, at: 1)
        try statement.bind(sequences.upperBound, at: 2)
        var documents: [(id: String, sequence: Int64)] = []
        while try statement.step() {
            documents.append((statement.string(at: 0), statement.int64(at: 1)))
        }
        return documents
    }
}
