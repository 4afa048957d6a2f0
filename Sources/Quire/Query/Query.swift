import SQLPlusPlus

/// A query in SQL++, ready to run any number of times.
///
/// ```swift
/// let query = try database.createQuery(
///     "SELECT name, room_rate FROM _ WHERE type = 'hotel' ORDER BY room_rate LIMIT 20")
/// for row in try query.execute() { print(row.toJSON()) }
/// ```
public class Query {
    /// The database that is asked.
    public let database: Database

    private let collections: [DocumentCollection]
    private let sources: [String]
    private let statement: SelectStatement
    private let sql: SQLFragment

    /// The values of the query's `$parameters`, by name.
    public var parameters: Parameters?

    /// How long the query may run each time, or `nil` for any time.
    public var timeLimit: Duration?

    init(_ statement: SelectStatement, database: Database) throws {
        self.database = database
        self.statement = statement
        var compiler = QueryCompiler(database: database)
        sql = try compiler.compile(statement)
        sources = compiler.sources.map(\.name)
        collections = compiler.sources.compactMap { source in
            guard case .documents(let collection, _) = source.kind else { return nil }
            return collection
        }
        // What SQLite refuses is refused now, not when the query runs.
        try read { connection in
            _ = try connection.sqlite.prepare(sql.text, purpose: "compile a query")
        }
    }

    /// Runs the query and reads all of its rows.
    ///
    /// It reads the last commit, or inside of a transaction what the transaction sees. Changes made
    /// later do not show in the rows. It ends early if the task that calls it is cancelled.
    ///
    /// - Returns: The rows.
    /// - Throws: ``QuireError`` with code `invalidQueryParameter` if a parameter has no value,
    ///   `invalidQuery` if a value cannot be computed, `timeLimitExceeded` if it runs for longer than
    ///   ``timeLimit``, `corruptData`, `notOpen` if the database is closed or a collection deleted;
    ///   `CancellationError` if the task has been cancelled.
    /// - Complexity: O(*n*) in the number of documents that no index leaves out.
    public func execute() throws -> ResultSet {
        let titles = statement.columnTitles
        let interruption = QueryInterruption(limit: timeLimit)
        return try read(interruption) { connection in
            try connection.sqlite.interruptible(by: interruption) {
                let (running, sql) = try prepared(on: connection.sqlite)
                try sql.bind(to: running, parameters)
                var recorder = RowRecorder(titles: titles, codingInfo: database.codingInfo)
                while try running.step() {
                    try recorder.record(running, keys: connection.keys)
                }
                return try recorder.finish()
            }
        }
    }

    /// The query ready to run, compiled once more if an array index that it used is gone.
    private func prepared(
        on connection: SQLiteConnection
    ) throws -> (SQLiteStatement, SQLFragment) {
        let purpose = "run a query"
        do {
            return (try connection.prepare(sql.text, purpose: purpose), sql)
        } catch let error as QuireError {
            let missing = (error.underlyingError as? SQLiteError)?.missingTable
            guard let missing, UnnestedTable.isName(missing) else { throw error }
            var compiler = QueryCompiler(database: database)
            let sql = try compiler.compile(statement)
            return (try connection.prepare(sql.text, purpose: purpose), sql)
        }
    }

    /// Lends a connection, and says of an error what it means for the query.
    private func read<R>(
        _ interruption: QueryInterruption? = nil, _ body: (StoreConnection) throws -> R
    ) throws -> R {
        do {
            return try database.readSnapshot(body)
        } catch let error as QuireError {
            throw explained(error, interruption)
        }
    }

    private func explained(
        _ error: QuireError, _ interruption: QueryInterruption?
    ) -> any Error {
        guard let cause = error.underlyingError as? SQLiteError else { return error }
        for collection in collections
        where collection.isError(error, ofMissing: collection.keyStore.liveTableName) {
            return collection.gone(error)
        }
        guard cause.isAboutStatement else { return error }
        if let interruption, interruption.isCancelled { return CancellationError() }
        if let interruption, interruption.isOverdue {
            return QuireError(
                .timeLimitExceeded, "The query runs for longer than its limit of time.",
                underlyingError: error)
        }
        return QuireError(
            .invalidQuery, "The query cannot be run: \(cause.message).", underlyingError: error)
    }
}

extension Query {
    /// Explains how the query is run, for people to read: which indexes it uses above all.
    ///
    /// It says `USING INDEX name` or `USING COVERING INDEX name` where an index serves, with the name
    /// that the index was created with, and `USING FULL-TEXT INDEX name`. Which index serves can depend
    /// on the values of the parameters.
    ///
    /// - Returns: The query in SQLite's language, the steps that SQLite takes, and the query itself.
    /// - Throws: ``QuireError`` with code `notOpen` if the database is closed or the collection
    ///   deleted.
    public func explain() throws -> String {
        try read { connection in
            try QueryExplanation(
                of: prepared(on: connection.sqlite).1, parameters, sources: sources,
                on: connection.sqlite
            ).text
        } + "\n\n\(description)\n"
    }
}

extension Query: CustomStringConvertible {
    /// The query's text in its canonical form.
    public var description: String { statement.description }
}

extension Database {
    /// Makes a query of SQL++ text.
    ///
    /// After `FROM` stands `collection`, for one of the default scope, or `scope.collection`. `_`
    /// and `_default` name the default collection, and so does the database's name as long as the
    /// default scope has no collection of that name.
    ///
    /// - Parameter text: A `SELECT` statement.
    /// - Returns: The query.
    /// - Throws: ``QuireError`` with code `invalidQuery`; the message says where in the text and what
    ///   was expected there, or which collection is not there. With code `notOpen` if the database
    ///   is closed.
    /// - Complexity: O(*n*) in the length of the text.
    public func createQuery(_ text: String) throws -> Query {
        do {
            return try Query(
                SelectStatement.parse(text, knowing: FunctionRule.table), database: self)
        } catch let error as SQLPlusPlusError {
            throw QuireError(
                .invalidQuery, "The query cannot be parsed: \(error)", underlyingError: error)
        }
    }

    /// The collection that a query reads from.
    func collection(namedIn source: DataSource) throws -> DocumentCollection {
        if source.scope == nil, source.collection == "_" { return try defaultCollection() }
        // A name that no collection can have is one that none has.
        if let name = try? CollectionName(source.collection, scope: source.scope),
            let found = try collection(name)
        {
            return found
        }
        if source.scope == nil, source.collection == name { return try defaultCollection() }
        let scope = source.scope.map { $0 + "." } ?? ""
        throw QuireError(
            .invalidQuery,
            "The query reads from \(scope)\(source.collection), which database \(name) has not.")
    }
}

extension DocumentCollection {
    /// The compiler of queries on this collection.
    var compiler: QueryCompiler {
        QueryCompiler(database: database)
    }
}
