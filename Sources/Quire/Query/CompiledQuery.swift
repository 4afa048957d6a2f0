import Fleece
import SQLPlusPlus

/// A statement in SQL, and what it reads from.
///
/// It does not hold the database, so that one who listens does not keep it open.
struct CompiledQuery: Sendable {
    let statement: SelectStatement
    private let collections: [CollectionName]
    private let sources: [String]
    private let select: CompiledSelect

    /// Compiles a statement.
    ///
    /// - Throws: ``QuireError`` with code `invalidQuery` if the statement means nothing,
    ///   `missingIndex` if there is no full-text index of a name, `notOpen` if the database is
    ///   closed.
    init(_ statement: SelectStatement, database: Database) throws {
        self.statement = statement
        var compiler = QueryCompiler(database: database)
        select = try compiler.compile(statement)
        sources = compiler.sources.map(\.name)
        collections = compiler.sources.compactMap(\.collection?.identity)
        // What SQLite refuses is refused now, not when the query runs. The connection keeps the
        // statement for the run.
        try read(in: database) { connection in
            _ = try connection.sqlite.statement(select.sql.text, purpose: "run a query")
        }
    }

    /// Runs the query and reads all of its rows.
    ///
    /// - Throws: As ``Query/execute()``.
    func execute(
        in database: Database, _ parameters: ParameterValues, _ interruption: QueryInterruption
    ) throws -> ResultSet {
        let titles = statement.columnTitles
        return try read(in: database, interruption, parameters) { connection in
            try connection.sqlite.interruptible(by: interruption) {
                var recorder = RowRecorder(
                    titles: titles, codingInfo: database.codingInfo, endingWith: interruption)
                try current(in: database) { select in
                    try select.forEachRow(
                        on: connection.sqlite, parameters, purpose: "run a query"
                    ) { row in try recorder.record(row, keys: connection.keys) }
                }
                return ResultSet(try recorder.finish())
            }
        }
    }

    /// Explains how the query is run.
    ///
    /// - Throws: As ``Query/explain()``.
    func explain(in database: Database, _ parameters: ParameterValues) throws -> String {
        try read(in: database) { connection in
            try current(in: database) { select in
                try QueryExplanation(
                    of: select, parameters, sources: sources, on: connection.sqlite
                ).text
            }
        }
    }

    /// Runs something with the compiled query, and once more, compiled anew, if an array index that
    /// the query used is gone.
    private func current<R>(
        in database: Database, _ body: (CompiledSelect) throws -> R
    ) throws -> R {
        try UnnestedTable.retrying { isAgain in
            guard isAgain else { return try body(select) }
            var compiler = QueryCompiler(database: database)
            return try body(compiler.compile(statement))
        }
    }

    /// Lends a connection, and says of an error what it means for the query.
    private func read<R>(
        in database: Database, _ interruption: QueryInterruption? = nil,
        _ parameters: ParameterValues = ParameterValues(),
        _ body: (StoreConnection) throws -> R
    ) throws -> R {
        do {
            return try database.readSnapshot(body)
        } catch {
            throw explained(error, interruption, parameters, in: database)
        }
    }

    /// What an error means for the query.
    func explained(
        _ error: any Error, _ interruption: QueryInterruption?, _ parameters: ParameterValues,
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
        }
        for name in collections {
            let collection = DocumentCollection(database: database, name: name)
            if let meaning = collection.meaning(ofMissing: cause.missingTable, error) {
                return meaning
            }
        }
        guard cause.isAboutStatement else { return error }
        if cause.isInterruption { return ended(by: interruption, error) }
        if cause.isTooDeep {
            return QuireError(
                .invalidQuery, "The query cannot be compiled: its terms are nested too deep.",
                underlyingError: error)
        }
        return QuireError(
            .invalidQuery, "The query cannot be run: \(cause.message).", underlyingError: error)
    }

    /// The error that names the damaged document because of which the query has failed.
    private func damage(
        _ error: any Error, _ parameters: ParameterValues, in database: Database
    ) -> QuireError? {
        DamagedDocumentSearch(statement: statement, database: database, parameters: parameters)
            .error(causedBy: error)
    }

    /// The error of a query that was ended before its time.
    private func ended(by interruption: QueryInterruption?, _ error: any Error) -> any Error {
        if let interruption, interruption.isCancelled { return CancellationError() }
        if let interruption, interruption.isOverdue {
            return QuireError(
                .timeLimitExceeded, "The query runs for longer than its limit of time.",
                underlyingError: error)
        }
        return QuireError(
            .invalidQuery, "The query was ended before it had run.", underlyingError: error)
    }
}

/// What can be set of a query between its runs.
struct QuerySettings: Sendable {
    var parameters = ParameterValues()
    var timeLimit: Duration?
}

/// The values of parameters as they are when a query begins, each as a Fleece document.
///
/// What is changed of a mutable array afterwards does not show in them.
struct ParameterValues: Sendable {
    private let values: [String: Result<[UInt8], any Error>]

    init(_ parameters: Parameters? = nil) {
        var values: [String: Result<[UInt8], any Error>] = [:]
        for name in parameters?.names.map(\.self) ?? [] {
            values[name] = Result { try parameters?.encoded(name) ?? [] }
        }
        self.values = values
    }

    /// A parameter's value as a Fleece document, or `nil` if there is none.
    ///
    /// - Parameter name: The parameter's name, without the dollar sign.
    /// - Returns: The bytes of the document.
    /// - Throws: ``QuireError`` with code `invalidQueryParameter` if the value cannot be stored.
    func encoded(_ name: String) throws -> [UInt8]? {
        try values[name]?.get()
    }

    /// A parameter's value, or `nil` if there is none that can be stored.
    subscript(name: String) -> FleeceValue? {
        guard let bytes = try? values[name]?.get() else { return nil }
        return bytes.withUnsafeBytes { FleeceStorage(copying: $0).root }
    }
}
