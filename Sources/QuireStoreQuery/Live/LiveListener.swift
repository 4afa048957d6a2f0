import QuirePlatform

/// A listener that receives the results of a live query.
struct LiveListener<Answer: Sendable>: Sendable {
    /// The result of a run.
    typealias Outcome = Result<Answer, any Error>

    /// A closure that a listener calls when it is ready for the next result.
    ///
    /// For a result that a later one replaces, the call has no effect.
    typealias Ready = @Sendable () -> Void

    private let deliver: @Sendable (Outcome, @escaping Ready) -> Void
    let end: @Sendable () -> Void
    private let order = DeliveryOrder()

    /// The number of the last run whose result the listener has received.
    private final class DeliveryOrder: Sendable {
        let lastRun = Mutex(0)
    }

    init(
        deliver: @escaping @Sendable (Outcome, @escaping Ready) -> Void,
        end: @escaping @Sendable () -> Void
    ) {
        self.deliver = deliver
        self.end = end
    }

    /// Delivers the result of a run, unless a later one has been delivered.
    ///
    /// The lock of the query must not be held: delivering a result can resume a task, and
    /// canceling the same task removes the listener. Both acquire a lock of the task.
    func deliver(_ outcome: Outcome, ofRun number: Int, whenReady: @escaping Ready) {
        order.lastRun.withLock { lastRun in
            guard number > lastRun else { return whenReady() }
            lastRun = number
            deliver(outcome, whenReady)
        }
    }
}

/// The listeners of a live query, and which of them wait for a result.
///
/// A listener that waits receives the next result even if it hasn't changed. The others receive a result
/// that differs from the last one.
struct LiveListeners<Answer: Sendable> {
    private struct Entry {
        let listener: LiveListener<Answer>
        /// The number of the first run whose result the listener waits for, or `nil` if it does not wait.
        ///
        /// The result of an earlier run may lack changes that were made before the listener was added.
        var firstRun: Int?
    }

    private var entries: [Int: Entry] = [:]
    private var lastNumber = 0

    var isEmpty: Bool { entries.isEmpty }
    var count: Int { entries.count }
    var all: [LiveListener<Answer>] { entries.values.map(\.listener) }

    /// Adds a listener, which has the last result or waits for the first one from a run on.
    ///
    /// - Returns: A number that identifies the listener, 1 or more.
    mutating func add(_ listener: LiveListener<Answer>, waitingFrom firstRun: Int?) -> Int {
        lastNumber += 1
        entries[lastNumber] = Entry(listener: listener, firstRun: firstRun)
        return lastNumber
    }

    mutating func remove(_ number: Int) { entries[number] = nil }

    mutating func removeAll() -> [LiveListener<Answer>] {
        defer { entries = [:] }
        return all
    }

    /// Lets all listeners wait for the first result from a run on.
    mutating func waitAll(from firstRun: Int) {
        for number in entries.keys { entries[number]?.firstRun = firstRun }
    }

    /// Returns the listeners that receive the result of a run, in the order in which they were
    /// added.
    ///
    /// - Parameters:
    ///   - run: The number of the run.
    ///   - isNew: Whether the result differs from the last one.
    /// - Returns: Those that wait for the result, and all others if it is new.
    mutating func take(forResultOf run: Int, isNew: Bool) -> [LiveListener<Answer>] {
        var listeners: [LiveListener<Answer>] = []
        for (number, entry) in entries.sorted(by: { $0.key < $1.key }) {
            if let firstRun = entry.firstRun {
                guard firstRun <= run else { continue }
                entries[number]?.firstRun = nil
            } else if !isNew {
                continue
            }
            listeners.append(entry.listener)
        }
        return listeners
    }
}
