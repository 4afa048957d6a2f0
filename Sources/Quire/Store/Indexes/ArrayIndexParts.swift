// An array index is an index of SQLite's on a table of the items of arrays, see `UnnestedTable`. All
// array indexes on one path share the table. Its triggers, on the collection's table:
//
//   ::ins         AFTER INSERT                   INSERT INTO … SELECT … FROM fl_each(new.body, 'path')
//   ::del         BEFORE DELETE                  DELETE FROM … WHERE docid = old.rowid
//   ::preupdate   BEFORE UPDATE OF body, flags   as del
//   ::postupdate  AFTER UPDATE OF body, flags    as ins
//
// They leave deleted documents out. A table of items of items has ::ins and ::del only: the rows of
// the other table are never updated.

/// An array index.
struct ArrayIndexParts: IndexParts {
    /// The path of the arrays in a document, then that of each next one in an item, as `fl_each` has
    /// it.
    let paths: [String]
    /// What of an item is indexed; the item itself if there is nothing.
    let expressions: [SQLText]

    var kind: IndexKind { .array }

    func listedTable(_ name: String, of keyStore: KeyStore) -> String? {
        UnnestedTable.tables(of: paths, in: keyStore).last?.plainName
    }

    func characteristics(_ name: IndexName, of keyStore: KeyStore) -> [SQLText] {
        let tables = UnnestedTable.tables(of: paths, in: keyStore)
        return tables.map(sql) + (tables.last.map { [sql(name, on: $0)] } ?? [])
    }

    func make(_ name: IndexName, of keyStore: KeyStore, on connection: SQLiteConnection) throws {
        let tables = UnnestedTable.tables(of: paths, in: keyStore)
        for (table, path) in zip(tables, paths) {
            guard try !KeyStore.hasTable(table.name, on: connection) else { continue }
            try make(table, path, on: connection)
        }
        guard let innermost = tables.last else { return }
        try connection.execute(
            sql(name, on: innermost), purpose: "make the index \(name.name)")
    }

    private func sql(_ name: IndexName, on table: UnnestedTable) -> SQLText {
        let expressions = expressions.isEmpty ? ["fl_unnested_value(body)"] : expressions
        return """
            CREATE INDEX \(quotedIfNeeded: SQLIdentifier(name.stored)) \
            ON \(quotedIfNeeded: SQLIdentifier(table.name)) \
            (\(.joined(expressions, separator: ", ")))
            """
    }

    // MARK: The table of the items

    private func sql(_ table: UnnestedTable) -> SQLText {
        """
        CREATE TABLE \(quotedIfNeeded: SQLIdentifier(table.name)) (docid INTEGER NOT NULL \
        REFERENCES \(quotedIfNeeded: SQLIdentifier(table.parentName))(rowid),  \
        i INTEGER NOT NULL, body BLOB NOT NULL,  CONSTRAINT pk PRIMARY KEY (docid, i))
        """
    }

    private func make(
        _ table: UnnestedTable, _ path: String, on connection: SQLiteConnection
    ) throws {
        let purpose = "make the table of an array index"
        let name = SQLIdentifier(table.name).quotedIfNeeded
        let parent = SQLIdentifier(table.parentName)
        let items: SQLText = "fl_each(new.body, \(constant: path)) AS _each"
        let columns: SQLText = "(docid, i, body) SELECT new.rowid, _each.rowid, _each.value FROM"
        let isStored: SQLText = table.isNested ? "" : " WHERE (new.flags & 1) = 0"
        try connection.execute(sql(table), purpose: purpose)
        try connection.execute(
            """
            INSERT INTO \(name) \(columns) \(quotedIfNeeded: parent) as new, \(items)\(isStored)
            """, purpose: purpose)
        let insertion: SQLText = "INSERT INTO \(name) \(columns) \(items) "
        let deletion: SQLText = "DELETE FROM \(name) WHERE docid = old.rowid"
        let isNew: SQLText = table.isNested ? "" : "WHEN (new.flags & 1) = 0"
        let isOld: SQLText = table.isNested ? "" : "WHEN (old.flags & 1) = 0"
        let triggers: [(String, SQLText, SQLText, SQLText)] = [
            ("ins", "AFTER INSERT", isNew, insertion),
            ("del", "BEFORE DELETE", isOld, deletion),
            ("preupdate", "BEFORE UPDATE OF body, flags", isOld, deletion),
            ("postupdate", "AFTER UPDATE OF body, flags", isNew, insertion),
        ]
        for (suffix, event, condition, statement) in triggers.prefix(table.isNested ? 2 : 4) {
            try connection.execute(
                IndexTrigger.sql(
                    table.name, suffix, event, on: parent, when: condition, statement),
                purpose: purpose)
        }
    }
}
