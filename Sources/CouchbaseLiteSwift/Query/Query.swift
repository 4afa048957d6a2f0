public import Dispatch
import Foundation
public import Quire
import SQLPlusPlus
import QuirePlatform

/// A query.
///
/// ``QueryFactory/createQuery(_:)`` creates it from SQL++, and ``QueryBuilder`` from expressions.
///
/// ```swift
/// let query = try database.createQuery("SELECT name FROM _ WHERE city = $city")
/// query.parameters = Parameters().setString("Bergen", forName: "city")
/// for row in try query.execute() { print(row.string(forKey: "name") ?? "") }
/// ```
public class Query {
    private struct State {
        /// The compiled query.
        ///
        /// A built query is compiled when it is first used.
        var quire: Quire.Query?
        /// The parameters of a query that is not compiled.
        nonisolated(unsafe) var parameters: Parameters?
    }

    private let clauses: QueryClauses
    private let state: Mutex<State>

    init(_ quire: Quire.Query) {
        clauses = QueryClauses()
        state = Mutex(State(quire: quire))
    }

    init(_ clauses: QueryClauses) {
        self.clauses = clauses
        state = Mutex(State())
    }

    /// Creates a query from another one and a further clause.
    init(_ query: Query, changing change: (inout QueryClauses) -> Void) {
        var clauses = query.clauses
        change(&clauses)
        self.clauses = clauses
        state = Mutex(State())
    }

    /// The values of the parameters of the query.
    ///
    /// The query copies the values that are set. The copy cannot be changed.
    public var parameters: Parameters? {
        get {
            state.withLock { state in
                nonisolated(unsafe) let parameters =
                    state.quire.map(\.parameters) ?? state.parameters
                return parameters
            }
        }
        set {
            nonisolated(unsafe) let own = newValue.map { Parameters($0, isReadOnly: true) }
            let quire = state.withLock { state in
                state.parameters = own
                return state.quire
            }
            quire?.parameters = own
        }
    }

    /// Runs the query.
    ///
    /// - Returns: The rows.
    /// - Throws: `NSError` with code ``CBLError/invalidQuery`` if an expression is invalid,
    ///   ``CBLError/invalidQueryParam`` if a parameter has no value, ``CBLError/missingIndex``,
    ///   ``CBLError/notOpen``, or another code of ``CBLError``.
    public func execute() throws -> ResultSet {
        try convertingErrors { ResultSet(try compiled().execute()) }
    }

    /// Returns a description of the query plan.
    ///
    /// - Returns: The SQL of the query, the steps of SQLite, the query, and the table of an index of vectors
    ///   by the name that it has in Couchbase Lite.
    /// - Throws: `NSError` as ``execute()``.
    public func explain() throws -> String {
        try convertingErrors {
            let quire = try compiled()
            let table = quire.searchedTable.map { "USING VECTOR INDEX \($0)\n" }
            return try quire.explain() + (table ?? "")
        }
    }

    /// Adds a listener for changes of the results, which is called on the main queue.
    ///
    /// - Parameter listener: A closure that receives the results, or the error of the query.
    /// - Returns: A token that removes the listener. Releasing it does not remove the listener.
    @discardableResult
    public func addChangeListener(
        _ listener: @escaping (QueryChange) -> Void
    ) -> ListenerToken {
        addChangeListener(withQueue: nil, listener)
    }

    /// Adds a listener for changes of the results.
    ///
    /// The first call of the listener has the current results.
    ///
    /// - Parameters:
    ///   - queue: The queue on which the listener is called, or `nil` for the main queue.
    ///   - listener: A closure that receives the results, or the error of the query.
    /// - Returns: A token that removes the listener. Releasing it does not remove the listener.
    @discardableResult
    public func addChangeListener(
        withQueue queue: DispatchQueue?, _ listener: @escaping (QueryChange) -> Void
    ) -> ListenerToken {
        let listener = Listener(call: listener)
        do {
            return try compiled().addChangeListener(withQueue: queue) { [weak self] change in
                listener.call(
                    QueryChange(
                        query: self ?? Query(change.query),
                        results: change.results.map(ResultSet.init),
                        error: change.error.map(NSError.converted)))
            }
        } catch {
            let error = NSError.converted(error)
            let activity = ListenerActivity()
            (queue ?? .main).async {
                guard activity.isActive else { return }
                listener.call(QueryChange(query: self, results: nil, error: error))
            }
            return ListenerToken { activity.end() }
        }
    }

    /// The query of Quire.
    ///
    /// - Throws: ``QuireError`` with code `invalidQuery` if an expression is invalid.
    func compiled() throws -> Quire.Query {
        if let quire = state.withLock({ $0.quire }) { return quire }
        let (statement, database) = try clauses.statement()
        let quire = try Quire.Query(statement, database: database)
        return state.withLock { state in
            if let first = state.quire { return first }
            quire.parameters = state.parameters
            state.quire = quire
            return quire
        }
    }
}

// The clauses do not change, and the mutex protects all other state.
extension Query: @unchecked Sendable {}

extension Query: CustomStringConvertible {
    /// The query in SQL++, or the reason why it is invalid.
    public var description: String {
        do {
            return try state.withLock { $0.quire }?.description
                ?? clauses.statement().statement.description
        } catch {
            return "\(error)"
        }
    }
}

/// Whether a listener is still registered.
private final class ListenerActivity: Sendable {
    private let activity = Atomic(true)

    var isActive: Bool { activity.load(ordering: .acquiring) }

    func end() { activity.store(false, ordering: .releasing) }
}

/// A change of the results of a query.
///
/// ```swift
/// let token = query.addChangeListener { change in
///     for row in change.results?.allResults() ?? [] { print(row.toJSON()) }
/// }
/// token.remove()
/// ```
public struct QueryChange {
    /// The query.
    public let query: Query

    /// The results, or `nil` if the query failed.
    public let results: ResultSet?

    /// The error of the query, or `nil`.
    public let error: (any Error)?
}
