import Dispatch
import Quire
import QuireFormats
import QuireInspection
import SQLPlusPlus

/// The execution of statements and printing of their rows.
struct QueryRun {
    let database: any DocumentDatabase
    var console: Console
    var parameters = Parameters()
    var format = RowFormat.table
    /// The bundle of the database, unless it is on a server.
    var bundle: BundlePath?
    /// Whether statements can change documents.
    var canWrite = false
    /// Whether the changes of a statement are rolled back.
    var isDryRun = false
    /// Whether a statement that changes all documents of a collection asks on a terminal.
    var asks = false

    /// Prints the query plan as a tree, and advice on indexes.
    func explain(_ text: String) throws {
        let source = QuerySource(verbatim: text)
        let statement = try source.writeStatement()?.selection ?? source.statement()
        let plan = try database.explanation(of: statement, binding: parameters)
        try console.write(PlanText.tree(plan))
        for advice in try IndexAdvice.list(for: statement, in: database) {
            try console.write("\n" + PlanText.text(of: advice, database: bundle?.path ?? "DB"))
        }
    }

    /// Runs a statement.
    ///
    /// - Parameter text: A SQL++ statement.
    /// - Returns: The number of rows, and the time in seconds until all rows were available.
    /// - Throws: `QuireError` of the statement, ``ClosedPipe``, or ``Failure``.
    @discardableResult
    func run(_ text: String) throws -> (count: Int, seconds: Double) {
        let begin = DispatchTime.now().uptimeNanoseconds
        let source = QuerySource(verbatim: text)
        if let statement = try source.writeStatement() {
            let result = try write(statement)
            let seconds = Double(DispatchTime.now().uptimeNanoseconds - begin) / 1e9
            let count = statement.returning.isEmpty ? 0 : try print(result.rows)
            note(result.count, of: statement)
            return (count, seconds)
        }
        let rows = try database.query(source, binding: parameters)
        let seconds = Double(DispatchTime.now().uptimeNanoseconds - begin) / 1e9
        return (try print(rows), seconds)
    }

    private func write(_ statement: WriteStatement) throws -> StatementResult {
        guard canWrite else {
            throw Failure(
                "the database is open for reading only; start the shell with --write to change "
                    + "documents")
        }
        if asks, !isDryRun, statement.changesAll { try confirm(statement) }
        return try database.run(statement, binding: parameters, isDryRun: isDryRun)
    }

    private func confirm(_ statement: WriteStatement) throws {
        let result = try database.run(statement, binding: parameters, isDryRun: true)
        let documents = Spelling.count(result.count, "document")
        let verb = statement.action == .delete ? "Delete" : "Update"
        let target = statement.target
        let place = (target.scope.map { "\($0)." } ?? "") + target.collection
        let question = "\(verb) all \(documents) of \(PlainText.escaped(place))?"
        guard result.count > 0, try !console.confirms(question) else { return }
        throw Failure("nothing was changed")
    }

    /// Prints rows, and returns their number.
    private func print(_ rows: ResultSet) throws -> Int {
        var writer = format.writer(rows.columnNames, console)
        var count = 0
        for row in rows {
            try writer.write((0..<row.count).map { Cell(row[$0]) })
            count += 1
        }
        try writer.finish()
        return count
    }

    private func note(_ count: Int, of statement: WriteStatement) {
        let verb =
            switch statement.action {
            case .update: "updated"
            case .delete: "deleted"
            case .save: "saved"
            }
        let documents = Spelling.count(count, "document")
        console.note(
            isDryRun
                ? "\(documents) would be \(verb), but nothing was changed" : "\(documents) \(verb)")
    }
}

extension WriteStatement {
    /// Whether the statement changes or deletes all documents of its collection.
    fileprivate var changesAll: Bool {
        if case .save = action { return false }
        return condition == nil && limit == nil
    }
}
