import CSQLite
import Quire

/// A connection of another program to a database file.
final class PlainSQLite {
    private let path: String
    private let handle: OpaquePointer

    init(path: String) throws {
        var handle: OpaquePointer?
        guard sqlite3_open(path, &handle) == SQLITE_OK, let handle else {
            sqlite3_close(handle)
            throw QuireError(.cantOpenFile, "SQLite cannot open \(path).")
        }
        self.path = path
        self.handle = handle
        sqlite3_busy_timeout(handle, 10_000)
    }

    deinit {
        sqlite3_close(handle)
    }

    /// Executes SQL text with one or more statements.
    func execute(_ script: String, purpose: String) throws {
        let code = sqlite3_exec(handle, script, nil, nil, nil)
        if code != SQLITE_OK { throw failure(purpose) }
    }

    /// Returns rows, with columns joined by `|` and bytes as `x'..'`.
    func rows(_ sql: String) throws -> [String] {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else {
            throw failure("prepare \(sql)")
        }
        defer { sqlite3_finalize(statement) }
        var rows: [String] = []
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW:
                let columns = (0..<sqlite3_column_count(statement)).map {
                    Self.text(of: statement, at: $0)
                }
                rows.append(columns.joined(separator: "|"))
            case SQLITE_DONE: return rows
            default: throw failure("read \(sql)")
            }
        }
    }

    private static func text(of statement: OpaquePointer?, at column: Int32) -> String {
        switch sqlite3_column_type(statement, column) {
        case SQLITE_NULL: return "NULL"
        case SQLITE_BLOB:
            let start = sqlite3_column_blob(statement, column)
            let count = Int(sqlite3_column_bytes(statement, column))
            let bytes = UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count)
            return "x'" + [UInt8](bytes).hexadecimal + "'"
        default:
            // Get the text first: this may convert the value, which changes its length.
            let start = sqlite3_column_text(statement, column)
            let count = Int(sqlite3_column_bytes(statement, column))
            return String(
                decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
        }
    }

    private func failure(_ purpose: String) -> QuireError {
        let message = String(cString: sqlite3_errmsg(handle))
        return QuireError(.unexpectedError, "Cannot \(purpose) in \(path): \(message)")
    }
}
