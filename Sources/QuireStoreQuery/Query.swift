package import SQLPlusPlus
import QuirePlatform

/// A compiled query that can run any number of times.
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
        /// The parameters, as a private read-only copy.
        nonisolated(unsafe) var parameters: Parameters?
        var timeLimit: Duration?
        /// The live query that all listeners share, created for the first listener.
        var live: LiveQuery<RecordedRows>?
    }

    let compiled: CompiledQuery
    let database: Database
    private let state = Mutex(State())

    /// Compiles a query.
    ///
    /// - Throws: The errors of ``Database/createQuery(_:)``.
    package init(_ statement: SelectStatement, database: Database) throws {
        compiled = try CompiledQuery(statement, database: database)
        self.database = database
    }

    /// Creates a query from a compiled query.
    init(_ compiled: CompiledQuery, database: Database) {
        self.compiled = compiled
        self.database = database
    }

    /// The values of the query's `$parameters` by name.
    ///
    /// The query stores a read-only copy of the values. To change a parameter, set this property
    /// again. Setting it notifies listeners of the results with the new values, even if the results
    /// are the same.
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

    /// The maximum duration of each run, or `nil` for no limit.
    public var timeLimit: Duration? {
        get { state.withLock { $0.timeLimit } }
        set { state.withLock { $0.timeLimit = newValue } }
    }

    /// The current settings.
    var settings: QuerySettings {
        QuerySettings(parameters: ParameterValues(parameters), timeLimit: timeLimit)
    }

    /// Runs the query and returns all of its rows.
    ///
    /// Inside a transaction, the query reads the changes of that transaction; otherwise, it reads
    /// the last committed state. Later changes don't affect the rows. If the current task is
    /// canceled, the query ends early.
    ///
    /// ```swift
    /// for row in try query.execute() {
    ///     print(row.string(forKey: "name") ?? "", row.double(forKey: "roomRate"))
    /// }
    /// ```
    ///
    /// - Returns: The rows.
    /// - Throws: ``QuireError`` with code `invalidQueryParameter` if a parameter has no value,
    ///   `invalidQuery` if a value cannot be computed, `missingIndex` if a full-text index is
    ///   missing, `timeLimitExceeded` if the query exceeds ``timeLimit``, `corruptData`, `notOpen`
    ///   if the database is closed or a collection is deleted; `CancellationError` if the task is
    ///   canceled.
    /// - Complexity: O(*n*) in the number of documents that indexes don't exclude.
    public func execute() throws -> ResultSet { try execute(with: settings) }

    /// Runs the query with settings that were read earlier.
    func execute(with settings: QuerySettings) throws -> ResultSet {
        try compiled.execute(
            in: database, settings.parameters, QueryInterruption(limit: settings.timeLimit))
    }

    /// Returns a readable explanation of how the query runs and which indexes it uses.
    ///
    /// If the query uses an index, the text contains `USING INDEX name`, `USING COVERING INDEX
    /// name` or `USING FULL-TEXT INDEX name`, with the name of the index in its collection. The
    /// values of the parameters can affect which index is used. A line that begins with `EVALUATE`
    /// contains the conditions that are checked in each document, without an index.
    ///
    /// ```swift
    /// print(try query.explain())  // contains USING INDEX if an index is used
    /// ```
    ///
    /// The last line says whether a live query is updated incrementally or run again after each
    /// change, and why.
    ///
    /// - Returns: The SQL of the query, the steps of SQLite's query plan, the query itself in SQL++,
    ///   and how a live query is updated.
    /// - Throws: ``QuireError`` with code `notOpen` if the database is closed or the collection is
    ///   deleted, `missingIndex` if a full-text index is missing.
    public func explain() throws -> String {
        let plan = try compiled.explain(in: database, settings.parameters)
        return "\(plan)\n\n\(description)\n\n\(TotalsPlan(statement).explanation)\n"
    }

    /// The name that Couchbase Lite gives to the table of the index of vectors that the query searches,
    /// or `nil` if it searches none.
    package var searchedTable: String? { compiled.searchedTable }

    /// The statement that the query runs.
    var statement: SelectStatement { compiled.statement }

    /// Returns the live query that all listeners share.
    func live() -> LiveQuery<RecordedRows> {
        state.withLock { state in
            if let live = state.live { return live }
            let settings = QuerySettings(
                parameters: ParameterValues(state.parameters), timeLimit: state.timeLimit)
            let live = LiveQuery(ObservedRows(of: compiled), settings, database: database)
            state.live = live
            return live
        }
    }

    /// A function that creates change notifications of this query from results.
    ///
    /// The function doesn't retain the query, which would keep the database open. If the query was
    /// released, the notification contains an equal query.
    var change: @Sendable (Result<RecordedRows, any Error>) -> QueryChange? {
        { [weak self, weak database, compiled] outcome in
            if let self { return QueryChange(self, outcome) }
            guard let database else { return nil }
            return QueryChange(Query(compiled, database: database), outcome)
        }
    }
}

extension Query: CustomStringConvertible {
    /// The text of the query in canonical form.
    public var description: String { compiled.statement.description }
}

extension Database {
    /// Creates a query from SQL++ text.
    ///
    /// After `FROM`, write `collection` for a collection in the default scope, or
    /// `scope.collection`. The names `_` and `_default` refer to the default collection. The name
    /// of the database also refers to it, unless the default scope has a collection with that name.
    ///
    /// ```swift
    /// let query = try database.createQuery(
    ///     "SELECT name, roomRate FROM _ WHERE type = 'hotel' AND roomRate < $limit")
    /// query.parameters = ["limit": 150]
    /// ```
    ///
    /// - Parameter source: A `SELECT` statement. Values that are interpolated in a string literal
    ///   are bound. To use a `String`, pass ``QuerySource/init(verbatim:)``.
    /// - Returns: The query.
    /// - Throws: ``QuireError`` with code `invalidQuery` and a message that contains the position
    ///   in the text and the expected input, or the name of the missing collection. The code is
    ///   `notOpen` if the database is closed.
    /// - Complexity: O(*n*) in the length of the text.
    public func createQuery(_ source: QuerySource) throws -> Query {
        try Query(source.statement(), database: self)
    }

    /// Returns the collection that a query reads from.
    func collection(namedIn source: CollectionSource) throws -> DocumentCollection {
        if source.scope == nil, source.collection == "_" { return try defaultCollection() }
        // An invalid collection name is treated like the name of a missing collection.
        if let name = try? CollectionName(source.collection, scope: source.scope),
            let found = try collection(name)
        {
            return found
        }
        if source.scope == nil, source.collection == name { return try defaultCollection() }
        let scope = source.scope.map { $0 + "." } ?? ""
        throw missingCollection(scope + source.collection)
    }
}

extension DocumentCollection {
    /// The compiler of queries on this collection.
    var compiler: QueryCompiler {
        QueryCompiler(database: database)
    }
}

extension Database {
    /// Not available: a string must be marked as the text of a query.
    ///
    /// - Parameter text: A `SELECT` statement.
    /// - Returns: Never.
    /// - Throws: ``QuireError`` with code `invalidParameter`.
    @available(
        *, unavailable,
        message:
            "Write the query as a string literal, whose values are bound, or pass QuerySource(verbatim: text)"
    )
    public func createQuery(_ text: String) throws -> Query {
        throw QuireError(.invalidParameter, "Pass the query as QuerySource(verbatim:).")
    }
}
