import Dispatch
import QuirePlatform

/// A query that runs again when its results may have changed, with listeners that share its runs.
///
/// While it has listeners, the query is in the watches of its collections, which report changes. A change
/// requests a run of the ``RunSchedule``. A run reads the result, which the ``LiveListeners`` receive.
final class LiveQuery<Answer: LiveAnswer>: ObservingQuery {
    typealias Listener = LiveListener<Answer>
    typealias Outcome = Listener.Outcome

    private struct State {
        var settings: QuerySettings
        /// The number of times that new settings have invalidated all earlier results.
        var generation = 0
        var listeners = LiveListeners<Answer>()
        var schedule = RunSchedule()
        /// The valid result of the last run.
        var last: NumberedOutcome?
        /// The number of results that are being delivered.
        var deliveryCount = 0
        var registrations: [WatchRegistration] = []
        /// The generation in which the query was added to the watches in `registrations`.
        var registeredGeneration: Int?
        var hasEnded = false
    }

    private struct NumberedOutcome {
        let outcome: Outcome
        /// The number of the run that returned the result.
        let run: Int
    }

    /// The input of a run.
    private struct Run {
        let number: Int
        let settings: QuerySettings
        let generation: Int
        let last: Outcome?
        let registrations: [WatchRegistration]?
    }

    private let request: any LiveQueryRequest<Answer>
    private let state: Mutex<State>
    /// Returns the database, without retaining it.
    ///
    /// The database closes when its last owner releases it.
    private let database: @Sendable () -> Database?

    init(
        _ request: any LiveQueryRequest<Answer>, _ settings: QuerySettings, database: Database
    ) {
        self.request = request
        self.database = { [weak database] in database }
        state = Mutex(State(settings: settings))
    }

    /// The number of runs that have begun.
    var runCount: Int { state.withLock { $0.schedule.runCount } }

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
        let (number, hasEnded, current) = state.withLock {
            state -> (Int, Bool, NumberedOutcome?) in
            // No listener has this number.
            if state.hasEnded { return (0, true, nil) }
            if let last = state.last, Self.isAtRest(state) {
                return (state.listeners.add(listener, waitingFrom: nil), false, last)
            }
            let nextRun = state.schedule.runCount + 1
            let number = state.listeners.add(listener, waitingFrom: nextRun)
            start(if: state.schedule.requestWithoutWaiting())
            return (number, false, nil)
        }
        if let current { deliver(current, to: [listener]) }
        if hasEnded { listener.end() }
        return number
    }

    /// Whether the last result includes all commits of this process and has been delivered.
    var isAtRest: Bool { state.withLock { $0.deliveryCount == 0 && Self.isAtRest($0) } }

    private static func isAtRest(_ state: State) -> Bool {
        // Check the watches first: a watch starts the runs of its queries before it becomes quiet.
        state.registrations.allSatisfy { $0.watch.isQuiet } && state.schedule.isAtRest
    }

    /// Removes a listener.
    ///
    /// Removing it again has no effect.
    func remove(_ number: Int) {
        let registrations = state.withLock { state -> [WatchRegistration] in
            state.listeners.remove(number)
            if state.listeners.isEmpty { return Self.takeRegistrations(&state) }
            // The listener may be the one that the next run waits for.
            start(if: state.schedule.stopWaiting())
            return []
        }
        for registration in registrations { registration.remove() }
    }

    private static func takeRegistrations(_ state: inout State) -> [WatchRegistration] {
        defer {
            state.registrations = []
            state.registeredGeneration = nil
            state.last = nil
        }
        return state.registrations
    }

    /// Sets the parameters, and notifies all listeners of the next result.
    func set(_ settings: QuerySettings) {
        state.withLock { state in
            state.settings = settings
            state.generation += 1
            state.last = nil
            state.listeners.waitAll(from: state.schedule.runCount + 1)
            if !state.listeners.isEmpty { start(if: state.schedule.requestWithoutWaiting()) }
        }
    }

    // MARK: Changes

    func resultMayHaveChanged() {
        state.withLock { state in
            if !state.listeners.isEmpty { start(if: state.schedule.request()) }
        }
    }

    var usesChangedDocuments: Bool { request.usesChangedDocuments }

    func watchDidEnd() { end() }

    private func end() {
        let (listeners, registrations) = state.withLock { state in
            state.hasEnded = true
            return (state.listeners.removeAll(), Self.takeRegistrations(&state))
        }
        for registration in registrations { registration.remove() }
        for listener in listeners { listener.end() }
    }

    private func start(if isDue: Bool) {
        if isDue { BlockingWork.liveQueries.add { self.run() } }
    }

    // MARK: Running

    private func run() {
        let run = state.withLock { state -> Run? in
            guard !state.hasEnded, !state.listeners.isEmpty else {
                state.schedule.abandon()
                return nil
            }
            let isRegistered = state.registeredGeneration == state.generation
            return Run(
                number: state.schedule.begin(), settings: state.settings,
                generation: state.generation, last: state.last?.outcome,
                registrations: isRegistered ? state.registrations : nil)
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
            let (answer, members) = try request.read(
                in: database, settings: run.settings, last: try? run.last?.get(),
                changes: areKnown ? changes.first : nil)
            let isDue = registrations.map { $0.endRun(members) }.contains(true)
            return (.success(answer), isDue)
        } catch {
            return (.failure(error), registrations.map { $0.endRun(nil) }.contains(true))
        }
    }

    /// Adds the query to the watches of its collections.
    private func register(_ run: Run, in database: Database) throws -> [WatchRegistration] {
        let parts = try request.dependencies(in: database).parts
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
        let isNew = run.last.map { !Self.isSame($0, outcome) } ?? true
        let result = NumberedOutcome(outcome: outcome, run: run.number)
        let (listeners, unused) = state.withLock { state -> ([Listener], [WatchRegistration]) in
            state.deliveryCount += 1
            var listeners: [Listener] = []
            if state.generation == run.generation {
                state.last = result
                listeners = state.listeners.take(forResultOf: run.number, isNew: isNew)
            }
            guard !state.listeners.isEmpty else {
                state.schedule.abandon()
                return ([], Self.takeRegistrations(&state))
            }
            // A listener that does not receive this result does not wait for the others.
            let waits = !listeners.isEmpty && listeners.count == state.listeners.count
            start(if: state.schedule.finish(isDue: isDue, waitsForListener: waits))
            return (listeners, [])
        }
        deliver(result, to: listeners)
        state.withLock { $0.deliveryCount -= 1 }
        for registration in unused { registration.remove() }
    }

    private func deliver(_ result: NumberedOutcome, to listeners: [Listener]) {
        for listener in listeners {
            listener.deliver(result.outcome, ofRun: result.run) { self.didDeliver(result.run) }
        }
    }

    /// Starts the next run if it waits for a listener to receive the result of a run.
    private func didDeliver(_ run: Int) {
        state.withLock { state in
            if !state.listeners.isEmpty { start(if: state.schedule.didReceive(run)) }
        }
    }

    private static func isSame(_ left: Outcome, _ right: Outcome) -> Bool {
        switch (left, right) {
        case (.success(let left), .success(let right)): left.isSame(as: right)
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
