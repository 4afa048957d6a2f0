// An array index is a SQLite index on a table with the array items, see `UnnestedTable`. All array
// indexes on one path share that table. It is kept current by these triggers on the table of the
// collection:
//
//   ::ins         AFTER INSERT                 INSERT INTO … SELECT … FROM fl_each(new.body, …)
//   ::del         BEFORE DELETE                DELETE FROM … WHERE docid = old.rowid
//   ::preupdate   BEFORE UPDATE OF body, flags   like ::del
//   ::postupdate  AFTER UPDATE OF body, flags    like ::ins
//
// The table contains no items of deleted documents. A table for nested arrays only has the triggers
// ::ins and ::del, because the rows of its parent table are never updated.

/// The SQL definition of an array index.
package struct ArrayIndexParts: IndexParts {
    /// The path of the array in a document, then the path of each nested array in an item, in the
    /// syntax of `fl_each`.
    package let paths: [String]
    /// The indexed expressions of an item.
    ///
    /// If the array is empty, the item itself is indexed.
    package let expressions: [SQLText]

    package init(paths: [String], expressions: [SQLText]) {
        self.paths = paths
        self.expressions = expressions
    }

    package var kind: IndexKind { .array }

    package func listedTable(_ name: String, of tables: CollectionTables) -> String? {
        UnnestedTable.tables(of: paths, in: tables).last?.plainName
    }

    package func characteristics(_ name: IndexName, of tables: CollectionTables) -> [SQLText] {
        let tables = UnnestedTable.tables(of: paths, in: tables)
        return tables.map(sql) + (tables.last.map { [sql(name, on: $0)] } ?? [])
    }

    package func make(
        _ name: IndexName, of tables: CollectionTables, on connection: SQLiteConnection
    ) throws {
        let tables = UnnestedTable.tables(of: paths, in: tables)
        for (table, path) in zip(tables, paths) {
            guard try !CollectionTables.hasTable(table.name, on: connection) else { continue }
            try make(table, path, on: connection)
        }
        guard let innermost = tables.last else { return }
        try connection.execute(
            sql(name, on: innermost), purpose: "create the index \(name.name)")
    }

    private func sql(_ name: IndexName, on table: UnnestedTable) -> SQLText {
        let expressions = expressions.isEmpty ? ["fl_unnested_value(body)"] : expressions
        return """
            CREATE INDEX \(quotedIfNeeded: SQLIdentifier(name.stored)) \
            ON \(quotedIfNeeded: SQLIdentifier(table.name)) \
            (\(.joined(expressions, separator: ", ")))
            """
    }

    // MARK: The table of items

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
        let purpose = "create the table of an array index"
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
                    for: table.name, suffix: suffix, event: event, on: parent, when: condition,
                    statement: statement),
                purpose: purpose)
        }
    }
}
