import Foundation
import Quire

/// A queue that passes changes from the listeners to the thread that prints them.
final class ChangeQueue: @unchecked Sendable {
    // The condition's lock protects the array.
    private let condition = NSCondition()
    private var waiting: [CollectionChange] = []

    /// Adds a change.
    func add(_ change: CollectionChange) {
        condition.withLock {
            waiting.append(change)
            condition.signal()
        }
    }

    /// Waits for changes and removes all of them, in order.
    func take() -> [CollectionChange] {
        condition.withLock {
            while waiting.isEmpty { condition.wait() }
            defer { waiting = [] }
            return waiting
        }
    }
}
