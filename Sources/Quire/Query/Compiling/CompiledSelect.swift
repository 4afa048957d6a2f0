// An index gives the documents that it finds in its own order, which is any order in the file: each
// document is on another page than the one before, and many a page is read again and again. So
// where rows may come in any order, the documents are found first, by their numbers alone, and then
// visited from the first to the last, each page once. Rows come in the order in which documents
// were first saved then, as they do where no index serves.
//
// Example: SELECT name FROM _ WHERE rate < 100, with an index on rate, is run as
//   SELECT s0.rowid FROM kv_default AS s0 WHERE fl_value(s0.body, 'rate') < ?
// and, with a page of the sorted numbers at a time,
//   SELECT fl_result(fl_value(+s0.body, 'name'))
//   FROM fl_each(?) AS found CROSS JOIN kv_default AS s0 ON s0.rowid = found.value
//
// SQLite's counter of steps through a whole table says whether an index serves, once the second
// number is found. Without an index the query is run as it stands, and the connection remembers
// that.
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

    /// How many steps of a scan are repeated to run the query as it stands.
    ///
    /// After a longer scan few documents are found, so a visit of them takes little time.
    private static let longestRepeatedScan = 1_000

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
        // Something of a size: what has none has no address either, and ThreadSanitizer takes note
        // of each access by its address.
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
        guard let visit,
            let numbers = try numbers(of: visit, on: connection, parameters, purpose: purpose)
        else {
            return try sql.run(on: connection, parameters, purpose: purpose) { statement in
                while try statement.step() { try body(&result, statement) }
            }
        }
        let place = Int32(visit.rows.bindings.count) + 1
        try visit.rows.run(on: connection, parameters, purpose: purpose) { statement in
            for start in stride(from: 0, to: numbers.count, by: Self.pageSize) {
                if start > 0 { try endPage(&result) }
                let page = numbers[start..<min(start + Self.pageSize, numbers.count)]
                try statement.withNumbers(page, at: place) {
                    while try statement.step() { try body(&result, statement) }
                }
            }
        }
    }

    /// Finds the numbers of the documents, in order.
    ///
    /// - Returns: The numbers, or `nil` if no index serves the query and it is to be run as it
    ///   stands.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    private func numbers(
        of visit: Visit, on connection: SQLiteConnection, _ parameters: ParameterValues,
        purpose: String
    ) throws -> [Int64]? {
        if try connection.scannedQueries.contains(sql.text, on: connection) { return nil }
        return try visit.numbers.run(on: connection, parameters, purpose: purpose) { statement in
            _ = statement.takeScanStepCount()
            var numbers = DocumentNumbers()
            while try statement.step() {
                numbers.append(statement.int64(at: 0))
                // Before the first row there may have been no step.
                guard numbers.numbers.count == 2 else { continue }
                let scanned = statement.takeScanStepCount()
                guard scanned > 0 else { continue }
                try connection.scannedQueries.insert(sql.text, on: connection)
                if scanned <= Self.longestRepeatedScan { return nil }
            }
            if statement.takeScanStepCount() > 0 {
                try connection.scannedQueries.insert(sql.text, on: connection)
            }
            numbers.sort()
            return numbers.numbers
        }
    }
}
