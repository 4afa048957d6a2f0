import CSQLite
import DatabaseTestSupport
import Quire

@testable import QuireStore

extension StoreFolder {
    /// Opens the database file with SQLite, creating it with its folder if it is missing.
    func sqlite(_ name: String = "test") throws -> SQLiteConnection {
        let folder = try DatabaseFolder(name: name, directory: path)
        try folder.prepare(durably: false)
        return try SQLiteConnection(StoredFile(folder.databaseFile), access: .readWriteCreate)
    }
}

// Unlike the sources, tests can use arbitrary SQL text.
extension SQLiteConnection {
    /// Executes SQL text with one or more statements.
    func execute(_ script: String, purpose: String) throws {
        let code = sqlite3_exec(handle, script, nil, nil, nil)
        if code != SQLITE_OK { throw failure(code, purpose: purpose) }
    }

    func rows(_ sql: String) throws -> [String] {
        let statement = try prepare(SQLText(verbatim: sql), purpose: "test")
        return try statement.rows(columnCount: statement.columnCount)
    }
}
