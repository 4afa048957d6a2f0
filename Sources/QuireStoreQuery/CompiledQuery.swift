import Fleece
import QuirePlatform
import SQLPlusPlus

/// A compiled query: its SQL and the collections that it reads from.
///
/// The value doesn't retain the database, so listeners of a query don't keep the database open.
struct CompiledQuery: Sendable {
    let statement: SelectStatement
    private let collections: [CollectionName]
    private let sources: [String]
    private let select: CurrentSelect
    /// The name that Couchbase Lite gives to the table of the index of vectors that the query searches.
    let searchedTable: String?

    /// Compiles a statement.
    ///
    /// - Throws: ``QuireError`` with code `invalidQuery` if the statement is not valid,
    ///   `missingIndex` if a full-text index does not exist, `notOpen` if the database is closed.
    init(_ statement: SelectStatement, database: Database) throws {
        self.statement = statement
        // Read the version first: an index that is created meanwhile leads to another compilation.
        let version = try database.read { try $0.sqlite.schemaVersion() }
        var compiler = QueryCompiler(database: database)
        let select = try compiler.compile(statement)
        self.select = CurrentSelect(select, schemaVersion: version)
        searchedTable = compiler.searchedTable
        sources = compiler.sources.map(\.name)
        collections = compiler.sources.compactMap(\.collection?.identity)
        // Prepare the SQL now, so that its errors are thrown before the query runs. The connection
        // caches the prepared statement for the run.
        try read(in: database) { connection in
            _ = try connection.sqlite.statement(select.sql.text, purpose: "run a query")
        }
    }

    /// Runs the query and returns all of its rows.
    ///
    /// - Throws: The errors of ``Query/execute()``.
    func execute(
        in database: Database, _ parameters: ParameterValues, _ interruption: QueryInterruption
    ) throws -> ResultSet {
        let columnNames = statement.columnNames
        let rows = try QuireMetrics.measure(
            .query, in: database.name, statement: statement, rowCount: { $0.rows?.count ?? 0 }
        ) {
            try read(in: database, interruption: interruption, parameters: parameters) {
                connection in
                try connection.sqlite.interruptible(by: interruption) {
                    var recorder = RowRecorder(
                        columnNames: columnNames, codingInfo: database.codingInfo,
                        endingWith: interruption)
                    try current(in: database, on: connection.sqlite, parameters: parameters) {
                        select in
                        try select.forEachRow(
                            on: connection.sqlite, parameters, purpose: "run a query"
                        ) { row in try recorder.record(row, keys: connection.keys) }
                    }
                    return try recorder.finish()
                }
            }
        }
        return ResultSet(rows)
    }

    /// Returns an explanation of how the query runs.
    ///
    /// - Throws: The errors of ``Query/explain()``.
    func explain(in database: Database, _ parameters: ParameterValues) throws -> String {
        try read(in: database) { connection in
            try current(in: database, on: connection.sqlite, parameters: parameters) { select in
                try QueryExplanation(
                    of: select, parameters, sources: sources, on: connection.sqlite
                ).text
            }
        }
    }

    /// Calls a closure with the compiled query.
    ///
    /// If a parameter contains a dictionary, the method compiles the query for the parameters. If
    /// the indexes may have changed, it compiles the query again. If an array index that the query
    /// uses was removed meanwhile, it does so once more.
    private func current<R>(
        in database: Database, on connection: SQLiteConnection, parameters: ParameterValues,
        _ body: (CompiledSelect) throws -> R
    ) throws -> R {
        try UnnestedTable.retrying { isAgain in
            guard isAgain || !parameters.namesOfDictionaries.isEmpty else {
                return try body(
                    select.value(on: connection) {
                        var compiler = QueryCompiler(database: database)
                        return try compiler.compile(statement)
                    })
            }
            var compiler = QueryCompiler(database: database, parameters: parameters)
            return try body(compiler.compile(statement))
        }
    }

