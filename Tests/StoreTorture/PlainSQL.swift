import CSQLite
import Quire

/// A connection that reads a database file with plain SQLite, or through the encryption.
final class PlainSQL {
    private let handle: OpaquePointer
    /// The encryption, whose file system must exist as long as the connection.
    private let encryption: DatabaseEncryption?

    init(path: String) throws {
        let folder = String(path.dropLast("/db.sqlite3".count))
        encryption = try DatabaseEncryption.open(folder, key: TortureDatabase.key)
        var handle: OpaquePointer?
        let code = sqlite3_open_v2(
            path, &handle, SQLITE_OPEN_READONLY, encryption?.fileSystemName)
        guard code == SQLITE_OK, let handle else {
            sqlite3_close_v2(handle)
            throw TortureFailure("SQLite cannot open \(path): \(code)")
        }
        sqlite3_busy_timeout(handle, 10_000)
        self.handle = handle
    }

    deinit {
        sqlite3_close_v2(handle)
    }

    /// Returns the rows of a query, with every value as a string.
    func rows(_ sql: String) throws -> [[String?]] {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else {
            throw failure(sql)
        }
        defer { sqlite3_finalize(statement) }
        var rows: [[String?]] = []
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW:
                rows.append(
                    (0..<sqlite3_column_count(statement)).map { column in
                        sqlite3_column_text(statement, column).map { String(cString: $0) }
                    })
            case SQLITE_DONE: return rows
            default: throw failure(sql)
            }
        }
    }

    /// Returns the integer in the first row of a query.
    func number(_ sql: String) throws -> Int64? {
        try rows(sql).first?.first?.flatMap { Int64($0) }
    }

    private func failure(_ sql: String) -> TortureFailure {
        TortureFailure("\(sql): \(String(cString: sqlite3_errmsg(handle)))")
    }
}
