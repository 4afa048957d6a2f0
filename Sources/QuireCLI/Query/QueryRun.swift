import Dispatch
import Quire

/// Runs a query and prints its rows.
struct QueryRun {
    let database: Database
    let console: Console
    var parameters = Parameters()
    var format = RowFormat.table

    /// Tells how a query is run.
    func explain(_ text: String) throws {
        let query = try database.createQuery(text)
        query.parameters = parameters
        let plan = try query.explain()
        try console.print(plan.hasSuffix("\n") ? String(plan.dropLast()) : plan)
    }

    /// Runs a query.
    ///
    /// - Parameter text: A statement in SQL++.
    /// - Returns: The number of rows, and the seconds until all of them were there.
    /// - Throws: `QuireError` of the query, ``ClosedPipe``, ``Failure``.
    @discardableResult
    func run(_ text: String) throws -> (count: Int, seconds: Double) {
        let begin = DispatchTime.now().uptimeNanoseconds
        let query = try database.createQuery(text)
        query.parameters = parameters
        let rows = try query.execute()
        let seconds = Double(DispatchTime.now().uptimeNanoseconds - begin) / 1e9
        var writer = format.writer(rows.columnTitles, console)
        var count = 0
        for row in rows {
            try writer.write((0..<row.count).map { Cell(row[$0]) })
            count += 1
        }
        try writer.finish()
        return (count, seconds)
    }
}
