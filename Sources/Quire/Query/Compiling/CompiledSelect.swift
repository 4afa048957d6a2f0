// An index gives the documents that it finds in its own order, which is any order in the file: each
// document is on another page than the one before, and many a page is read again and again. So where
// rows may come in any order, the documents are found first, by their numbers alone, and then visited
// from the first to the last, each page once. Rows come in the order in which documents were first
// saved then, as they do where no index serves.
//
// Example: SELECT name FROM _ WHERE rate < 100, with an index on rate, is run as
//   SELECT fl_result(fl_value(s0.body, 'name'))
//   FROM (SELECT +s0.rowid AS number FROM kv_default AS s0 WHERE fl_value(s0.body, 'rate') < ?
//         GROUP BY +s0.rowid) AS found
//   CROSS JOIN kv_default AS s0 ON s0.rowid = found.number
//
// GROUP BY sorts the numbers, where SQLite would leave out an ORDER BY; the sign keeps it from reading
// the whole table in the order of the numbers instead.

/// A query in SQL.
struct CompiledSelect: Sendable {
    /// The query as it stands.
    let sql: SQLFragment
    /// The query that visits documents in the order of the file.
    ///
    /// It has the same values in the same places. There is none where rows have an order of their own
    /// or need no documents.
    let inFileOrder: SQLFragment?

    init(_ sql: SQLFragment, inFileOrder: SQLFragment? = nil) {
        self.sql = sql
        self.inFileOrder = inFileOrder
    }

    /// Prepares the form that is the quicker one on a connection.
    ///
    /// - Throws: ``QuireError`` if SQLite refuses.
    func prepare(on connection: SQLiteConnection, purpose: String) throws -> SQLiteStatement {
        try connection.prepare(form(on: connection).text, purpose: purpose)
    }

    /// The form that is the quicker one on a connection: it depends on the indexes that there are.
    ///
    /// - Throws: ``QuireError`` if SQLite refuses.
    func form(on connection: SQLiteConnection) throws -> SQLFragment {
        guard let inFileOrder else { return sql }
        let step = try connection.plans.firstStep(of: sql.text, on: connection)
        // The tables' own indexes are those of IDs and sequences, which find one document each.
        let isByIndex =
            step.hasPrefix("SEARCH s0 USING INDEX ")
            && !step.hasPrefix("SEARCH s0 USING INDEX sqlite_autoindex_")
        return isByIndex || step == "MULTI-INDEX OR" ? inFileOrder : sql
    }
}