    /// Runs a closure with a connection, and converts its errors to errors of the query.
    private func read<R>(
        in database: Database, interruption: QueryInterruption? = nil,
        parameters: ParameterValues = ParameterValues(),
        _ body: (StoreConnection) throws -> R
    ) throws -> R {
        do {
            return try database.readSnapshot(body)
        } catch {
            throw explained(error, interruption: interruption, parameters: parameters, in: database)
        }
    }

    /// Returns the error to throw from the query for an error of the engine.
    func explained(
        _ error: any Error, interruption: QueryInterruption?, parameters: ParameterValues,
        in database: Database
    ) -> any Error {
        if case FunctionFailure.interrupted = error {
            return ended(by: interruption, error)
        }
        guard let cause = (error as? QuireError)?.underlyingError as? SQLiteError else {
            guard case QuireError.Code.corruptData = error else { return error }
            return damage(error, parameters, in: database) ?? error
        }
        if cause.isAboutDamage {
            if let named = damage(error, parameters, in: database) { return named }
            return QuireError(
                .corruptData, "The query cannot be run: \(cause.message)", underlyingError: error)
        }
        for name in collections {
            let collection = DocumentCollection(database: database, name: name)
            if let meaning = collection.meaning(ofMissing: cause.missingTable, error) {
                return meaning
            }
        }
        guard cause.isAboutStatement else { return error }
        if cause.isInterruption {
            return database.isSuspended ? database.notOpen : ended(by: interruption, error)
        }
        if cause.isTooDeep {
            return QuireError(
                .invalidQuery, "The query cannot be compiled: its terms are nested too deeply.",
                underlyingError: error)
        }
        let code: QuireError.Code =
            cause.message.hasPrefix(NearestIndex.targetProblem)
            ? .invalidQueryParameter : .invalidQuery
        return QuireError(
            code, "The query cannot be run: \(cause.message).", underlyingError: error)
    }

    /// Returns an error that names the damaged document that caused the query to fail, or `nil`.
    private func damage(
        _ error: any Error, _ parameters: ParameterValues, in database: Database
    ) -> QuireError? {
        DamagedDocumentSearch(statement: statement, database: database, parameters: parameters)
            .error(causedBy: error)
    }

    /// Returns the error of an interrupted query.
    private func ended(by interruption: QueryInterruption?, _ error: any Error) -> any Error {
        if let interruption, interruption.isCancelled { return CancellationError() }
        if let interruption, interruption.isOverdue {
            return QuireError(
                .timeLimitExceeded, "The query exceeded its time limit.",
                underlyingError: error)
        }
        return QuireError(
            .invalidQuery, "The query was interrupted.", underlyingError: error)
    }
}

/// The SQL of a query for the indexes that exist.
private final class CurrentSelect: Sendable {
    private let state: Mutex<(select: CompiledSelect, schemaVersion: Int64)>

    init(_ select: CompiledSelect, schemaVersion: Int64) {
        state = Mutex((select, schemaVersion))
    }

    /// Returns the SQL, compiled again if necessary.
    ///
    /// - Parameters:
    ///   - connection: The connection on which the query runs.
    ///   - compile: A closure that compiles the query. It is called if the schema of the file has
    ///     changed since the last compilation. If it fails, the last SQL shows what is missing.
    /// - Returns: The SQL.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    func value(
        on connection: SQLiteConnection, _ compile: () throws -> CompiledSelect
    ) throws -> CompiledSelect {
        let version = try connection.schemaVersion()
        let (last, isCurrent) = state.withLock { ($0.select, $0.schemaVersion == version) }
        guard !isCurrent, let select = try? compile() else { return last }
        state.withLock { $0 = (select, version) }
        return select
    }
}

/// The settings of a query that can change between runs.
struct QuerySettings: Sendable {
    var parameters = ParameterValues()
    var timeLimit: Duration?
}
