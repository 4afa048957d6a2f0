import Fleece
import Quire

extension BundleReader {
    /// Returns the shared keys, indexed by number.
    ///
    /// - Throws: ``QuireError`` with code `corruptData` if the table is damaged.
    package func sharedKeyNames() throws -> [String] { try sharedKeys().names }

    /// Returns the full names of the collections, the default collection first.
    ///
    /// The name of the default scope is omitted.
    ///
    /// - Throws: ``QuireError`` if a SQLite call fails.
    package func collectionNames() throws -> [String] { try allTables().map(\.name.fullName) }

    /// Returns the stored index definitions, sorted by name.
    ///
    /// In databases of older versions of Couchbase Lite, the list has fewer columns.
    func indexRecords() throws -> [IndexRecord] {
        let columns = try columns(of: "indexes")
        if columns.isEmpty || columns.isSuperset(of: ["whereclause", "indextablename"]) {
            return try IndexList(sqlite).records()
        }
        let statement = try sqlite.prepare(
            "SELECT name, type, keyStore, expression FROM indexes ORDER BY name",
            purpose: "list the indexes")
        var records: [IndexRecord] = []
        while try statement.step() {
            records.append(
                IndexRecord(
                    storedName: statement.string(at: 0),
                    kind: IndexKind(rawValue: statement.int64(at: 1)),
                    tablesName: statement.string(at: 2), expression: statement.string(at: 3),
                    condition: nil, tableName: nil))
        }
        return records
    }

    /// Returns the last sequence assigned in a collection, or `nil` if it is not recorded.
    func lastSequence(of tables: CollectionTables) throws -> Int64? {
        guard try CollectionTables.hasTable("kvmeta", on: sqlite) else { return nil }
        let statement = try sqlite.prepare(
            "SELECT lastSeq FROM kvmeta WHERE name = ?1", purpose: "read the last sequence")
        try statement.bind(tables.name, at: 1)
        return try statement.step() ? statement.optionalInt64(at: 0) : nil
    }
}

extension SharedKeys {
    /// The keys, indexed by number.
    var names: [String] { (0..<count).compactMap { name(for: $0) } }
}
