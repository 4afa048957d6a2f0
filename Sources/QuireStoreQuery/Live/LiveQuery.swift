import Dispatch
import QuirePlatform

/// A query that runs again when its results may have changed, with listeners that share its runs.
///
/// A live query is in one of four states: without listeners; idle; running; or due again, because of
/// a change since the last run began. Except in the first state, the query is in the watches of its
/// collections. All changes during a run cause only one more run, which begins when a listener has
/// received the result: results that no listener receives are not computed.
final class LiveQuery<Answer: Sendable>: ObservingQuery {
    /// The result of a run, which listeners receive.
    typealias Outcome = Result<Answer, any Error>

    /// A listener that receives the results.
    struct Listener: Sendable {
        /// A closure that a listener calls when it is ready for the next result.
        ///
        /// For a result that a later one replaces, the call has no effect.
        typealias Ready = @Sendable () -> Void

        private let deliver: @Sendable (Outcome, @escaping Ready) -> Void
        let end: @Sendable () -> Void
        private let order = DeliveryOrder()

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
        func deliver(_ outcome: Outcome, ofRun number: Int, _ whenReady: @escaping Ready) {
            order.lastRun.withLock { lastRun in
                guard number > lastRun else { return whenReady() }
                lastRun = number
                deliver(outcome, whenReady)
            }
        }
    }

    /// The number of the last run whose result a listener has received.
    private final class DeliveryOrder: Sendable {
        let lastRun = Mutex(0)
    }

    private struct State {
        var settings: QuerySettings
        /// The number of times that new settings have invalidated all earlier results.
        var generation = 0
        var listeners: [Int: Listener] = [:]
        /// The listeners that receive a result even if it hasn't changed, with the number of the
        /// first run whose result they receive.
        ///
        /// The result of an earlier run may lack changes that were made before the listener was
        /// added.
        var waiting: [Int: Int] = [:]
        /// The number of runs that have begun.
        var runCount = 0
        var lastNumber = 0
        /// The result of the last run, or `nil` if there is no valid result.
        var outcome: Outcome?
        /// The number of the run that returned this result.
        var outcomeNumber = 0
        var registrations: [WatchRegistration] = []
        /// The generation in which the query was added to the watches in `registrations`.
        var registeredGeneration: Int?
        /// The number of results that are being delivered.
        var deliveryCount = 0
        /// The number of the run whose result no listener has received yet.
        var undeliveredRun: Int?
        var isRunning = false
        var isDue = false
        var hasEnded = false
    }

    /// The input of a run.
    private struct Run {
        let number: Int
        let settings: QuerySettings
        let generation: Int
        let outcome: Outcome?
        let registrations: [WatchRegistration]?
    }

    private let request: LiveQueryRequest<Answer>
    private let state: Mutex<State>
    /// Returns the database, without retaining it.
    ///
    /// The database closes when its last owner releases it.
    private let database: @Sendable () -> Database?

    init(_ request: LiveQueryRequest<Answer>, _ settings: QuerySettings, database: Database) {
        self.request = request
        self.database = { [weak database] in database }
        state = Mutex(State(settings: settings))
    }

    /// The number of runs that have begun.
    var runCount: Int { state.withLock { $0.runCount } }

    /// Returns whether listeners that observe a database object can be added to the query.
    func serves(_ database: Database) -> Bool {
        state.withLock { !$0.hasEnded } && self.database() === database
    }

    // MARK: Listeners

    /// Adds a listener, which receives the current result and then each result that differs from
    /// the previous one.
    ///
    /// - Returns: A number that identifies the listener.
    func add(_ listener: Listener) -> Int {
        let (number, hasEnded, current) = state.withLock { state -> (Int, Bool, (Outcome, Int)?) in
            state.lastNumber += 1
            let number = state.lastNumber
            guard !state.hasEnded else { return (number, true, nil) }
            state.listeners[number] = listener
            if let outcome = state.outcome, Self.isAtRest(state) {
                return (number, false, (outcome, state.outcomeNumber))
            }
            state.waiting[number] = state.runCount + 1
            state.undeliveredRun = nil
            makeDue(&state)
            return (number, false, nil)
        }
        if let (outcome, run) = current {
            listener.deliver(outcome, ofRun: run) { self.didDeliver(run) }
        }
        if hasEnded { listener.end() }
        return number
    }

