import SQLPlusPlus
import QuirePlatform

/// The documents that a statement selects, in a store of any engine, read once for all observers.
///
/// A task reads the documents when an observer is added and after each change of the store. After
/// the last observer is removed, the observation has ended and cannot be used again.
final class StatementObservation: Sendable {
    typealias Outcome = Result<[ObservedRecord], any Error>

    private struct Observer {
        let continuation: AsyncStream<Outcome>.Continuation
        /// The number of the first read whose result the observer receives.
        ///
        /// An earlier result may lack changes that were made before the observer was added.
        let firstRead: Int
    }

    private struct State {
        var observers: [Int: Observer] = [:]
        var lastNumber = 0
        /// The number of reads that have begun.
        var readCount = 0
        var tasks: [Task<Void, Never>] = []
        var hasEnded = false
    }

    private struct Key: Hashable {
        let store: ObjectIdentifier
        let statement: SelectStatement
    }

    private static let observations = SharedObjects<Key, StatementObservation>()

    private let statement: SelectStatement
    private let calls: BlockingWork
    private let state = Mutex(State())
    /// An element for each new observer and each change of the store, combined until the next read.
    private let (wakeUps, wakeUp) = AsyncStream<Void>.makeStream(
        bufferingPolicy: .bufferingNewest(1))
    /// Returns the store, without retaining it.
    ///
    /// A database closes when its last owner releases it.
    private let store: @Sendable () -> (any DocumentStore)?

    private init(_ store: any DocumentStore, statement: SelectStatement, calls: BlockingWork) {
        self.statement = statement
        self.calls = calls
        self.store = { [weak store] in store }
    }

    /// Returns the observation that all observers of a statement in a store object share.
    static func of(
        _ store: any DocumentStore, _ statement: SelectStatement
    ) -> StatementObservation {
        let key = Key(store: ObjectIdentifier(store), statement: statement)
        let calls = store.database.blockingWork
        // The observation of a store that was released can have the same key.
        return observations.object(for: key, where: { !$0.hasEnded && $0.store() === store }) {
            StatementObservation(store, statement: statement, calls: calls)
        }
    }

    /// Returns a sequence of the results of a statement.
    static func results(
        of store: any DocumentStore, selectedBy statement: SelectStatement
    ) -> AsyncStream<Outcome> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            // If the observation ends before the observer is added, another one is used.
            while !of(store, statement).add(continuation, store) {}
        }
    }

    private var hasEnded: Bool { state.withLock { $0.hasEnded } }

    /// The number of times that the documents were read.
    var readCount: Int { state.withLock { $0.readCount } }

    // MARK: Observers

    /// Adds an observer, and starts to observe the store for the first one.
    ///
    /// - Returns: `false` if the observation has ended.
    private func add(
        _ continuation: AsyncStream<Outcome>.Continuation, _ store: any DocumentStore
    ) -> Bool {
        let number = state.withLock { state -> Int? in
            guard !state.hasEnded else { return nil }
            state.lastNumber += 1
            state.observers[state.lastNumber] = Observer(
                continuation: continuation, firstRead: state.readCount + 1)
            return state.lastNumber
        }
        guard let number else { return false }
        continuation.onTermination = { _ in self.remove(number) }
        wakeUp.yield()
        // The change sequence is created before the first read, so that no change is lost in
        // between.
        if number == 1 { start(store.changedDocumentIDs()) }
        return true
    }

    private func remove(_ number: Int) {
        let tasks = state.withLock { state -> [Task<Void, Never>] in
            state.observers[number] = nil
            guard state.observers.isEmpty else { return [] }
            state.hasEnded = true
            defer { state.tasks = [] }
            return state.tasks
        }
        for task in tasks { task.cancel() }
    }

    private func end() {
        let observers = state.withLock { state in
            state.hasEnded = true
            defer { state.observers = [:] }
            return state.observers
        }
        for observer in observers.values { observer.continuation.finish() }
    }

    // MARK: Reading

    private func start(_ changes: AsyncStream<[String]>) {
        let tasks = [
            Task { [wakeUp] in
                for await _ in changes { wakeUp.yield() }
                wakeUp.finish()
            },
            Task { await self.run() },
        ]
        let hasEnded = state.withLock { state in
            state.tasks = state.hasEnded ? [] : tasks
            return state.hasEnded
        }
        if hasEnded { for task in tasks { task.cancel() } }
    }

    private func run() async {
        var known: [String: ObservedRecord] = [:]
        for await _ in wakeUps {
            let number = state.withLock { state in
                state.readCount += 1
                return state.readCount
            }
            guard let outcome = try? await read() else { break }
            // Unchanged documents of the last result are reused, together with their models.
            let result = outcome.map { records in
                records.map { record in
                    guard let last = known[record.id], last.isSame(as: record) else {
                        return record
                    }
                    return last
                }
            }
            if let records = try? result.get() {
                known = Dictionary(records.map { ($0.id, $0) }) { first, _ in first }
            }
            deliver(result, ofRead: number)
        }
        end()
    }

    /// Reads the documents, unless the store has been released or the task was canceled.
    private func read() async throws -> Outcome? {
        let (store, statement) = (store, statement)
        return try await calls.run {
            store().map { store in
                Result { try store.records(selectedBy: statement).map(ObservedRecord.init) }
            }
        }
    }

    private func deliver(_ outcome: Outcome, ofRead number: Int) {
        let observers = state.withLock { $0.observers }
        for observer in observers.values where observer.firstRead <= number {
            observer.continuation.yield(outcome)
        }
    }
}
