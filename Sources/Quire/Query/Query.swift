import SQLPlusPlus
import Synchronization

/// A query, ready to run any number of times.
///
/// It is made of SQL++ text by ``Database/createQuery(_:)``, or step by step by ``QueryBuilder``.
///
/// ```swift
/// let query = try database.createQuery(
///     "SELECT name, room_rate FROM _ WHERE type = 'hotel' ORDER BY room_rate LIMIT 20")
/// for row in try query.execute() { print(row.toJSON()) }
/// ```
public class Query: @unchecked Sendable {
    // Sendable, as are its subclasses, because what it is built of never changes and its mutex
    // protects all else.
    private struct State {
        var compiled: CompiledQuery?
        var database: Database?
        /// A copy of our own, which refuses to be changed.
        nonisolated(unsafe) var parameters: Parameters?
        var timeLimit: Duration?
        /// What its listeners share, once there has been one.
        var live: LiveQuery<RecordedRows>?
    }

    /// What the query is made of, if it was built.
    let clauses: QueryClauses
    private let state: Mutex<State>

    init(_ statement: SelectStatement, database: Database) throws {
        clauses = QueryClauses()
        let compiled = try CompiledQuery(statement, database: database)
        state = Mutex(State(compiled: compiled, database: database))
    }

    /// A query that has been compiled already.
    init(_ compiled: CompiledQuery, database: Database) {
        clauses = QueryClauses()
        state = Mutex(State(compiled: compiled, database: database))
    }

    /// Makes a query out of another one and a further clause.
    init(_ query: Query, changing change: (inout QueryClauses) -> Void) {
        var clauses = query.clauses
        change(&clauses)
        self.clauses = clauses
        state = Mutex(State())
    }

    init(_ clauses: QueryClauses) {
        self.clauses = clauses
        state = Mutex(State())
    }

    /// The values of the query's `$parameters`, by name.
    ///
    /// The query has a copy of the values that it is given, which cannot be changed any more: set
    /// this again. Setting them lets listeners have the results that the query has with them, whether
    /// or not these are others than before.
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
    ///   `invalidQuery` if a value cannot be computed or a query that was built means nothing,
    ///   `missingIndex` if a full-text index is not there, `timeLimitExceeded` if it runs for longer
    ///   than ``timeLimit``, `corruptData`, `notOpen` if the database is closed or a collection
    ///   deleted; `CancellationError` if the task has been cancelled.
    /// - Complexity: O(*n*) in the number of documents that no index leaves out.
    public func execute() throws -> ResultSet {
        let (compiled, database) = try compile()
        let settings = settings
        return try compiled.execute(
            in: database, settings.parameters, QueryInterruption(limit: settings.timeLimit))
    }

    /// Explains how the query is run, for people to read: which indexes it uses above all.
    ///
    /// It says `USING INDEX name` or `USING COVERING INDEX name` where an index serves, with the name
    /// that the index was created with, and `USING FULL-TEXT INDEX name`. Which index serves can depend
    /// on the values of the parameters.
    ///
    /// - Returns: The query in SQLite's language, the steps that SQLite takes, and the query itself.
    /// - Throws: ``QuireError`` with code `notOpen` if the database is closed or the collection
    ///   deleted, `invalidQuery` or `missingIndex` if a query that was built means nothing.
    public func explain() throws -> String {
        let (compiled, database) = try compile()
        return try compiled.explain(in: database, settings.parameters) + "\n\n\(description)\n"
    }

    /// The query in SQL, compiled when it is needed first.
    func compile() throws -> (CompiledQuery, Database) {
        let known = state.withLock { ($0.compiled, $0.database) }
        if let compiled = known.0, let database = known.1 { return (compiled, database) }
        let (statement, database) = try clauses.statement()
        let compiled = try CompiledQuery(statement, database: database)
        state.withLock { state in
            state.compiled = compiled
            state.database = database
        }
        return (compiled, database)
    }

    /// What the query's listeners share.
    func live() throws -> LiveQuery<RecordedRows> {
        let (compiled, database) = try compile()
        return state.withLock { state in
            if let live = state.live { return live }
            let settings = QuerySettings(
                parameters: ParameterValues(state.parameters), timeLimit: state.timeLimit)
            let live = LiveQuery(compiled.question, settings, database: database)
            state.live = live
            return live
        }
    }
}

extension Query: CustomStringConvertible {
    /// The query's text in its canonical form; of a query that means nothing, why.
    public var description: String {
        do {
            let compiled = state.withLock { $0.compiled }
            return try (compiled?.statement ?? clauses.statement().statement).description
        } catch {
            return "\(error)"
        }
    }
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
