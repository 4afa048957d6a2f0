// An index gives the documents that it finds in its own order, which is any order in the file: each
// document is on another page than the one before, and many a page is read again and again. So where
// rows may come in any order, the documents are found first, by their numbers alone, and then visited
// from the first to the last, each page once. Rows come in the order in which documents were first
// saved then, as they do where no index serves.
//
// Example: SELECT name FROM _ WHERE rate < 100, with an index on rate, is run as
//   SELECT s0.rowid FROM kv_default AS s0 WHERE fl_value(s0.body, 'rate') < ?
// and, with a page of the sorted numbers at a time,
//   SELECT fl_result(fl_value(+s0.body, 'name'))
//   FROM fl_each(?) AS found CROSS JOIN kv_default AS s0 ON s0.rowid = found.value
//
// It is not one statement with a sorted subquery, since what SQLite sorts takes it longer; nor one
// that is run for each number, since to begin takes longer than to go on.

/// A query in SQL.
struct CompiledSelect: Sendable {
    /// A query in two steps.
    struct Visit: Sendable {
        /// Finds the numbers of documents.
        let numbers: SQLFragment
        /// Gives the rows of documents whose numbers are the last value, an array.
        let rows: SQLFragment
    }

    /// How many rows a page has: documents that are still in the processor's cache at its end.
    private static let pageSize = 64

    /// The query as it stands.
    let sql: SQLFragment
    /// The query that visits documents in the order of the file.
    ///
    /// There is none where rows have an order of their own or need no documents.
    let visit: Visit?

    init(_ sql: SQLFragment, visit: Visit? = nil) {
        self.sql = sql
        self.visit = visit
    }

    /// Runs the query.
    ///
    /// - Parameters:
    ///   - connection: A connection with an open transaction.
    ///   - parameters: The values of the query's parameters.
    ///   - purpose: What the query does, for error messages.
    ///   - body: A closure that gets the statement at each row.
    /// - Throws: What the closure throws, or ``QuireError`` if SQLite refuses.
    func forEachRow(
        on connection: SQLiteConnection, _ parameters: ParameterValues = ParameterValues(),
        purpose: String, _ body: (SQLiteStatement) throws -> Void
    ) throws {
        // Something of a size: what has none has no address either, and ThreadSanitizer takes note of
        // each access by its address.
        var rowCount = 0
        try gather(
            into: &rowCount, on: connection, parameters, purpose: purpose, endingPage: { _ in }
        ) { rowCount, statement in
            rowCount += 1
            try body(statement)
        }
    }

    /// Runs the query, and gathers something of its rows.
    ///
    /// - Parameters:
    ///   - result: What is gathered.
    ///   - connection: A connection with an open transaction.
    ///   - parameters: The values of the query's parameters.
    ///   - purpose: What the query does, for error messages.
    ///   - endPage: A closure that is called after some rows, if no statement is under way between
    ///     two of them. It is not called after the last ones.
    ///   - body: A closure that gets the statement at each row.
    /// - Throws: What the closures throw, or ``QuireError`` if SQLite refuses.
    func gather<Result>(
        into result: inout Result, on connection: SQLiteConnection,
        _ parameters: ParameterValues = ParameterValues(), purpose: String,
        endingPage endPage: (inout Result) throws -> Void,
        _ body: (inout Result, SQLiteStatement) throws -> Void
    ) throws {
        guard let visit = try chosenVisit(on: connection) else {
            let statement = try connection.prepare(sql.text, purpose: purpose)
            try sql.bind(to: statement, parameters)
            while try statement.step() { try body(&result, statement) }
            return
        }
        let numbers = try Self.numbers(visit.numbers, on: connection, parameters, purpose: purpose)
        let statement = try connection.prepare(visit.rows.text, purpose: purpose)
        try visit.rows.bind(to: statement, parameters)
        let place = Int32(visit.rows.bindings.count) + 1
        for start in stride(from: 0, to: numbers.count, by: Self.pageSize) {
            if start > 0 { try endPage(&result) }
            let page = numbers[start..<min(start + Self.pageSize, numbers.count)]
            try statement.withNumbers(page, at: place) {
                while try statement.step() { try body(&result, statement) }
            }
        }
    }

    private static func numbers(
        _ sql: SQLFragment, on connection: SQLiteConnection, _ parameters: ParameterValues,
        purpose: String
    ) throws -> [Int64] {
        let statement = try connection.prepare(sql.text, purpose: purpose)
        try sql.bind(to: statement, parameters)
        var numbers = DocumentNumbers()
        while try statement.step() { numbers.append(statement.int64(at: 0)) }
        numbers.sort()
        return numbers.numbers
    }

    /// The statements that the query is run by, the first one first.
    ///
    /// - Throws: ``QuireError`` if SQLite refuses.
    func statements(on connection: SQLiteConnection) throws -> [SQLFragment] {
        guard let visit = try chosenVisit(on: connection) else { return [sql] }
        return [visit.numbers, visit.rows]
    }

    /// The query in two steps, if it is the quicker one with the indexes that there are.
    private func chosenVisit(on connection: SQLiteConnection) throws -> Visit? {
        guard let visit else { return nil }
        let step = try connection.plans.firstStep(of: sql.text, on: connection)
        // The table's own indexes are those of IDs and sequences, which find one document each.
        let isByIndex =
            step.hasPrefix("SEARCH s0 USING INDEX ")
            && !step.hasPrefix("SEARCH s0 USING INDEX sqlite_autoindex_")
        return isByIndex || step == "MULTI-INDEX OR" ? visit : nil
    }
}