    /// Whether the last result includes all commits of this process and has been delivered.
    var isAtRest: Bool { state.withLock { $0.deliveryCount == 0 && Self.isAtRest($0) } }

    private static func isAtRest(_ state: State) -> Bool {
        // Check the watches first: a watch starts the runs of its queries before it becomes quiet.
        state.registrations.allSatisfy { $0.watch.isQuiet } && !state.isRunning && !state.isDue
    }

    /// Removes a listener.
    ///
    /// Removing it again has no effect.
    func remove(_ number: Int) {
        let registrations = state.withLock { state -> [WatchRegistration] in
            state.listeners[number] = nil
            state.waiting[number] = nil
            if state.listeners.isEmpty { return Self.takeRegistrations(&state) }
            // The listener may be the one that the next run waits for.
            state.undeliveredRun = nil
            runIfPossible(&state)
            return []
        }
        for registration in registrations { registration.remove() }
    }

    private static func takeRegistrations(_ state: inout State) -> [WatchRegistration] {
        defer {
            state.registrations = []
            state.registeredGeneration = nil
            state.outcome = nil
        }
        return state.registrations
    }

    /// Sets the parameters, and notifies all listeners of the next result.
    func set(_ settings: QuerySettings) {
        state.withLock { state in
            state.settings = settings
            state.generation += 1
            state.outcome = nil
            state.waiting = state.listeners.mapValues { _ in state.runCount + 1 }
            state.undeliveredRun = nil
            if !state.listeners.isEmpty { makeDue(&state) }
        }
    }

    // MARK: Changes

    func resultMayHaveChanged() {
        state.withLock { state in
            if !state.listeners.isEmpty { makeDue(&state) }
        }
    }

    var usesChangedDocuments: Bool { request.usesChangedDocuments }

    func watchDidEnd() { end() }

    private func end() {
        let (listeners, registrations) = state.withLock { state in
            state.hasEnded = true
            defer { state.listeners = [:] }
            return (state.listeners, Self.takeRegistrations(&state))
        }
        for registration in registrations { registration.remove() }
        for listener in listeners.values { listener.end() }
    }

    private func makeDue(_ state: inout State) {
        state.isDue = true
        runIfPossible(&state)
    }

    private func runIfPossible(_ state: inout State) {
        guard state.isDue, !state.isRunning, state.undeliveredRun == nil else { return }
        state.isRunning = true
        BlockingWork.liveQueries.add { self.run() }
    }

    /// Starts the next run if it waits for a listener to receive the result of a run.
    private func didDeliver(_ number: Int) {
        state.withLock { state in
            guard state.undeliveredRun == number else { return }
            state.undeliveredRun = nil
            if !state.listeners.isEmpty { runIfPossible(&state) }
        }
    }

    // MARK: Running

    private func run() {
        let run = state.withLock { state -> Run? in
            guard !state.hasEnded, !state.listeners.isEmpty else {
                state.isRunning = false
                return nil
            }
            state.isDue = false
            state.runCount += 1
            let isRegistered = state.registeredGeneration == state.generation
            return Run(
                number: state.runCount, settings: state.settings, generation: state.generation,
                outcome: state.outcome, registrations: isRegistered ? state.registrations : nil)
        }
        guard let run else { return }
        guard let database = database() else { return end() }
        let (outcome, isDue) = outcome(of: run, in: database)
        if case .failure(let error) = outcome {
            guard database.isOpen else { return end() }
            // The database is suspended, or it is closing and remains open if closing fails.
            let isSuspended = if case QuireError.Code.suspended = error { true } else { false }
            if isSuspended || database.readers?.isClosing == true { return runLater() }
        }
        finish(run, outcome, isDue: isDue)
    }

