/// Looks at the list of indexes: each has its table or index in the schema, and its collection.
///
/// What is in a value index is compared with the documents by SQLite, as part of ``SchemaCheck``.
enum IndexCheck {
    static func run(_ check: inout BundleCheck) throws {
        let sqlite = check.reader.sqlite
        guard try KeyStore.hasTable("indexes", on: sqlite) else { return }
        let statement = try sqlite.prepare(
            "SELECT name, type, keyStore, indexTableName FROM indexes ORDER BY name",
            purpose: "list the indexes")
        while try statement.step() {
            check.count(\.indexes)
            let place = "index \(statement.string(at: 0))"
            let keyStore = statement.string(at: 2)
            let hasCollection = try KeyStore.hasTable(KeyStore.liveTableName(keyStore), on: sqlite)
            if !hasCollection || CollectionName(keyStoreName: keyStore) == nil {
                try check.find(place, "its collection \(keyStore) is not there")
            }
            let isValueIndex = statement.int64(at: 1) == 0
            let object = isValueIndex ? statement.string(at: 0) : statement.string(at: 3)
            guard !object.isEmpty, try !exists(object, isValueIndex ? "index" : "table", sqlite)
            else { continue }
            try check.find(
                place,
                "it is in the list of indexes, and the \(isValueIndex ? "index" : "table") "
                    + "\(object.debugDescription) is not there")
        }
    }

    private static func exists(
        _ name: String, _ type: String, _ sqlite: SQLiteConnection
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
