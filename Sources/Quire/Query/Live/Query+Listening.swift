public import Dispatch
import Synchronization

// The first event comes at once and has the results as they are; another one comes when they are
// others. What happens while the query runs is looked at by one more run. All listeners of a query
// share its runs.

extension Query {
    /// Calls a closure on the main queue with the results as they are now, and again whenever they
    /// have become others.
    ///
    /// It is as ``addChangeListener(withQueue:_:)``.
    ///
    /// - Parameter listener: A closure that gets the results.
    /// - Returns: A token that ends the listener. It does nothing if the database is closed.
    @discardableResult
    public func addChangeListener(
        _ listener: @escaping @Sendable (QueryChange) -> Void
    ) -> ListenerToken {
        addChangeListener(withQueue: nil, listener)
    }

    /// Calls a closure with the results as they are now, and again whenever they have become others.
    ///
    /// After a transaction the changed documents are looked at first: one that the query cannot be
    /// about costs no run of it. Several transactions may make one event. Changes by other processes
    /// are noticed within about a tenth of a second, but for documents that they purge. That a
    /// document will expire at another time is no change.
    ///
    /// The listener goes on until its token ends it or the database object is closed, also if the
    /// token or the query is let go. It does not keep the database object alive.
    ///
    /// - Parameters:
    ///   - queue: Where the closure is called, or `nil` for the main queue.
    ///   - listener: A closure that gets the results, or the error with which the query failed.
    /// - Returns: A token that ends the listener. It does nothing if the database is closed.
    @discardableResult
    public func addChangeListener(
        withQueue queue: DispatchQueue?, _ listener: @escaping @Sendable (QueryChange) -> Void
    ) -> ListenerToken {
        let queue = queue ?? .main
        let activity = ListenerActivity()
        let (live, change) = (live(), change)
        let number = live.add(
            LiveQuery.Listener(
                deliver: { outcome in
                    queue.async {
                        guard activity.isActive, let change = change(outcome) else { return }
                        listener(change)
                    }
                },
                end: activity.end))
        return ListenerToken {
            activity.end()
            live.remove(number)
        }
    }

    /// Returns the results as they are now, and again whenever they have become others.
    ///
    /// An element that has not been fetched is replaced by the next one. The sequence ends when the
    /// database object is closed; leaving the loop or cancelling the task ends the listening. It is
    /// as ``addChangeListener(withQueue:_:)`` otherwise.
    ///
    /// - Returns: A sequence for one task. It is empty if the database is closed.
    public func changes() -> AsyncStream<QueryChange> {
        let change = change
        return live().stream { change($0) }
    }
}

/// Whether a listener is to be called.
private final class ListenerActivity: Sendable {
    private let activity = Atomic<Bool>(true)

    var isActive: Bool { activity.load(ordering: .acquiring) }

    @Sendable func end() { activity.store(false, ordering: .releasing) }
}

/// That a query has other results than before.
public struct QueryChange {
    /// The query.
    public let query: Query

    /// The results, each listener's own, or `nil` if the query cannot be run.
    public let results: ResultSet?

    /// Why the query cannot be run, or `nil` if it can.
    public let error: (any Error)?

    init(_ query: Query, _ outcome: Result<RecordedRows, any Error>) {
        self.query = query
        switch outcome {
        case .success(let rows):
            results = ResultSet(rows)
            error = nil
        case .failure(let failure):
            results = nil
            error = failure
        }
    }
}
