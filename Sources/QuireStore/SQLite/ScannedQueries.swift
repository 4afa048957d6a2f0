/// The queries that SQLite ran as a full scan of the documents since the file's schema last
/// changed.
package struct ScannedQueries {
    /// The maximum number of queries.
    private static let limit = 128

    private var schemaVersion: Int64 = -1
    private var queries: Set<SQLText> = []

    /// Returns whether a query was a full scan when it last ran.
    ///
    /// - Parameters:
    ///   - sql: The query.
    ///   - connection: The connection on which the query runs.
    /// - Returns: `true` if it was a full scan and the schema is unchanged since.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    package mutating func contains(_ sql: SQLText, on connection: SQLiteConnection) throws -> Bool {
        if queries.isEmpty { return false }
        if try connection.schemaVersion() != schemaVersion { queries.removeAll() }
        return queries.contains(sql)
    }

    /// Adds a query that was a full scan.
    ///
    /// - Parameters:
    ///   - sql: The query.
    ///   - connection: The connection on which the query ran, in the same transaction.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    package mutating func insert(_ sql: SQLText, on connection: SQLiteConnection) throws {
        let version = try connection.schemaVersion()
        if version != schemaVersion || queries.count >= Self.limit { queries.removeAll() }
        schemaVersion = version
        queries.insert(sql)
    }
}
