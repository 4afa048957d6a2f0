extension NearestIndexParts: IndexKindDefinition {
    static var isTable: Bool { true }

    // The list of indexes does not contain these indexes, and their tables are not virtual.
    static func record(of object: IndexObject, in tables: CollectionTables) -> IndexRecord? { nil }

    static func objects(of record: IndexRecord) -> [(name: String, type: String)] {
        let tables = CollectionTables(number: 0, name: record.tablesName)
        let own = NearestTables(record.name, of: tables)
        return ([own.recent] + own.moved).map { ($0.name, "table") }
    }

    static func separateTables(listedAs table: String) -> [(name: String, source: String?)] { [] }

    static func tablesToRemove(with record: IndexRecord, from list: IndexList) -> [String] {
        let tables = CollectionTables(number: 0, name: record.tablesName)
        let own = NearestTables(record.name, of: tables)
        return (own.moved + [own.updates]).map(\.name)
    }

    static func derivedTables(
        of tables: CollectionTables, on connection: SQLiteConnection
    ) throws -> [DerivedTable] {
        try NearestIndexes(of: tables, on: connection).all().flatMap { index in
            let own = NearestTables(index.name, of: tables)
            guard !index.isLazy else {
                return [own.slots, own.recent, own.updates].map { table in
                    DerivedTable(
                        name: table, filling: .program, isFullText: false,
                        hasRowPerDocument: true)
                }
            }
            // The triggers write no vector that stays the same.
            return [own.vectors, own.codes, own.slots, own.recent].map { table in
                DerivedTable(
                    name: table,
                    filling: table == own.recent ? .statement(own.filling(for: index)) : .later,
                    isFullText: false,
                    hasRowPerDocument: table == own.recent || table == own.slots)
            }
        }
    }
}
