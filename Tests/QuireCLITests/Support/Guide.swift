import CSQLite
import Foundation
import Quire
import QuireTestSupport

@testable import QuireStore
@testable import QuireCLI

/// The folder for the examples of all help texts: `hotels.jsonl`, and `hotels.cblite2` with its
/// data.
final class Guide: Sendable {
    static let hotels = """
        {"_id":"hotel-1","name":"Harbour House","city":"Bergen","room_rate":121.5}
        {"_id":"hotel-2","name":"Grand","city":"Bergen","room_rate":240}
        {"_id":"hotel-3","name":"Fjord Lodge","city":"Oslo","room_rate":95}
        {"_id":"hotel-10","name":"Nordic","city":"Oslo","room_rate":150,"stars":4}

        """

    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        let file = try folder.write(Self.hotels, to: "hotels.jsonl")
        let run = ToolRun(["import", database, file.path, "--id-key", "_id", "--type", "hotel"])
        guard run.code == .success else { throw Problem(text: run.notes) }
    }

    struct Problem: Error { let text: String }

    /// The path of the database.
    var database: String { path("hotels.cblite2") }

    /// The path of a file in the folder.
    func path(_ name: String) -> String { folder.path + "/" + name }

    /// Runs a command on the database.
    func run(
        _ command: String, _ words: String..., input: String = "", width: Int? = nil
    ) -> ToolRun {
        let name = command.split(separator: " ").map(String.init)
        return ToolRun(name + [database] + words, input: input, width: width)
    }

    /// Opens the database.
    func open() throws -> Database {
        try Database(name: "hotels", config: DatabaseConfiguration(directory: folder.path))
    }

    /// Modifies the database file directly.
    func execute(_ sql: String) throws {
        let sqlite = try SQLiteConnection(
            StoredFile(database + "/db.sqlite3"), access: .readWriteCreate)
        defer { sqlite.close() }
        try sqlite.applySettings(fullSync: false)
        try sqlite.execute("PRAGMA wal_checkpoint(TRUNCATE)", purpose: "test")
        guard sqlite3_exec(sqlite.handle, sql, nil, nil, nil) == SQLITE_OK else {
            throw Problem(text: String(cString: sqlite3_errmsg(sqlite.handle)))
        }
        try sqlite.execute("PRAGMA wal_checkpoint(TRUNCATE)", purpose: "test")
    }
}
