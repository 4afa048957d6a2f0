extension ArrayIndexParts: IndexKindDefinition {
    static var isTable: Bool { false }

    // Databases without a list of indexes are older than array indexes.
    static func record(of object: IndexObject, in tables: CollectionTables) -> IndexRecord? { nil }

    static func objects(of record: IndexRecord) -> [(name: String, type: String)] {
        record.unnestedTables.map { ($0.name, "table") }
    }

    static func separateTables(listedAs table: String) -> [(name: String, source: String?)] {
        // Some programs list the table's actual name, a digest, instead of its descriptive name.
        if UnnestedTable.isName(table) { return [(table, nil)] }
        return UnnestedTable.tables(named: table).map { ($0.name, $0.parentName) }
    }

    static func tablesToRemove(with record: IndexRecord, from list: IndexList) throws -> [String] {
        let tables = record.unnestedTables
        guard !tables.isEmpty else { return try list.unlistedTable(of: record) }
        let needed = try list.records().compactMap(\.tableName)
        let unused = tables.reversed().prefix { table in
            !needed.contains {
                $0 == table.plainName || $0 == table.name || $0.hasPrefix(table.prefixOfNested)
            }
        }
        return unused.map(\.name)
    }

    static func derivedTables(
        of tables: CollectionTables, on connection: SQLiteConnection
    ) throws -> [DerivedTable] {
        let records = try IndexList(connection).records(of: tables).filter { $0.kind == .array }
        var found: [UnnestedTable] = []
        for table in records.flatMap(\.unnestedTables)
        where try !found.contains(table) && CollectionTables.hasTable(table.name, on: connection) {
            found.append(table)
        }
        return found.reversed().map {
            DerivedTable(
                name: SQLIdentifier($0.name), filling: .triggers, isFullText: false,
                hasRowPerDocument: !$0.isNested)
        }
    }
}

extension IndexRecord {
    /// The tables of an array index, beginning with the outermost arrays.
    fileprivate var unnestedTables: [UnnestedTable] {
        UnnestedTable.tables(named: tableName ?? "")
    }
}
