extension FullTextIndexParts: IndexKindDefinition {
    static var isTable: Bool { true }

    static func record(of object: IndexObject, in tables: CollectionTables) -> IndexRecord? {
        guard object.isVirtualTable else { return nil }
        return IndexRecord(
            storedName: tables.indexName(storedAs: object.name), kind: .fullText,
            tablesName: tables.name, expression: "", condition: nil, tableName: object.name)
    }

    static func objects(of record: IndexRecord) -> [(name: String, type: String)] {
        record.tableName.map { [($0, "table")] } ?? []
    }

    static func separateTables(listedAs table: String) -> [(name: String, source: String?)] { [] }

    static func tablesToRemove(with record: IndexRecord, from list: IndexList) -> [String] { [] }

    /// Returns the full-text tables in the schema, regardless of the list of indexes.
    static func derivedTables(
        of tables: CollectionTables, on connection: SQLiteConnection
    ) throws -> [DerivedTable] {
        let statement = try connection.prepare(
            """
            SELECT name, EXISTS (SELECT 1 FROM sqlite_master AS t WHERE t.type = 'trigger' \
            AND t.tbl_name = ?1 AND t.name = m.name || '::postupdate') FROM sqlite_master AS m \
            WHERE type = 'table' AND substr(name, 1, length(?2)) = ?2 \
            AND sql LIKE 'CREATE VIRTUAL TABLE%' ORDER BY name
            """, purpose: "list the full-text indexes")
        try statement.bind(tables.liveTableName, at: 1)
        try statement.bind(tables.liveTableName + "::", at: 2)
        var found: [DerivedTable] = []
        while try statement.step() {
            found.append(
                DerivedTable(
                    name: SQLIdentifier(statement.string(at: 0)),
                    filling: statement.int64(at: 1) != 0 ? .triggers : .command, isFullText: true,
                    hasRowPerDocument: true))
        }
        return found
    }
}
