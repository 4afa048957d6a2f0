import Dispatch
import Quire
import QuirePlatform

/// The notifications of a listener on the default collection.
final class ReceivedNotifications: Sendable {
    private let queue = DispatchQueue(label: "listener")
    private let changes = Mutex<[[String]]>([])

    init(in database: Database) throws {
        try database.defaultCollection().addChangeListener(queue: queue) { [self] change in
            changes.withLock { $0.append(change.documentIDs) }
        }
    }

    /// Returns the documents of each change since the last call.
    func drain() -> [[String]] {
        // A change is added to the queue before the transaction returns.
        queue.sync {}
        return changes.withLock { changes in
            defer { changes = [] }
            return changes
        }
    }
}
