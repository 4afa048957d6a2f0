/// The indexes of kinds that Quire does not support: it can remove them, and does not use them.
enum UnsupportedIndexes: IndexKindDefinition {
    static var isTable: Bool { false }

    static func record(of object: IndexObject, in tables: CollectionTables) -> IndexRecord? { nil }

    static func objects(of record: IndexRecord) -> [(name: String, type: String)] { [] }

    static func separateTables(listedAs table: String) -> [(name: String, source: String?)] { [] }

    static func tablesToRemove(with record: IndexRecord, from list: IndexList) throws -> [String] {
        try list.unlistedTable(of: record)
    }

    static func derivedTables(
        of tables: CollectionTables, on connection: SQLiteConnection
    ) throws -> [DerivedTable] { [] }
}
