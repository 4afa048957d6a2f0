#if PostgreSQL
    import Foundation
    import QuirePlatform

    /// The sequences that receive the IDs of changed documents.
    final class PostgresListeners: Sendable {
        private struct State {
            var lastNumber = 0
            var all: [Int: (store: String, AsyncStream<[String]>.Continuation)] = [:]
            var isFinished = false
        }

        private let state = Mutex(State())
        /// Held during commits while there are listeners, so that they are notified in this order.
        ///
        /// No code of the program runs while it is held.
        private let commitOrder = NSLock()

        /// The stores that have a sequence.
        var storeNames: Set<String> { state.withLock { Set($0.all.values.map(\.store)) } }

        /// Whether there is a sequence.
        var isUsed: Bool { state.withLock { !$0.all.isEmpty } }

        /// Returns a sequence of the future changes of a store.
        func sequence(of store: String) -> AsyncStream<[String]> {
            AsyncStream { continuation in
                let number = state.withLock { state -> Int? in
                    guard !state.isFinished else { return nil }
                    state.lastNumber += 1
                    state.all[state.lastNumber] = (store, continuation)
                    return state.lastNumber
                }
                guard let number else { return continuation.finish() }
                continuation.onTermination = { [weak self] _ in
                    self?.state.withLock { state in _ = state.all.removeValue(forKey: number) }
                }
            }
        }

        /// Commits changes and notifies the listeners.
        ///
        /// - Parameters:
        ///   - changes: The changes.
        ///   - commit: A closure that commits.
        /// - Throws: An error that `commit` throws.
        func committing(
            _ changes: [PostgresTransaction.Change], _ commit: () throws -> Void
        ) throws {
            guard isUsed else { return try commit() }
            commitOrder.lock()
            defer { commitOrder.unlock() }
            try commit()
            notify(changes)
        }

        func notify(_ changes: [PostgresTransaction.Change]) {
            var ids: [String: [String]] = [:]
            var known: Set<[ExactString]> = []
            for change in changes
            where known.insert([ExactString(change.store), ExactString(change.id)]).inserted {
                ids[change.store, default: []].append(change.id)
            }
            let listeners = state.withLock { Array($0.all.values) }
            for (store, continuation) in listeners {
                if let ids = ids[store] { continuation.yield(ids) }
            }
        }

        /// Ends all sequences.
        func finish() {
            let ended = state.withLock { state in
                defer { (state.all, state.isFinished) = ([:], true) }
                return state.all.values.map(\.1)
            }
            for continuation in ended { continuation.finish() }
        }
    }
#endif
