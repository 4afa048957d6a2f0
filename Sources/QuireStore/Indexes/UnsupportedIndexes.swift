/// The indexes of kinds that Quire does not support: it can remove them, and does not use them.
enum UnsupportedIndexes: IndexKindDefinition {
    static var isTable: Bool { false }

    static func record(of object: IndexObject, in tables: CollectionTables) -> IndexRecord? { nil }

    static func objects(of record: IndexRecord) -> [(name: String, type: String)] { [] }

    static func separateTables(listedAs table: String) -> [(name: String, source: String?)] { [] }

    static func tablesToRemove(with record: IndexRecord, from list: IndexList) throws -> [String] {
        try list.unlistedTable(of: record) + list.shadowTables(of: record)
    }

    static func derivedTables(
        of tables: CollectionTables, on connection: SQLiteConnection
    ) throws -> [DerivedTable] { [] }
}

extension IndexRecord {
    /// The module of the virtual tables of Couchbase Lite's indexes of vectors.
    static let vectorModule = "vectorsearch"

    /// Returns whether a name has the form of the virtual table of such an index.
    static func isVectorTable(_ name: String) -> Bool {
        guard let range = name.firstRange(of: ":vector:") else { return false }
        return CollectionTables.collection(ofLiveTable: String(name[..<range.lowerBound])) != nil
    }
}

extension IndexList {
    /// Returns the tables that the module of an index of vectors has created.
    ///
    /// Their names begin with that of the virtual table.
    fileprivate func shadowTables(of record: IndexRecord) throws -> [String] {
        guard record.kind == .vector, let table = record.tableName else { return [] }
        let others = try records().compactMap(\.tableName).filter { $0 != table }
        return try tables(beginningWith: table + "_").filter { name in
            !others.contains { $0 == name || name.hasPrefix($0 + "_") && $0.hasPrefix(table) }
        }
    }
}
