import Quire

/// Checks that each listed index has its collection and its database objects, and that unique
/// indexes have no duplicates.
///
/// SQLite compares the contents of value indexes with the documents, as part of ``SchemaCheck``.
enum IndexCheck {
    static func run(_ check: inout BundleCheck) throws {
        let sqlite = check.reader.sqlite
        for record in try check.reader.indexRecords() {
            check.count(\.indexes)
            let location = "index \(record.name)"
            let table = CollectionTables.liveTableName(record.tablesName)
            if try !exists(table, type: "table", in: sqlite) {
                try check.find(location, "its collection \(record.tablesName) is missing")
            }
            for (name, type) in record.objects where try !exists(name, type: type, in: sqlite) {
                try check.find(
                    location,
                    "it is in the list of indexes, but the \(type) \(name.debugDescription) does not "
                        + "exist")
            }
        }
        for (_, tables) in try check.reader.allTables() { try checkUniqueness(in: tables, &check) }
    }

    /// Reports documents with the same values in a unique index.
    ///
    /// They are reported as notes, because other programs can store them and they remain readable.
    private static func checkUniqueness(
        in tables: CollectionTables, _ check: inout BundleCheck
    ) throws {
        let sqlite = check.reader.sqlite
        for index in try UniqueIndexes(of: tables, on: sqlite).all() {
            let statement = try sqlite.prepare(
                index.duplicatesQuery, purpose: "check the index \(index.name)")
            while try statement.step() {
                try check.find(
                    "index \(index.name)",
                    "the documents \(statement.string(at: 1).debugDescription) and "
                        + "\(statement.string(at: 0).debugDescription) have the same values, but the "
                        + "index is unique",
                    isFault: false)
            }
        }
    }

    private static func exists(
        _ name: String, type: String, in sqlite: SQLiteConnection
    ) throws -> Bool {
        let statement = try sqlite.statement(
            "SELECT 1 FROM sqlite_master WHERE type = ?1 AND name = ?2",
            purpose: "look for an index")
        defer { statement.reset() }
        try statement.bind(type, at: 1)
        try statement.bind(name, at: 2)
        return try statement.step()
    }
}
