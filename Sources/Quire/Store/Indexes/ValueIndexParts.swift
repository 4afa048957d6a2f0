/// A value index, which is a SQLite index on expressions.
///
///     CREATE INDEX byTypeRate ON kv_default (fl_value(body, 'type'), fl_value(body, 'rate'))
struct ValueIndexParts: IndexParts {
    /// The indexed expressions.
    let expressions: [SQLText]
    /// The condition for indexed documents, or `nil` if all documents are indexed.
    let condition: SQLText?

    var kind: IndexKind { .value }

    func listedTable(_ name: String, of tables: CollectionTables) -> String? { nil }

    func characteristics(_ name: IndexName, of tables: CollectionTables) -> [SQLText] {
        [sql(name, of: tables)]
    }

    func make(
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
