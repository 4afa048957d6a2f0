import SQLPlusPlus

/// A finished query or transaction, for metrics.
///
/// A handler that ``QuireMetrics/setHandler(_:)`` sets receives operations.
///
/// ```swift
/// QuireMetrics.setHandler { operation in
///     if operation.duration > .milliseconds(100) {
///         print(operation.kind, operation.duration, operation.statement ?? "")
///     }
/// }
/// ```
public struct DatabaseOperation: Sendable {
    /// A kind of operation, whose raw value can be used as a label of a metric.
    ///
    /// ```swift
    /// let label = "quire.\(DatabaseOperation.Kind.liveQuery.rawValue)"  // quire.live_query
    /// ```
    public struct Kind: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The name of the kind.
        public let rawValue: String

        /// Creates a kind with a name.
        ///
        /// - Parameter rawValue: The name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// A query that was run once.
        public static let query = Kind(rawValue: "query")
        /// A run of a live query: the first one, or one after a change.
        public static let liveQuery = Kind(rawValue: "live_query")
        /// A transaction that was committed or rolled back.
        public static let transaction = Kind(rawValue: "transaction")

        /// The same as ``rawValue``.
        public var description: String { rawValue }
    }

    /// The kind of the operation.
    public let kind: Kind

    /// The name of the database.
    public let databaseName: String

    /// The duration of the operation.
    ///
    /// The duration of a query includes decoding models if they are decoded while the rows are read,
    /// as in `all()`. The duration of a transaction begins when it can write: it includes waiting
    /// for other processes, but not for other transactions of this process. The time that an
    /// asynchronous call waits for a thread is not included.
    public let duration: Duration

    /// The number of rows that a query returned, or the number of revisions that a transaction
    /// committed.
    ///
    /// It is 0 if the operation failed.
    public let rowCount: Int

    /// The error that the operation threw, or `nil` if it succeeded.
    ///
    /// The description of an error can contain the IDs of documents.
    public let error: (any Error)?

    private let text: String?
    private let query: SelectStatement?

    /// The text of a query in SQL++ without its values, or `nil` for a transaction.
    ///
    /// Each string or number is replaced by `$` and a number, except the names of model types. So
    /// equal queries with different values have the same text: `SELECT * FROM _default._default
    /// WHERE type = 'hotel' AND roomRate < $1`.
    ///
    /// - Complexity: O(*n*) in the length of the statement.
    public var statement: String? { text ?? query?.descriptionWithoutValues }

    /// Creates an operation, for tests of a handler.
    ///
    /// - Parameters:
    ///   - kind: The kind, such as ``Kind/query``.
    ///   - databaseName: The name of the database.
    ///   - statement: The text of the query, or `nil` for a transaction.
    ///   - duration: The duration.
    ///   - rowCount: The number of rows.
    ///   - error: The error, or `nil`.
    public init(
        _ kind: Kind, in databaseName: String, statement: String? = nil, duration: Duration,
        rowCount: Int = 0, error: (any Error)? = nil
    ) {
        self.init(
            kind, databaseName: databaseName, duration: duration, rowCount: rowCount, error: error,
            text: statement)
    }

    init(
        _ kind: Kind, databaseName: String, duration: Duration, rowCount: Int,
        error: (any Error)?, text: String? = nil, query: SelectStatement? = nil
    ) {
        self.kind = kind
        self.databaseName = databaseName
        self.duration = duration
        self.rowCount = rowCount
        self.error = error
        self.text = text
        self.query = query
    }
}
