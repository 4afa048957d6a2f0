import Dispatch
import Quire

/// The execution of a query and printing of its rows.
struct QueryRun {
    let database: Database
    let console: Console
    var parameters = Parameters()
    var format = RowFormat.table

    /// Prints the query plan.
    func explain(_ text: String) throws {
        let query = try database.createQuery(QuerySource(verbatim: text))
        query.parameters = parameters
        let plan = try query.explain()
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
        let query = try database.createQuery(QuerySource(verbatim: text))
        query.parameters = parameters
        let rows = try query.execute()
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
