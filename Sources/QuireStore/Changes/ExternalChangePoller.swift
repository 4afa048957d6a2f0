import Dispatch
import QuirePlatform

/// A periodic check for commits by other processes.
///
/// SQLite doesn't notify connections of commits. If nothing has changed, a check takes a few
/// microseconds.
final class ExternalChangePoller: @unchecked Sendable {
    // `@unchecked Sendable`: `connection` and `dataVersion` are only used on `queue`, and a mutex
    // protects `timer`.
    private static let interval = DispatchTimeInterval.milliseconds(100)

    private let queue: DispatchQueue
    private let timer = Mutex<Timer?>(nil)
    /// Whether the next check must read the collections even if the data version is unchanged.
    private let mustPoll = Atomic<Bool>(false)
    private var connection: SQLiteConnection?
    private var dataVersion: Int64?

    /// A running timer.
    ///
    /// Dispatch doesn't document whether timers are thread-safe, so the timer is only accessible
    /// through its mutex.
    private struct Timer: @unchecked Sendable {
        let source: any DispatchSourceTimer
    }

    /// A key that identifies the watch's own queue.
    private static let mark = DispatchSpecificKey<ObjectIdentifier>()

    init() {
        queue = DispatchQueue(label: "Quire.ExternalChangePoller", qos: .utility)
        queue.setSpecific(key: Self.mark, value: ObjectIdentifier(self))
    }

    /// Starts the periodic check, unless it is running.
    ///
    /// - Parameters:
    ///   - feed: The change feed to notify.
    ///   - open: A closure that opens a reader connection for the file.
    func start(_ feed: ChangeFeed, open: @escaping @Sendable () throws -> SQLiteConnection) {
        // The last check may have skipped the changes of the newly watched collection, so the next
        // one must read them even if the data version is the same.
        mustPoll.store(true, ordering: .releasing)
        timer.withLock { timer in
            guard timer == nil else { return }
            let source = DispatchSource.makeTimerSource(queue: queue)
            source.schedule(
                deadline: .now(), repeating: Self.interval, leeway: .milliseconds(20))
            source.setEventHandler { [weak self, weak feed] in
                guard let self, let feed else { return }
                // Stop only now, not when the last subscription is removed, because often another
                // one follows.
                if !feed.hasSubscriptions { return self.stop { !feed.hasSubscriptions } }
                // After an error, the next check reads the changes.
                try? self.poll(feed, open: open)
            }
            source.activate()
            timer = Timer(source: source)
        }
    }

    /// Stops the periodic check if a condition is met.
    ///
    /// - Parameter condition: A closure that returns whether to stop. No other thread can start the
    ///   check while it runs.
    func stop(if condition: () -> Bool) {
        timer.withLock { timer in
            guard condition(), let running = timer else { return }
            running.source.cancel()
            timer = nil
            queue.async { self.closeConnection() }
        }
    }

    private func closeConnection() {
        // Another thread may have started the check again in the meantime.
        guard timer.withLock({ $0 == nil }) else { return }
        connection?.close()
        connection = nil
        dataVersion = nil
    }

    /// Waits until the stopped watch has closed the file.
    ///
    /// The method returns immediately if it is called by a check, which keeps the file open until
    /// it returns.
    func waitForEnd() {
        guard DispatchQueue.getSpecific(key: Self.mark) != ObjectIdentifier(self) else { return }
        queue.sync {}
    }

    private func poll(
        _ feed: ChangeFeed, open: @Sendable () throws -> SQLiteConnection
    ) throws {
        let purpose = "look for changes"
        let connection = try self.connection ?? open()
        self.connection = connection
        let version = try connection.integer("PRAGMA data_version", purpose: purpose)
        let mustPoll = mustPoll.exchange(false, ordering: .acquiringAndReleasing)
        guard version != dataVersion || mustPoll else { return }
        try connection.execute("BEGIN", purpose: purpose)
        defer { try? connection.execute("ROLLBACK", purpose: purpose) }
        for (name, publishedSequence) in feed.watched {
            // Ignore the error for a deleted collection, which has no changes.
            try? poll(feed, collection: name, behind: publishedSequence, on: connection)
        }
        dataVersion = version
    }

    private func poll(
        _ feed: ChangeFeed, collection name: String, behind publishedSequence: Int64,
        on connection: SQLiteConnection
    ) throws {
        let tables = CollectionTables(number: 0, name: name)
        let last = try CollectionTablesState(reading: tables, on: connection).lastSequence
        guard last != publishedSequence else { return }
        // The sequences of a collection that was deleted and created again start at 1. In this
        // case, changes by this process may be reported twice, so that no change by another process
        // is missed.
        let isRecreated = last < publishedSequence
        let documents = try tables.documents(
            changedIn: (isRecreated ? 1 : publishedSequence + 1)...(.max), on: connection)
        if isRecreated { feed.didReadAnew(name, insteadOf: publishedSequence) }
        feed.didRead(documents, of: name, upTo: last)
    }
}
