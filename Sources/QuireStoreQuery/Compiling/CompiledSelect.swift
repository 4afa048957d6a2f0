// An index returns documents in its own order, so successive documents are on different pages of
// the file, and many pages are read several times. If the order of the rows doesn't matter, the
// query therefore runs in two steps. The first step finds the row IDs of the documents. The second
// step reads the documents in the order of the file, so that each page is read once. The rows then
// have the order in which the documents were first saved, as in a query without an index.
//
// Example: SELECT name FROM _ WHERE rate < 100, with an index on rate, runs as
//   SELECT s0.rowid FROM kv_default AS s0 WHERE fl_value(s0.body, 'rate') < ?
// and then, for each page of sorted row IDs, as
//   SELECT fl_result(fl_value(+s0.body, 'name'))
//   FROM fl_each(?) AS found CROSS JOIN kv_default AS s0 ON s0.rowid = found.value
//
// SQLite's counter of full-scan steps shows whether the query uses an index, after it has found the
// second row ID. Without an index, the query runs in a single step, and the connection records
// this for the next run.
//
// A single statement with a sorted subquery would be slower, because SQLite takes longer to sort.
// One statement for each row ID would also be slower, because each start of a statement takes
// longer than a step.

/// A query compiled to SQL.
struct CompiledSelect: Sendable {
    /// A query in two steps.
    struct RowIDScan: Sendable {
        /// A statement that finds the row IDs of the documents.
        let numbers: SQLFragment
        /// A statement that reads the rows of documents.
        ///
        /// Its last parameter is an array of the row IDs.
        let rows: SQLFragment
    }

    /// The number of row IDs in a page.
    ///
    /// The documents of a page fit into the processor's cache.
    private static let pageSize = 64

    /// The maximum number of scan steps that are repeated when a query falls back to a single step.
    ///
    /// If the scan was longer, it found few documents, and the second step takes little time.
    private static let longestRepeatedScan = 1_000

    /// The query as a single statement.
    let sql: SQLFragment
    /// The query in two steps.
    ///
    /// It is `nil` if the rows are ordered or the query doesn't read documents.
    let rowIDScan: RowIDScan?

    init(_ sql: SQLFragment, rowIDScan: RowIDScan? = nil) {
        self.sql = sql
        self.rowIDScan = rowIDScan
    }

    /// Runs the query.
    ///
    /// - Parameters:
    ///   - connection: A connection with an active transaction.
    ///   - parameters: The values of the query's parameters.
    ///   - purpose: A description of the query for error messages.
    ///   - body: A closure that receives the statement for each row.
    /// - Throws: Any error that the closure throws, or ``QuireError`` if SQLite reports an error.
    func forEachRow(
        on connection: SQLiteConnection, _ parameters: ParameterValues = ParameterValues(),
        purpose: String, _ body: (SQLiteStatement) throws -> Void
    ) throws {
        // The value must not be empty: an empty value has no address, and ThreadSanitizer records
        // each access by its address.
        var rowCount = 0
        try gather(
            into: &rowCount, on: connection, parameters, purpose: purpose, endingPage: { _ in }
        ) { rowCount, statement in
            rowCount += 1
            try body(statement)
        }
    }

    /// Runs the query and collects a result from its rows.
    ///
    /// - Parameters:
    ///   - result: The collected result.
    ///   - connection: A connection with an active transaction.
    ///   - parameters: The values of the query's parameters.
    ///   - purpose: A description of the query for error messages.
    ///   - endPage: A closure that is called between two pages of rows, when no statement is
    ///     active. It is not called after the last page, or if the query runs in a single step.
    ///   - body: A closure that receives the statement for each row.
    /// - Throws: Any error that a closure throws, or ``QuireError`` if SQLite reports an error.
    func gather<Result>(
        into result: inout Result, on connection: SQLiteConnection,
        _ parameters: ParameterValues = ParameterValues(), purpose: String,
        endingPage endPage: (inout Result) throws -> Void,
        _ body: (inout Result, SQLiteStatement) throws -> Void
    ) throws {
        guard let rowIDScan,
            let numbers = try numbers(of: rowIDScan, on: connection, parameters, purpose: purpose)
        else {
            return try sql.run(on: connection, parameters, purpose: purpose) { statement in
                while try statement.step() { try body(&result, statement) }
            }
        }
        let position = Int32(rowIDScan.rows.bindings.count) + 1
        try rowIDScan.rows.run(on: connection, parameters, purpose: purpose) { statement in
            for start in stride(from: 0, to: numbers.count, by: Self.pageSize) {
                if start > 0 { try endPage(&result) }
                let page = numbers[start..<min(start + Self.pageSize, numbers.count)]
                try statement.withNumbers(page, at: position) {
                    while try statement.step() { try body(&result, statement) }
                }
            }
        }
    }

    /// Returns the sorted row IDs of the documents.
    ///
    /// - Returns: The row IDs, or `nil` if the query doesn't use an index and must run in a single
    ///   step.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    private func numbers(
        of rowIDScan: RowIDScan, on connection: SQLiteConnection, _ parameters: ParameterValues,
        purpose: String
    ) throws -> [Int64]? {
        if try connection.scannedQueries.contains(sql.text, on: connection) { return nil }
        return try rowIDScan.numbers.run(on: connection, parameters, purpose: purpose) {
            statement in
            _ = statement.takeScanStepCount()
            var numbers = RowIDList()
            while try statement.step() {
                numbers.append(statement.int64(at: 0))
                // The counter may still be 0 at the first row.
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
