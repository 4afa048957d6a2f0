import Dispatch
import Synchronization

/// Looks now and then whether another process has committed something.
///
/// SQLite tells nobody. A look costs some microseconds while nothing has changed.
final class ForeignChangeWatch: @unchecked Sendable {
    // Sendable because `connection` and `dataVersion` are used on `queue` only, and `timer` is
    // protected by its mutex.
    private static let interval = DispatchTimeInterval.milliseconds(100)

    private let queue: DispatchQueue
    private let timer = Mutex<Timer?>(nil)
    /// Whether the next look must not take the file for unchanged.
    private let mustLook = Atomic<Bool>(false)
    private var connection: SQLiteConnection?
    private var dataVersion: Int64?

    /// A running timer; Dispatch says nothing about sharing one, so only its mutex gives it out.
    private struct Timer: @unchecked Sendable {
        let source: any DispatchSourceTimer
    }

    /// Marks the queue as the one that runs.
    private static let mark = DispatchSpecificKey<ObjectIdentifier>()

    init() {
        queue = DispatchQueue(label: "Quire.ForeignChangeWatch", qos: .utility)
        queue.setSpecific(key: Self.mark, value: ObjectIdentifier(self))
    }

    /// Begins to look, unless it does so already.
    ///
    /// - Parameters:
    ///   - feed: Who is told.
    ///   - open: Opens a connection that reads the file.
    func start(_ feed: ChangeFeed, open: @escaping @Sendable () throws -> SQLiteConnection) {
        // A commit may have come before the one who wants to know of it, and been looked at.
        mustLook.store(true, ordering: .releasing)
        timer.withLock { timer in
            guard timer == nil else { return }
            let source = DispatchSource.makeTimerSource(queue: queue)
            source.schedule(
                deadline: .now(), repeating: Self.interval, leeway: .milliseconds(20))
            source.setEventHandler { [weak self, weak feed] in
                guard let self, let feed else { return }
                // Not as soon as the last subscription is removed: often the next one follows.
                if !feed.hasSubscriptions { return self.stop { !feed.hasSubscriptions } }
                // What cannot be read now is read at the next look.
                try? self.look(feed, open: open)
            }
            source.activate()
            timer = Timer(source: source)
        }
    }

    /// Ends the watch.
    ///
    /// - Parameter condition: Returns whether to end it, while no other thread can start it.
    func stop(if condition: () -> Bool) {
        timer.withLock { timer in
            guard condition(), let running = timer else { return }
            running.source.cancel()
            timer = nil
            queue.async { self.letGo() }
        }
    }

    private func letGo() {
        // It may have begun anew in between.
        guard timer.withLock({ $0 == nil }) else { return }
        connection?.close()
        connection = nil
        dataVersion = nil
    }

    /// Waits until the file is closed here, if the looking has been ended.
    ///
    /// It does not wait in what is called by a look: that one has the file open until it returns.
    func waitForEnd() {
        guard DispatchQueue.getSpecific(key: Self.mark) != ObjectIdentifier(self) else { return }
        queue.sync {}
    }

    private func look(
        _ feed: ChangeFeed, open: @Sendable () throws -> SQLiteConnection
    ) throws {
        let purpose = "look for changes"
        let connection = try self.connection ?? open()
        self.connection = connection
        let version = try connection.integer("PRAGMA data_version", purpose: purpose)
        let mustLook = mustLook.exchange(false, ordering: .acquiringAndReleasing)
        guard version != dataVersion || mustLook else { return }
        try connection.execute("BEGIN", purpose: purpose)
        defer { try? connection.execute("ROLLBACK", purpose: purpose) }
        for (name, toldSequence) in feed.watched {
            // A collection that is gone has no news.
            try? look(feed, name, behind: toldSequence, connection)
        }
        dataVersion = version
    }

    private func look(
        _ feed: ChangeFeed, _ name: String, behind toldSequence: Int64,
        _ connection: SQLiteConnection
    ) throws {
        let keyStore = KeyStore(number: 0, name: name)
        let last = try KeyStoreState(reading: keyStore, on: connection).lastSequence
        guard last != toldSequence else { return }
        // A collection that was deleted and made again counts from the beginning. What this process
        // did in it meanwhile may be told twice, rather than what others did not at all.
        let isAnew = last < toldSequence
        let documents = try keyStore.documents(
            changedIn: (isAnew ? 1 : toldSequence + 1)...(.max), on: connection)
        if isAnew { feed.didReadAnew(name, insteadOf: toldSequence) }
        feed.didRead(documents, of: name, upTo: last)
    }
}
