/// A value index, which is a SQLite index on expressions.
///
///     CREATE INDEX byTypeRate ON kv_default (fl_value(body, 'type'), fl_value(body, 'rate'))
package struct ValueIndexParts: IndexParts {
    /// The indexed expressions.
    package let expressions: [SQLText]
    /// The condition for indexed documents, or `nil` if all documents are indexed.
    package let condition: SQLText?

    package init(expressions: [SQLText], condition: SQLText?) {
        self.expressions = expressions
        self.condition = condition
    }

    package var kind: IndexKind { .value }

    package func listedTable(_ name: String, of tables: CollectionTables) -> String? { nil }

    package func characteristics(_ name: IndexName, of tables: CollectionTables) -> [SQLText] {
        [sql(name, of: tables)]
    }

    package func make(
        _ name: IndexName, of tables: CollectionTables, on connection: SQLiteConnection
    ) throws {
        try connection.execute(sql(name, of: tables), purpose: "create the index \(name.name)")
    }

    private func sql(_ name: IndexName, of tables: CollectionTables) -> SQLText {
        let condition: SQLText = condition.map { " WHERE \($0)" } ?? ""
        return """
            CREATE INDEX \(quotedIfNeeded: SQLIdentifier(name.stored)) \
            ON \(quotedIfNeeded: tables.liveTable) \
            (\(.joined(expressions, separator: ", ")))\(condition)
            """
    }
}

extension ValueIndexParts: IndexKindDefinition {
    static var isTable: Bool { false }

    static func record(of object: IndexObject, in tables: CollectionTables) -> IndexRecord? {
        guard !object.isVirtualTable else { return nil }
        return IndexRecord(
            storedName: object.name, kind: .value, tablesName: tables.name, expression: "",
            condition: nil, tableName: nil)
    }

    static func objects(of record: IndexRecord) -> [(name: String, type: String)] {
        [(record.storedName, "index")]
    }

    static func separateTables(listedAs table: String) -> [(name: String, source: String?)] { [] }

    static func tablesToRemove(with record: IndexRecord, from list: IndexList) throws -> [String] {
        try list.unlistedTable(of: record)
    }

    static func derivedTables(
        of tables: CollectionTables, on connection: SQLiteConnection
    ) throws -> [DerivedTable] { [] }
}
