import Dispatch
import Synchronization

/// A query that runs again when its answer may have changed, and the listeners that share its runs.
///
/// It is in one of four states: without listeners; at rest; running; running and due, when something
/// has happened since the run began. All but the first are in the watches of its collections. While a
/// run is under way, whatever happens makes one more run.
final class LiveQuery<Answer: Sendable>: WatchingQuery {
    /// What is told to a listener.
    typealias Outcome = Result<Answer, any Error>

    /// One who is told the answers.
    struct Listener: Sendable {
        /// Passes an answer on, and does nothing else: a lock is held.
        let deliver: @Sendable (Outcome) -> Void
        let end: @Sendable () -> Void
    }

    private struct State {
        var settings: QuerySettings
        /// Counts how often answers have become void.
        var generation = 0
        var listeners: [Int: Listener] = [:]
        /// The listeners that are told an answer even if it is the old one, and the number of the
        /// run that has to be begun for it: an earlier one may not see what was saved before they
        /// came.
        var waiting: [Int: Int] = [:]
        /// How many runs have begun.
        var runCount = 0
        var lastNumber = 0
        /// The last run's outcome, or `nil` if there is none that counts.
        var outcome: Outcome?
        var places: [WatchPlace] = []
        /// For which generation the places are.
        var placedGeneration: Int?
        var isRunning = false
        var isDue = false
        var hasEnded = false
    }

    /// What a run works with.
    private struct Run {
        let number: Int
        let settings: QuerySettings
        let generation: Int
        let outcome: Outcome?
        let places: [WatchPlace]?
    }

    private let question: LiveQuestion<Answer>
    private let state: Mutex<State>
    /// Not retained: a database that nobody holds any longer is closed.
    private let database: @Sendable () -> Database?

    init(_ question: LiveQuestion<Answer>, _ settings: QuerySettings, database: Database) {
        self.question = question
        self.database = { [weak database] in database }
        state = Mutex(State(settings: settings))
    }

    // MARK: Listeners

    /// Adds a listener, which is told the answer as it is now, and then each that is another.
    ///
    /// - Returns: The listener's number.
    func add(_ listener: Listener) -> Int {
        let (number, hasEnded) = state.withLock { state in
            state.lastNumber += 1
            let number = state.lastNumber
            guard !state.hasEnded else { return (number, true) }
            state.listeners[number] = listener
            if let outcome = state.outcome, Self.isAtRest(state) {
                listener.deliver(outcome)
            } else {
                state.waiting[number] = state.runCount + 1
                makeDue(&state)
            }
            return (number, false)
        }
        if hasEnded { listener.end() }
        return number
    }

    /// Whether the last answer is that of everything this process has committed.
    var isAtRest: Bool { state.withLock { Self.isAtRest($0) } }

    private static func isAtRest(_ state: State) -> Bool {
        // In this order: a watch makes queries run before it is quiet.
        state.places.allSatisfy { $0.watch.isQuiet } && !state.isRunning
    }

    /// Takes a listener away; taking it away twice does nothing.
    func remove(_ number: Int) {
        let places = state.withLock { state -> [WatchPlace] in
            state.listeners[number] = nil
            state.waiting[number] = nil
            return state.listeners.isEmpty ? Self.takePlaces(&state) : []
        }
        for place in places { place.remove() }
    }

    private static func takePlaces(_ state: inout State) -> [WatchPlace] {
        defer {
            state.places = []
            state.placedGeneration = nil
            state.outcome = nil
        }
        return state.places
    }

    /// Sets parameters, which makes every listener be told an answer.
    func set(_ settings: QuerySettings) {
        state.withLock { state in
            state.settings = settings
            state.generation += 1
            state.outcome = nil
            state.waiting = state.listeners.mapValues { _ in state.runCount + 1 }
            if !state.listeners.isEmpty { makeDue(&state) }
        }
    }

    // MARK: News

    func answerMayHaveChanged() {
        state.withLock { state in
            if !state.listeners.isEmpty { makeDue(&state) }
        }
    }

    func watchDidEnd() { end() }

    private func end() {
        let (listeners, places) = state.withLock { state in
            state.hasEnded = true
            defer { state.listeners = [:] }
            return (state.listeners, Self.takePlaces(&state))
        }
        for place in places { place.remove() }
        for listener in listeners.values { listener.end() }
    }

