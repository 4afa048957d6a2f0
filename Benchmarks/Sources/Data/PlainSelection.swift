import BenchmarkSQLite
import Foundation

/// A statement that selects rows with JSON from a ``PlainTable`` by type and rate.
final class PlainSelection {
    private let table: PlainTable
    private let statement: OpaquePointer?

    /// Prepares the statement.
    ///
    /// - Parameters:
    ///   - columns: The columns to read: `k`, `k, body` or `count(*)`.
    ///   - table: The table.
    /// - Throws: A ``Disagreement`` if a SQLite call fails.
    init(_ columns: String, from table: PlainTable) throws {
        self.table = table
        statement = try table.prepare(
            "SELECT \(columns) FROM t WHERE \(Self.type) = ?1 AND \(Self.rate) < ?2")
    }

    deinit { sqlite3_finalize(statement) }

    /// Calls a closure for each row of a type with a rate below a limit.
    func forEach(type: String, below limit: Double, _ body: (PlainRow) throws -> Void) throws {
        defer { sqlite3_reset(statement) }
        try table.bind(statement, type)
        try table.check(sqlite3_bind_double(statement, 2, limit))
        var code = sqlite3_step(statement)
        while code == SQLITE_ROW {
            try body(PlainRow(statement: statement))
            code = sqlite3_step(statement)
        }
        guard code == SQLITE_DONE else { throw table.failure }
    }

    fileprivate static let type = "json_extract(body, '$.type')"
    fileprivate static let rate = "json_extract(body, '$.rate')"
}

/// The current row of a ``PlainSelection``.
struct PlainRow {
    fileprivate let statement: OpaquePointer?

    var key: String { sqlite3_column_text(statement, 0).map { String(cString: $0) } ?? "" }

    /// The number in the first column.
    var number: Int { Int(sqlite3_column_int64(statement, 0)) }

    /// The JSON without a copy, valid until the next row.
    var text: Data {
        guard let start = sqlite3_column_text(statement, 1) else { return Data() }
        return Data(
            bytesNoCopy: UnsafeMutableRawPointer(mutating: start),
            count: Int(sqlite3_column_bytes(statement, 1)), deallocator: .none)
    }
}

extension PlainTable {
    /// Creates the index on the selected properties.
    func createIndex() throws {
        try execute("CREATE INDEX byRate ON t (\(PlainSelection.type), \(PlainSelection.rate))")
    }

    /// Deletes the index, if it exists.
    func deleteIndex() throws { try execute("DROP INDEX IF EXISTS byRate") }
}
