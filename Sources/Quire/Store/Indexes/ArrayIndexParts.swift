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
    let expressions: [String]

    var kind: IndexKind { .array }

    func listedTable(_ name: String, of keyStore: KeyStore) -> String? {
        UnnestedTable.tables(of: paths, in: keyStore).last?.plainName
    }

    func characteristics(_ name: IndexName, of keyStore: KeyStore) -> [String] {
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

    private func sql(_ name: IndexName, on table: UnnestedTable) -> String {
        let expressions = expressions.isEmpty ? ["fl_unnested_value(body)"] : expressions
        return """
            CREATE INDEX \(KeyStore.quotedIfNeeded(name.stored)) \
            ON \(KeyStore.quotedIfNeeded(table.name)) (\(expressions.joined(separator: ", ")))
            """
    }

    // MARK: The table of the items

    private func sql(_ table: UnnestedTable) -> String {
        """
        CREATE TABLE \(KeyStore.quotedIfNeeded(table.name)) \
        (docid INTEGER NOT NULL REFERENCES \(KeyStore.quotedIfNeeded(table.parentName))(rowid),  \
        i INTEGER NOT NULL, body BLOB NOT NULL,  CONSTRAINT pk PRIMARY KEY (docid, i))
        """
    }

    private func make(
        _ table: UnnestedTable, _ path: String, on connection: SQLiteConnection
    ) throws {
        let purpose = "make the table of an array index"
        let name = KeyStore.quotedIfNeeded(table.name)
        let items = "fl_each(new.body, '\(path.replacing("'", with: "''"))') AS _each"
        let columns = "(docid, i, body) SELECT new.rowid, _each.rowid, _each.value FROM"
        try connection.execute(sql(table), purpose: purpose)
        try connection.execute(
            """
            INSERT INTO \(name) \(columns) \(KeyStore.quotedIfNeeded(table.parentName)) as new, \
            \(items)\(table.isNested ? "" : " WHERE (new.flags & 1) = 0")
            """, purpose: purpose)
        let insertion = "INSERT INTO \(name) \(columns) \(items) "
        let deletion = "DELETE FROM \(name) WHERE docid = old.rowid"
        let isNew = table.isNested ? "" : "WHEN (new.flags & 1) = 0"
        let isOld = table.isNested ? "" : "WHEN (old.flags & 1) = 0"
        let triggers = [
            ("ins", "AFTER INSERT", isNew, insertion),
            ("del", "BEFORE DELETE", isOld, deletion),
            ("preupdate", "BEFORE UPDATE OF body, flags", isOld, deletion),
            ("postupdate", "AFTER UPDATE OF body, flags", isNew, insertion),
        ]
        for (suffix, event, condition, statement) in triggers.prefix(table.isNested ? 2 : 4) {
            try connection.execute(
                IndexTrigger.sql(
                    table.name, suffix, event, on: table.parentName, when: condition, statement),
                purpose: purpose)
        }
    }
}