    private func makeDue(_ state: inout State) {
        state.isDue = true
        guard !state.isRunning else { return }
        state.isRunning = true
        BlockingWork.liveQueries.add { self.run() }
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
            let isPlaced = state.placedGeneration == state.generation
            return Run(
                number: state.runCount, settings: state.settings, generation: state.generation,
                outcome: state.outcome, places: isPlaced ? state.places : nil)
        }
        guard let run else { return }
        guard let database = database() else { return end() }
        let (outcome, isDue) = outcome(of: run, in: database)
        if case .failure = outcome {
            guard database.isOpen else { return end() }
            // The database is about to be closed, and may stay open after all.
            if database.readers?.isClosing == true { return runLater() }
        }
        finish(run, outcome, isDue: isDue)
    }

    private func outcome(of run: Run, in database: Database) -> (Outcome, isDue: Bool) {
        var places = run.places ?? []
        do {
            if run.places == nil { places = try place(run, in: database) }
            for place in places { place.beginRun() }
            let last = try? run.outcome?.get()
            let (answer, members) = try question.read(database, run.settings, last)
            let isDue = places.map { $0.endRun(members) }.contains(true)
            return (.success(answer), isDue)
        } catch {
            return (.failure(error), places.map { $0.endRun(nil) }.contains(true))
        }
    }

    /// Puts the query into the watches of its collections.
    private func place(_ run: Run, in database: Database) throws -> [WatchPlace] {
        let parts = try question.dependencies(database).parts
        let places = parts.compactMap {
            CollectionWatches.add(self, $0, run.settings.parameters)
        }
        let former = state.withLock { state -> [WatchPlace] in
            guard !state.listeners.isEmpty else { return places }
            defer {
                state.places = places
                state.placedGeneration = run.generation
            }
            return state.places
        }
        for place in former { place.remove() }
        guard places.count == parts.count else { throw database.notOpen }
        return places
    }

    private func runLater() {
        BlockingWork.liveQueries.add(after: .milliseconds(50)) { self.run() }
    }

    private func finish(_ run: Run, _ outcome: Outcome, isDue: Bool) {
        let isNew = run.outcome.map { !isSame($0, outcome) } ?? true
        let needless = state.withLock { state -> [WatchPlace] in
            if isDue { state.isDue = true }
            if state.generation == run.generation {
                state.outcome = outcome
                for (number, listener) in state.listeners.sorted(by: { $0.key < $1.key }) {
                    if let first = state.waiting[number] {
                        guard first <= run.number else { continue }
                        state.waiting[number] = nil
                    } else if !isNew {
                        continue
                    }
                    listener.deliver(outcome)
                }
            }
            guard !state.listeners.isEmpty else {
                state.isRunning = false
                return Self.takePlaces(&state)
            }
            state.isRunning = state.isDue
            if state.isDue { BlockingWork.liveQueries.add { self.run() } }
            return []
        }
        for place in needless { place.remove() }
    }

    private func isSame(_ left: Outcome, _ right: Outcome) -> Bool {
        switch (left, right) {
        case (.success(let left), .success(let right)): question.isSame(left, right)
        case (.failure(let left), .failure(let right)): "\(left)" == "\(right)"
        default: false
        }
    }
}

extension LiveQuery {
    /// Returns the answers as they come; one that has not been fetched is replaced by the next.
    ///
    /// - Parameter element: Makes an element of an answer, or `nil` to leave it out.
    /// - Returns: A sequence that ends with the database. Letting it go ends the listening.
    func stream<Element>(
        _ element: @escaping @Sendable (Outcome) -> sending Element?
    ) -> AsyncStream<Element> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let number = add(
                Listener(
                    deliver: { outcome in
                        if let element = element(outcome) { continuation.yield(element) }
                    },
                    end: { continuation.finish() }))
            continuation.onTermination = { _ in self.remove(number) }
        }
    }
}

/// What a live query asks again and again.
struct LiveQuestion<Answer: Sendable>: Sendable {
    /// What the answer depends on.
    let dependencies: @Sendable (Database) throws -> QueryDependencies
    /// Reads the answer; the last one may save some work.
    let read: @Sendable (Database, QuerySettings, Answer?) throws -> (Answer, AnswerMembers)
    /// Whether two answers are the same.
    let isSame: @Sendable (Answer, Answer) -> Bool
}

extension BlockingWork {
    /// Runs of live queries, few at a time.
    static let liveQueries = BlockingWork(label: "Quire.liveQueries", width: 2)
}
