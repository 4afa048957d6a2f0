// A full-text index is a virtual table with one row for each document, and four triggers on the
// collection's table:
//
//   CREATE VIRTUAL TABLE "kv_default::by\Text" USING fts4("text", tokenize=unicodesn)
//
//   ::ins         AFTER INSERT            INSERT INTO … VALUES (new.rowid, fl_fts_value(…))
//   ::del         AFTER DELETE            DELETE FROM … WHERE docid = old.rowid
//   ::preupdate   BEFORE UPDATE OF body   like ::del
//   ::postupdate  AFTER UPDATE OF body    like ::ins
//
// The SQL is identical to that of Couchbase Lite, including whitespace.

/// The SQL definition of a full-text index.
package struct FullTextIndexParts: IndexParts {
    /// A column with its name and an expression for its text.
    ///
    /// The expression refers to a row named `new`.
    package struct Column {
        package let name: String
        package let text: SQLText

        package init(name: String, text: SQLText) {
            self.name = name
            self.text = text
        }
    }

    package let columns: [Column]
    /// The conditions for indexed documents, which refer to rows named `new` and `old`.
    package let condition: (new: SQLText, old: SQLText)?
    package let tokenizerArguments: [String]

    package init(
        columns: [Column], condition: (new: SQLText, old: SQLText)?, tokenizerArguments: [String]
    ) {
        self.columns = columns
        self.condition = condition
        self.tokenizerArguments = tokenizerArguments
    }

    package var kind: IndexKind { .fullText }

    package func listedTable(_ name: String, of tables: CollectionTables) -> String? {
        tables.fullTextTableName(name)
    }

    package func characteristics(_ name: IndexName, of tables: CollectionTables) -> [SQLText] {
        [table(name, of: tables)] + triggers(name, of: tables)
    }

    package func make(
        _ name: IndexName, of tables: CollectionTables, on connection: SQLiteConnection
    ) throws {
        let purpose = "create the index \(name.name)"
        let isIndexed: SQLText = condition.map { " WHERE \($0.new)" } ?? ""
        try connection.execute(table(name, of: tables), purpose: purpose)
        try connection.execute(
            """
            INSERT INTO \(identifier(name, tables)) (docid, \(columnNames)) \
            SELECT new.rowid, \(texts) FROM \(tables.liveTable) AS new\(isIndexed)
            """, purpose: purpose)
        try connection.execute(triggers(name, of: tables), purpose: purpose)
    }

    private var columnNames: SQLText {
        .joined(columns.map { SQLIdentifier($0.name).quoted }, separator: ", ")
    }

    private var texts: SQLText { .joined(columns.map(\.text), separator: ", ") }

    private func identifier(_ name: IndexName, _ tables: CollectionTables) -> SQLIdentifier {
        SQLIdentifier(tables.fullTextTableName(name.name))
    }

    private func table(_ name: IndexName, of tables: CollectionTables) -> SQLText {
        let tokenizer = [SQLIdentifier(FullTextTokenizers.couchbaseName).quotedIfNeeded]
        let arguments = tokenizerArguments.map { SQLIdentifier($0).quoted }
        return """
            CREATE VIRTUAL TABLE \(identifier(name, tables)) USING fts4(\(columnNames), \
            tokenize=\(.joined(tokenizer + arguments, separator: " ")))
            """
    }

    private func triggers(_ name: IndexName, of tables: CollectionTables) -> [SQLText] {
        let table = identifier(name, tables)
        let deletion: SQLText = "DELETE FROM \(table) WHERE docid = old.rowid"
        let insertion: SQLText =
            "INSERT INTO \(table) (docid, \(columnNames)) VALUES (new.rowid, \(texts))"
        let forNew: SQLText = condition.map { "WHEN \($0.new)" } ?? ""
        let forOld: SQLText = condition.map { "WHEN \($0.old)" } ?? ""
        let triggers: [(String, SQLText, SQLText, SQLText)] = [
            ("ins", "AFTER INSERT", forNew, insertion),
            ("del", "AFTER DELETE", forOld, deletion),
            ("preupdate", "BEFORE UPDATE OF body", forOld, deletion),
            ("postupdate", "AFTER UPDATE OF body", forNew, insertion),
        ]
        return triggers.map { suffix, event, condition, statement in
            IndexTrigger.sql(
                for: table.name, suffix: suffix, event: event, on: tables.liveTable,
                when: condition, statement: statement)
        }
    }
}

/// The triggers that keep the table of an index current.
enum IndexTrigger {
    /// The suffixes of trigger names.
    static let suffixes = ["ins", "del", "upd", "preupdate", "postupdate"]

    /// Returns the SQL that creates a trigger.
    ///
    /// - Parameters:
    ///   - table: The table of the index.
    ///   - suffix: The suffix of the trigger's name.
    ///   - event: The event that fires the trigger.
    ///   - source: The table whose changes fire it.
    ///   - condition: `WHEN` and a condition, or an empty string.
    ///   - statement: The statement that the trigger runs.
    /// - Returns: The SQL text.
    static func sql(
        for table: String, suffix: String, event: SQLText, on source: SQLIdentifier,
        when condition: SQLText, statement: SQLText
    ) -> SQLText {
        """
        CREATE TRIGGER \(SQLIdentifier("\(table)::\(suffix)")) \(event) \
        ON \(source) \(condition)  BEGIN \(statement); END
        """
    }
}
