extension DocumentCollection {
    /// Reads live documents in one state of the database.
    ///
    /// - Parameter ids: The documents' IDs.
    /// - Returns: The documents in the order of the IDs, without those that are not there.
    /// - Throws: ``QuireError`` as ``record(id:)``.
    /// - Complexity: O(*m* log *n*) for *m* IDs among *n* documents.
    func records(ids: some Sequence<String>) throws -> [DocumentRecord] {
        try readSnapshot { connection in
            let statement = try connection.statement(.read, of: keyStore)
            return try ids.compactMap { id in
                defer { statement.resetAndClear() }
                return try id.withUTF8Text { text in
                    try statement.bindBorrowed(text: text, at: 1)
                    guard try statement.step() else { return nil }
                    return try readRecord(id: id, row: statement, keys: connection.keys)
                }
            }
        }
    }
}
