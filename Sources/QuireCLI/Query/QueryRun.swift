import Dispatch
import Quire
import QuireFormats

/// The execution of a query and printing of its rows.
struct QueryRun {
    let database: any DocumentDatabase
    let console: Console
    var parameters = Parameters()
    var format = RowFormat.table
    /// The bundle of the database, unless it is on a server.
    var bundle: BundlePath?

    /// Prints the query plan.
    func explain(_ text: String) throws {
        let plan = try database.explanation(
            of: QuerySource(verbatim: text), binding: parameters)
        try console.print(plan.hasSuffix("\n") ? String(plan.dropLast()) : plan)
    }

    /// Runs a query.
    ///
    /// - Parameter text: A SQL++ statement.
    /// - Returns: The number of rows, and the time in seconds until all rows were available.
    /// - Throws: `QuireError` of the query, ``ClosedPipe``, or ``Failure``.
    @discardableResult
    func run(_ text: String) throws -> (count: Int, seconds: Double) {
        let begin = DispatchTime.now().uptimeNanoseconds
        let rows = try database.query(QuerySource(verbatim: text), binding: parameters)
        let seconds = Double(DispatchTime.now().uptimeNanoseconds - begin) / 1e9
        var writer = format.writer(rows.columnNames, console)
        var count = 0
        for row in rows {
            try writer.write((0..<row.count).map { Cell(row[$0]) })
            count += 1
        }
        try writer.finish()
        return (count, seconds)
    }
}
