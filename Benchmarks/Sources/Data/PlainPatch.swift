import BenchmarkSQLite
import Foundation

/// A transaction that sets a property of JSON in a ``PlainTable`` with SQLite's function `json_set`.
///
/// All of its statements are prepared. Like each transaction of the store, it also writes the last
/// sequence.
final class PlainPatch {
    private let table: PlainTable
    private let statement: OpaquePointer?
    private let begin: OpaquePointer?
    private let commit: OpaquePointer?

    /// Prepares the statements.
    ///
    /// - Parameters:
    ///   - property: The property.
    ///   - condition: The condition on the rows. It contains one parameter, `?2`.
    ///   - table: The table.
    /// - Throws: A ``Disagreement`` if a SQLite call fails.
    init(_ property: String, where condition: String, in table: PlainTable) throws {
        self.table = table
        statement = try table.prepare(
            "UPDATE t SET body = json_set(body, '$.\(property)', ?1) WHERE \(condition)")
        begin = try table.prepare("BEGIN IMMEDIATE")
        commit = try table.prepare("COMMIT")
    }

    deinit {
        for statement in [statement, begin, commit] { sqlite3_finalize(statement) }
    }

    /// Sets the property in the row with a key.
    func set(_ value: Double, key: String) throws {
        // SQLite copies the string, so the memory must be valid only during the call.
        let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        try set(value) {
            try table.check(
                sqlite3_bind_text(statement, 2, key, Int32(key.utf8.count), transient))
        }
    }

    /// Sets the property in the rows that meet a condition on a number.
    func set(_ value: Double, number: Int) throws {
        try set(value) { try table.check(sqlite3_bind_int64(statement, 2, Int64(number))) }
    }

    private func set(_ value: Double, bind: () throws -> Void) throws {
        defer { sqlite3_reset(statement) }
        try table.check(sqlite3_bind_double(statement, 1, value))
        try bind()
        try run(begin)
        guard sqlite3_step(statement) == SQLITE_DONE else { throw table.failure }
        try table.advanceSequence(by: 1)
        try run(commit)
    }

    private func run(_ statement: OpaquePointer?) throws {
        defer { sqlite3_reset(statement) }
        guard sqlite3_step(statement) == SQLITE_DONE else { throw table.failure }
    }
}
