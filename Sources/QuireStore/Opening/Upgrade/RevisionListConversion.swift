/// The conversion of rev-trees that Couchbase Lite 2 stores in the column `body`.
///
/// The current body becomes the value of the column. The tree without this body is moved to the
/// column `extra`, as ``RevisionTree`` describes. A tree that cannot be read stays in `body`:
/// reading that document throws an error, and other documents are not affected.
enum RevisionListConversion {
    private static let purpose = "upgrade the revisions"

    /// The body of a revision without properties.
    private static let emptyBody: [UInt8] = [0x70, 0x00]

    /// Converts the rows of a table, in the open transaction.
    ///
    /// Only one row at a time is in memory.
    ///
    /// - Parameters:
    ///   - table: A collection's table of live documents or of tombstones.
    ///   - connection: A writer connection.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    static func run(_ table: SQLIdentifier, on connection: SQLiteConnection) throws {
        let hasRows = try connection.integer("SELECT 1 FROM \(table)", purpose: purpose) != nil
        guard hasRows else { return }
        let suspended = try SuspendedIndexes(of: table, on: connection)
        try convert(table, on: connection)
        try suspended.resume(on: connection)
    }

    private static func convert(_ table: SQLIdentifier, on connection: SQLiteConnection) throws {
        let select = try connection.prepare(
            """
            SELECT rowid, version, body FROM \(table) \
            WHERE rowid > ?1 AND extra IS NULL ORDER BY rowid LIMIT 1
            """, purpose: purpose)
        let update = try connection.prepare(
            "UPDATE \(table) SET body = ?2, extra = ?3 WHERE rowid = ?1", purpose: purpose)
        var row = Int64.min
        while true {
            try select.bind(row, at: 1)
            guard try select.step() else { return }
            row = select.int64(at: 0)
            let isTree = select.withBytes(at: 1) { !$0.isEmpty && $0.first != 0 }
            let tree = isTree ? select.withBytes(at: 2) { try? RevisionTree(stored: $0) } : nil
            // Reset the statement that reads the row before the row is written.
            select.reset()
            guard var tree else { continue }
            let body = tree.revisions[0].body ?? emptyBody
            tree.revisions[0].body = nil
            try update.bind(row, at: 1)
            try update.bind(body, at: 2)
            try update.bind(tree.encoded(), at: 3)
            try update.run()
        }
    }
}
