import Foundation
import Quire

/// A queue that passes changes from the listeners to the thread that prints them.
final class ChangeQueue: @unchecked Sendable {
    /// The documents of a collection that a transaction changed.
    struct Change {
        let store: any DocumentStore
        let ids: [String]
    }

    // The condition's lock protects the variables.
    private let condition = NSCondition()
    private var waiting: [Change] = []
    private var listeners: [Task<Void, Never>] = []

    /// Adds the future changes of a store.
    func observe(_ store: any DocumentStore) {
        // The listener is registered here, and the task only passes on what it receives.
        let changes = store.changedDocumentIDs()
        let listener = Task { [weak self] in
            for await ids in changes { self?.add(Change(store: store, ids: ids)) }
        }
        condition.withLock { listeners.append(listener) }
    }

    private func add(_ change: Change) {
        condition.withLock {
            waiting.append(change)
            condition.signal()
        }
    }

    /// Waits for changes and removes all of them, in order.
    ///
    /// - Parameter seconds: The time after which the method returns without changes.
    /// - Returns: The changes.
    func take(waitingFor seconds: Double) -> [Change] {
        condition.withLock {
            if waiting.isEmpty { _ = condition.wait(until: Date(timeIntervalSinceNow: seconds)) }
            defer { waiting = [] }
            return waiting
        }
    }

    /// Ends the observation of all stores.
    func end() {
        for listener in condition.withLock({ listeners }) { listener.cancel() }
    }
}
