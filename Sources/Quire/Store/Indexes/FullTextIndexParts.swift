// A full-text index is a virtual table with a row for each document, and four triggers on the
// collection's table:
//
//   CREATE VIRTUAL TABLE "kv_default::by\Text" USING fts4("text", tokenize=unicodesn)
//
//   ::ins         AFTER INSERT            INSERT INTO … VALUES (new.rowid, fl_fts_value(…))
//   ::del         AFTER DELETE            DELETE FROM … WHERE docid = old.rowid
//   ::preupdate   BEFORE UPDATE OF body   as del
//   ::postupdate  AFTER UPDATE OF body    as ins
//
// All of it has the form that Couchbase Lite gives it, down to the spaces.

/// A full-text index.
struct FullTextIndexParts: IndexParts {
    /// A column: its name, and what gives its text for a row that is called `new`.
    struct Column {
        let name: String
        let text: String
    }

    let columns: [Column]
    /// Which documents are in the index, for rows that are called `new` and `old`.
    let condition: (new: String, old: String)?
    /// What the tokenizer is asked for.
    let tokenizerArguments: [String]

    var kind: IndexKind { .fullText }

    func listedTable(_ name: String, of keyStore: KeyStore) -> String? {
        keyStore.fullTextTableName(name)
    }

    func characteristics(_ name: IndexName, of keyStore: KeyStore) -> [String] {
        [table(name, of: keyStore)] + triggers(name, of: keyStore)
    }

    func make(_ name: IndexName, of keyStore: KeyStore, on connection: SQLiteConnection) throws {
        let purpose = "make the index \(name.name)"
        try connection.execute(table(name, of: keyStore), purpose: purpose)
        try connection.execute(
            """
            INSERT INTO \(quoted(name, keyStore)) (docid, \(columnNames)) \
            SELECT new.rowid, \(texts) FROM \(keyStore.liveTable) AS new\
            \(condition.map { " WHERE \($0.new)" } ?? "")
            """, purpose: purpose)
        for trigger in triggers(name, of: keyStore) {
            try connection.execute(trigger, purpose: purpose)
        }
    }

    private var columnNames: String {
        columns.map { KeyStore.quoted($0.name) }.joined(separator: ", ")
    }

    private var texts: String { columns.map(\.text).joined(separator: ", ") }

    private func quoted(_ name: IndexName, _ keyStore: KeyStore) -> String {
        KeyStore.quoted(keyStore.fullTextTableName(name.name))
    }

    private func table(_ name: IndexName, of keyStore: KeyStore) -> String {
        let arguments = tokenizerArguments.map { " \"\($0)\"" }.joined()
        return """
            CREATE VIRTUAL TABLE \(quoted(name, keyStore)) USING fts4(\(columnNames), \
            tokenize=\(FullTextTokenizers.couchbaseName)\(arguments))
            """
    }

    private func triggers(_ name: IndexName, of keyStore: KeyStore) -> [String] {
        let table = keyStore.fullTextTableName(name.name)
        let deletion = "DELETE FROM \(KeyStore.quoted(table)) WHERE docid = old.rowid"
        let insertion = """
            INSERT INTO \(KeyStore.quoted(table)) (docid, \(columnNames)) \
            VALUES (new.rowid, \(texts))
            """
        let forNew = condition.map { "WHEN \($0.new)" } ?? ""
        let forOld = condition.map { "WHEN \($0.old)" } ?? ""
        return [
            ("ins", "AFTER INSERT", forNew, insertion),
            ("del", "AFTER DELETE", forOld, deletion),
            ("preupdate", "BEFORE UPDATE OF body", forOld, deletion),
            ("postupdate", "AFTER UPDATE OF body", forNew, insertion),
        ].map { suffix, event, condition, statement in
            IndexTrigger.sql(
                table, suffix, event, on: keyStore.liveTableName, when: condition, statement)
        }
    }
}

/// The triggers that keep the table of an index current.
enum IndexTrigger {
    /// The endings of their names.
    static let suffixes = ["ins", "del", "upd", "preupdate", "postupdate"]

    /// Returns what makes a trigger.
    ///
    /// - Parameters:
    ///   - table: The index's table.
    ///   - suffix: The ending of its name.
    ///   - event: When it runs.
    ///   - source: The table whose changes fire it.
    ///   - condition: `WHEN` and a condition, or nothing.
    ///   - statement: What it does.
    /// - Returns: SQL.
    static func sql(
        _ table: String, _ suffix: String, _ event: String, on source: String,
        when condition: String, _ statement: String
    ) -> String {
        """
        CREATE TRIGGER \(KeyStore.quoted("\(table)::\(suffix)")) \(event) \
        ON \(KeyStore.quoted(source)) \(condition)  BEGIN \(statement); END
        """
    }
}
