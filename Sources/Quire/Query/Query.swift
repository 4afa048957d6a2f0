package import SQLPlusPlus
import Synchronization

/// A query, ready to run any number of times.
///
/// ``Database/createQuery(_:)`` creates one from SQL++.
///
/// ```swift
/// let query = try database.createQuery(
///     "SELECT name, room_rate FROM _ WHERE type = 'hotel' ORDER BY room_rate LIMIT 20")
/// for row in try query.execute() { print(row.toJSON()) }
/// ```
public final class Query: Sendable {
    private struct State {
        /// A copy of our own, which refuses to be changed.
        nonisolated(unsafe) var parameters: Parameters?
        var timeLimit: Duration?
        /// What its listeners share, once there has been one.
        var live: LiveQuery<RecordedRows>?
    }

    let compiled: CompiledQuery
    let database: Database
    private let state = Mutex(State())

    /// Compiles a query.
    ///
    /// - Throws: ``QuireError`` as ``Database/createQuery(_:)``.
    package init(_ statement: SelectStatement, database: Database) throws {
        compiled = try CompiledQuery(statement, database: database)
        self.database = database
    }

    /// Creates a query that is compiled already.
    init(_ compiled: CompiledQuery, database: Database) {
        self.compiled = compiled
        self.database = database
    }

    /// The values of the query's `$parameters`, by name.
    ///
    /// The query has a copy of the values that it is given, which cannot be changed any more: set
    /// this again. Setting them lets listeners have the results that the query has with them,
    /// whether or not these are others than before.
    public var parameters: Parameters? {
        get { state.withLock { $0.parameters } }
        set {
            let own = newValue.map { Parameters($0, isReadOnly: true) }
            let live = state.withLock { state in
                state.parameters = own
                return state.live
            }
            live?.set(settings)
        }
    }

    /// How long the query may run each time, or `nil` for any time.
    public var timeLimit: Duration? {
        get { state.withLock { $0.timeLimit } }
        set { state.withLock { $0.timeLimit = newValue } }
    }

    private var settings: QuerySettings {
        QuerySettings(parameters: ParameterValues(parameters), timeLimit: timeLimit)
    }

    /// Runs the query and reads all of its rows.
    ///
    /// It reads the last commit, or inside of a transaction what the transaction sees. Changes made
    /// later do not show in the rows. It ends early if the task that calls it is cancelled.
    ///
    /// - Returns: The rows.
    /// - Throws: ``QuireError`` with code `invalidQueryParameter` if a parameter has no value,
    ///   `invalidQuery` if a value cannot be computed, `missingIndex` if a full-text index is
    ///   missing, `timeLimitExceeded` if it runs for longer than ``timeLimit``, `corruptData`,
    ///   `notOpen` if the database is closed or a collection deleted; `CancellationError` if the
    ///   task has been cancelled.
    /// - Complexity: O(*n*) in the number of documents that no index leaves out.
    public func execute() throws -> ResultSet {
        let settings = settings
        return try compiled.execute(
            in: database, settings.parameters, QueryInterruption(limit: settings.timeLimit))
    }

    /// Explains how the query is run, for people to read: which indexes it uses above all.
    ///
    /// It says `USING INDEX name` or `USING COVERING INDEX name` where an index serves, with the
    /// name that the index was created with, and `USING FULL-TEXT INDEX name`. Which index serves
    /// can depend on the values of the parameters.
    ///
    /// - Returns: The query in SQLite's language, the steps that SQLite takes, and the query
    ///   itself.
    /// - Throws: ``QuireError`` with code `notOpen` if the database is closed or the collection
    ///   deleted, `missingIndex` if a full-text index is missing.
    public func explain() throws -> String {
        try compiled.explain(in: database, settings.parameters) + "\n\n\(description)\n"
    }

    /// The statement that the query runs.
    var statement: SelectStatement { compiled.statement }

    /// The live query that the listeners share.
    func live() -> LiveQuery<RecordedRows> {
        state.withLock { state in
            if let live = state.live { return live }
            let settings = QuerySettings(
                parameters: ParameterValues(state.parameters), timeLimit: state.timeLimit)
            let live = LiveQuery(compiled.question, settings, database: database)
            state.live = live
            return live
        }
    }

    /// Creates changes of this query from results.
    ///
    /// The closure does not retain the query, which would keep the database open. If the query was
    /// released, the changes have an equal one.
    var change: @Sendable (Result<RecordedRows, any Error>) -> QueryChange? {
        { [weak self, weak database, compiled] outcome in
            if let self { return QueryChange(self, outcome) }
            guard let database else { return nil }
            return QueryChange(Query(compiled, database: database), outcome)
        }
    }
}

extension Query: CustomStringConvertible {
    /// The query's text in its canonical form.
    public var description: String { compiled.statement.description }
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
    /// - Throws: ``QuireError`` with code `invalidQuery`; the message says where in the text and
    ///   what was expected there, or which collection is not there. With code `notOpen` if the
    ///   database is closed.
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
    func collection(namedIn source: CollectionSource) throws -> DocumentCollection {
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