    private func outcome(of run: Run, in database: Database) -> (Outcome, isDue: Bool) {
        var registrations = run.registrations ?? []
        do {
            if run.registrations == nil { registrations = try register(run, in: database) }
            let changes = registrations.map { $0.beginRun() }
            // A new registration did not receive the changes since the last result.
            let areKnown = run.registrations?.count == 1
            let last = try? run.outcome?.get()
            let (answer, members) = try request.read(
                database, run.settings, last, areKnown ? changes.first : nil)
            let isDue = registrations.map { $0.endRun(members) }.contains(true)
            return (.success(answer), isDue)
        } catch {
            return (.failure(error), registrations.map { $0.endRun(nil) }.contains(true))
        }
    }

    /// Adds the query to the watches of its collections.
    private func register(_ run: Run, in database: Database) throws -> [WatchRegistration] {
        let parts = try request.dependencies(database).parts
        let registrations = parts.compactMap {
            CollectionWatches.add(self, part: $0, parameters: run.settings.parameters)
        }
        let former = state.withLock { state -> [WatchRegistration] in
            guard !state.listeners.isEmpty else { return registrations }
            defer {
                state.registrations = registrations
                state.registeredGeneration = run.generation
            }
            return state.registrations
        }
        for registration in former { registration.remove() }
        guard registrations.count == parts.count else { throw database.notOpen }
        return registrations
    }

    private func runLater() {
        BlockingWork.liveQueries.add(after: .milliseconds(50)) { self.run() }
    }

    private func finish(_ run: Run, _ outcome: Outcome, isDue: Bool) {
        let isNew = run.outcome.map { !isSame($0, outcome) } ?? true
        let (listeners, unused) = state.withLock { state -> ([Listener], [WatchRegistration]) in
            state.deliveryCount += 1
            if isDue { state.isDue = true }
            var listeners: [Listener] = []
            if state.generation == run.generation {
                state.outcome = outcome
                state.outcomeNumber = run.number
                listeners = Self.takeListeners(of: run, isNew: isNew, &state)
            }
            guard !state.listeners.isEmpty else {
                state.isRunning = false
                return ([], Self.takeRegistrations(&state))
            }
            state.isRunning = false
            // A listener that does not receive this result does not wait for the others.
            let waits = !listeners.isEmpty && listeners.count == state.listeners.count
            state.undeliveredRun = waits ? run.number : nil
            runIfPossible(&state)
            return (listeners, [])
        }
        for listener in listeners {
            listener.deliver(outcome, ofRun: run.number) { self.didDeliver(run.number) }
        }
        state.withLock { $0.deliveryCount -= 1 }
        for registration in unused { registration.remove() }
    }

    /// Returns the listeners that receive the result of a run, in the order in which they were
    /// added.
    private static func takeListeners(
        of run: Run, isNew: Bool, _ state: inout State
    ) -> [Listener] {
        var listeners: [Listener] = []
        for (number, listener) in state.listeners.sorted(by: { $0.key < $1.key }) {
            if let first = state.waiting[number] {
                guard first <= run.number else { continue }
                state.waiting[number] = nil
            } else if !isNew {
                continue
            }
            listeners.append(listener)
        }
        return listeners
    }

    private func isSame(_ left: Outcome, _ right: Outcome) -> Bool {
        switch (left, right) {
        case (.success(let left), .success(let right)): request.isSame(left, right)
        case (.failure(let left), .failure(let right)): "\(left)" == "\(right)"
        default: false
        }
    }
}

extension LiveQuery {
    /// Returns a sequence of the results.
    ///
    /// A result that is not yet consumed is replaced by the next one.
    ///
    /// - Parameter element: A closure that creates an element from a result, or returns `nil` to
    ///   skip it.
    /// - Returns: A sequence that ends when the database closes. Releasing the sequence removes its
    ///   listener.
    func stream<Element>(
        _ element: @escaping @Sendable (Outcome) -> sending Element?
    ) -> AsyncStream<Element> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let number = add(
                Listener(
                    deliver: { outcome, whenReady in
                        guard let element = element(outcome),
                            case .dropped = continuation.yield(element)
                        else { return whenReady() }
                        // The result before this one is still unread, so the next one can wait.
                        BlockingWork.liveQueries.add(after: .milliseconds(10), whenReady)
                    },
                    end: { continuation.finish() }))
            continuation.onTermination = { _ in self.remove(number) }
        }
    }
}
