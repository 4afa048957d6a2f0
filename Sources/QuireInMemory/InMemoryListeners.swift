import QuirePlatform

/// The sequences that receive the IDs of changed documents of an in-memory database.
final class InMemoryListeners: Sendable {
    private struct State {
        var lastNumber = 0
        var all: [Int: (store: String, AsyncStream<[String]>.Continuation)] = [:]
    }

    private let state = Mutex(State())

    /// Adds a sequence of the changes of a store.
    func add(_ continuation: AsyncStream<[String]>.Continuation, of store: String) {
        let number = state.withLock { state in
            state.lastNumber += 1
            state.all[state.lastNumber] = (store, continuation)
            return state.lastNumber
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { state in
                state.all[number] = nil
            }
        }
    }

    /// Sends the IDs of changed documents to the sequences of a store.
    func notify(_ ids: [String], of store: String) {
        let notified = state.withLock { state in
            state.all.values.filter { $0.store == store }.map(\.1)
        }
        for continuation in notified { continuation.yield(ids) }
    }

    /// Ends all sequences.
    func finish() {
        let ended = state.withLock { state in
            defer { state.all = [:] }
            return state.all
        }
        for (_, continuation) in ended.values { continuation.finish() }
    }
}
