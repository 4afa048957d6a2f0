import QuirePlatform
package import SQLPlusPlus

/// The metrics of the library, which pass each finished query and transaction to a handler.
///
/// A process has one handler, and by default none. The following handler records timers and a
/// counter with the interface of the package swift-metrics:
///
/// ```swift
/// QuireMetrics.setHandler { operation in
///     let dimensions = [
///         ("database", operation.databaseName), ("kind", operation.kind.rawValue),
///     ]
///     Timer(label: "quire_operation_duration", dimensions: dimensions)
///         .recordNanoseconds(Int64(operation.duration / .nanoseconds(1)))
///     if operation.error != nil {
///         Counter(label: "quire_operation_errors", dimensions: dimensions).increment()
///     }
/// }
/// ```
///
/// The embedded engine reports queries, runs of live queries, and transactions. Each write outside
/// a transaction is a transaction. Reads of documents by their IDs, nested transactions and
/// maintenance are not reported. Other engines report nothing.
public enum QuireMetrics {
    /// A closure that receives finished operations.
    ///
    /// It is called on the thread of the operation, by several threads at the same time. No lock of
    /// the library is held, but a transaction or a snapshot of the thread can be in progress. The
    /// operation of the thread continues when the closure returns, so the closure must be fast. It
    /// must not use a database, because it would be called again for each operation.
    ///
    /// ```swift
    /// let handler: QuireMetrics.Handler = { operation in print(operation.kind) }
    /// QuireMetrics.setHandler(handler)
    /// ```
    public typealias Handler = @Sendable (DatabaseOperation) -> Void

    private static let isEnabled = Atomic<Bool>(false)
    private static let handler = Mutex<Handler?>(nil)

    /// Replaces the handler.
    ///
    /// An operation that is in progress can be reported to the former handler.
    ///
    /// ```swift
    /// QuireMetrics.setHandler(nil)
    /// ```
    ///
    /// - Parameter handler: The handler, or `nil` to stop measuring.
    public static func setHandler(_ handler: Handler?) {
        let former = self.handler.withLock { current in
            let former = current
            current = handler
            isEnabled.store(handler != nil, ordering: .relaxed)
            return former
        }
        // Objects that the former handler captured are released without the lock.
        withExtendedLifetime(former) {}
    }
}

// MARK: Measuring

extension QuireMetrics {
    /// Returns the current time, or `nil` if there is no handler.
    package static func start() -> ContinuousClock.Instant? {
        isEnabled.load(ordering: .relaxed) ? .now : nil
    }

    /// Passes an operation to the handler, unless it began without one.
    ///
    /// No lock of the library may be held.
    package static func finish(
        _ kind: DatabaseOperation.Kind, since start: ContinuousClock.Instant?,
        in databaseName: String,
        rowCount: Int = 0, error: (any Error)? = nil, statement: SelectStatement? = nil
    ) {
        guard let start else { return }
        let duration = start.duration(to: .now)
        guard let handler = handler.withLock({ $0 }) else { return }
        handler(
            DatabaseOperation(
                kind, databaseName: databaseName, duration: duration, rowCount: rowCount,
                error: error, query: statement))
    }

    /// Runs a query and passes it to the handler.
    ///
    /// - Parameters:
    ///   - kind: The kind of the query.
    ///   - databaseName: The name of the database.
    ///   - statement: The statement, which is created only if there is a handler.
    ///   - rowCount: A closure that returns the number of rows of a result.
    ///   - body: A closure that runs the query. It is called once.
    /// - Returns: The return value of the closure.
    /// - Throws: Any error that the closure throws.
    package static func measure<R>(
        _ kind: DatabaseOperation.Kind, in databaseName: String,
        statement: @autoclosure () -> SelectStatement, rowCount: (R) -> Int,
        _ body: () throws -> R
    ) rethrows -> R {
        guard let start = start() else { return try body() }
        do {
            let result = try body()
            finish(
                kind, since: start, in: databaseName, rowCount: rowCount(result), error: nil,
                statement: statement())
            return result
        } catch {
            finish(kind, since: start, in: databaseName, error: error, statement: statement())
            throw error
        }
    }
}
