import Quire

/// Checks that each listed index has its collection and its database objects, and that unique
/// indexes have no duplicates.
///
/// It also compares indexes of vectors with the documents.
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
        for (name, tables) in try check.reader.allTables() {
            try checkUniqueness(in: tables, &check)
            try checkVectors(of: name, in: tables, &check)
        }
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

    /// Reports vectors that are missing in an index, damaged, or of no document.
    private static func checkVectors(
        of name: CollectionName, in tables: CollectionTables, _ check: inout BundleCheck
    ) throws {
        let sqlite = check.reader.sqlite
        let indexes = NearestIndexes(of: tables, on: sqlite)
        let existing = try indexes.all()
        for index in try indexes.declared() {
            guard existing.contains(index) else {
                try check.find(
                    "index \(index.name)",
                    "it is declared in \(name.fullName), but its tables or triggers do not exist")
                continue
            }
            try NearestIndexDefects(of: index, tables, on: sqlite).forEach { document, defect in
                let place = document.map {
                    "collection \(name.fullName), document \($0.debugDescription)"
                }
                try check.find(
                    "index \(index.name)" + (place.map { ", \($0)" } ?? ""), defect)
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
