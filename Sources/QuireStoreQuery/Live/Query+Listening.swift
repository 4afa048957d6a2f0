public import Dispatch
import QuirePlatform

// The first event contains the current results. Further events follow when the results change. A
// change during a run causes one more run. All listeners of a query share its runs.

extension Query {
    /// Adds a listener for the results of the query, which is called on the main queue.
    ///
    /// The method works like ``addChangeListener(withQueue:_:)``.
    ///
    /// - Parameter listener: A closure that receives the results.
    /// - Returns: A token that removes the listener. If the database is closed, no listener is
    ///   added and the token does nothing.
    @discardableResult
    public func addChangeListener(
        _ listener: @escaping @Sendable (QueryChange) -> Void
    ) -> ListenerToken {
        addChangeListener(withQueue: nil, listener)
    }

    /// Adds a listener for the results of the query.
    ///
    /// The listener is called with the current results, and again when they change. After each
    /// commit, Quire checks the changed documents and reruns the query only if one of them can
    /// affect its results. One event may combine several transactions: the query runs again when one
    /// of its listeners has received the last results, and a listener whose queue is busy receives only
    /// the latest ones. Changes by other processes are detected within about 0.1 seconds, except for
    /// purged documents. A new expiration date is not a change.
    ///
    /// The listener remains active until you remove it with its token or close the database object.
    /// Releasing the token or the query does not remove it. The listener doesn't retain the
    /// database object.
    ///
    /// ```swift
    /// let queue = DispatchQueue(label: "hotels")
    /// let token = query.addChangeListener(withQueue: queue) { change in
    ///     if let rows = change.results { print(Array(rows).count) }
    /// }
    /// token.remove()
    /// ```
    ///
    /// - Parameters:
    ///   - queue: The queue on which the listener is called, or `nil` for the main queue.
    ///   - listener: A closure that receives the results, or the error if the query failed.
    /// - Returns: A token that removes the listener. If the database is closed, no listener is
    ///   added and the token does nothing.
    @discardableResult
    public func addChangeListener(
        withQueue queue: DispatchQueue?, _ listener: @escaping @Sendable (QueryChange) -> Void
    ) -> ListenerToken {
        let queue = queue ?? .main
        let activity = ListenerActivity()
        let next = NextResult()
        let (live, change) = (live(), change)
        let number = live.add(
            LiveListener(
                deliver: { outcome, whenReady in
                    let entry = NextResult.Entry(outcome: outcome, whenReady: whenReady)
                    guard next.replace(with: entry) else { return }
                    queue.async {
                        guard let entry = next.take() else { return }
                        defer { entry.whenReady() }
                        guard activity.isActive, let change = change(entry.outcome) else { return }
                        listener(change)
                    }
                },
                end: activity.end))
        return ListenerToken {
            activity.end()
            live.remove(number)
        }
    }

    /// Returns a sequence of the current results and all later changes of the results.
    ///
    /// An element that is not yet consumed is replaced by the next one. The sequence ends when the
    /// database object is closed. Leave the loop or cancel the task to stop observing. Otherwise,
    /// the sequence works like ``addChangeListener(withQueue:_:)``.
    ///
    /// ```swift
    /// let query = try database.createQuery("SELECT name FROM _ WHERE roomRate < 150")
    /// for await change in query.changes() {
    ///     guard let results = change.results else { continue }
    ///     for row in results { print(row.toJSON()) }
    ///     break  // Without it, the loop waits for the next change.
    /// }
    /// ```
    ///
    /// - Returns: A sequence for a single task. The sequence is empty if the database is closed.
    public func changes() -> AsyncStream<QueryChange> {
        let change = change
        return live().stream { change($0) }
    }
}

/// The latest result for a listener that its queue is going to call.
///
/// A later result replaces it, so a slow queue does not collect results.
private final class NextResult: Sendable {
    struct Entry: Sendable {
        let outcome: Result<RecordedRows, any Error>
        /// A closure to call when the listener has received the result.
        let whenReady: @Sendable () -> Void
    }

    private let entry = Mutex<Entry?>(nil)

    /// Sets the result.
    ///
    /// - Returns: `false` if it replaces another one, for which the queue will call the listener.
    func replace(with new: Entry) -> Bool { exchange(new) == nil }

    func take() -> Entry? { exchange(nil) }

    private func exchange(_ new: Entry?) -> Entry? {
        entry.withLock { entry in
            let old = entry
            entry = new
            return old
        }
    }
}

/// Whether a listener may be called.
private final class ListenerActivity: Sendable {
    private let activity = Atomic<Bool>(true)

    var isActive: Bool { activity.load(ordering: .acquiring) }

    @Sendable func end() { activity.store(false, ordering: .releasing) }
}

/// A change notification with the results of a query.
///
/// ```swift
/// for await change in query.changes() {
///     if let error = change.error { print(error) }
///     if let rows = change.results { print(Array(rows).count) }
///     break
/// }
/// ```
public struct QueryChange {
    /// The query.
    public let query: Query

    /// The results, or `nil` if the query failed.
    ///
    /// Each listener receives its own result set.
    public let results: ResultSet?

    /// The error that the query threw, or `nil` if it succeeded.
    public let error: (any Error)?

    init(_ query: Query, _ outcome: Result<RecordedRows, any Error>) {
        self.query = query
        switch outcome {
        case .success(var rows):
            rows.source = nil
            results = ResultSet(rows)
            error = nil
        case .failure(let failure):
            results = nil
            error = failure
        }
    }
}
