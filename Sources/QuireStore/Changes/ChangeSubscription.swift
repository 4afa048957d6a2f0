package import Dispatch
import QuirePlatform

/// A subscription to the changes of a collection or document.
package final class ChangeSubscription: Sendable {
    /// The documents that a subscription observes.
    package struct Scope: Sendable {
        /// The table name of the collection.
        package let tablesName: String
        /// The ID of the document, or `nil` for the whole collection.
        package let documentID: String?
    }

    package let scope: Scope
    /// The identifier of the database object.
    ///
    /// The subscription ends when that object is closed.
    let owner: ObjectIdentifier

    private let queue: DispatchQueue?
    private let body: @Sendable ([String], FeedPosition) -> Void
    private let onEnd: @Sendable () -> Void
    private let isActive = Atomic<Bool>(true)
    /// The number of notifications of the collection before the subscription.
    private let start = Atomic<Int>(0)

    /// Creates a subscription.
    ///
    /// It receives changes after it is added to a ``ChangeFeed``.
    ///
    /// - Parameters:
    ///   - scope: The documents that the subscription observes.
    ///   - owner: The identifier of the database object.
    ///   - queue: The queue on which `body` is called, or `nil` to call it immediately while the
    ///     writer lock is held. With `nil`, `body` must not run user code and should only pass the
    ///     changes on.
    ///   - onEnd: A closure that is called once when the subscription ends for any reason.
    ///   - body: A closure that receives the IDs of the documents that a transaction changed, and
    ///     the position of the notification. A notification about another process can overtake
    ///     one about this process, or be overtaken.
    package init(
        _ scope: Scope, owner: ObjectIdentifier, queue: DispatchQueue?,
        onEnd: @escaping @Sendable () -> Void = {},
        body: @escaping @Sendable ([String], FeedPosition) -> Void
    ) {
        self.scope = scope
        self.owner = owner
        self.queue = queue
        self.onEnd = onEnd
        self.body = body
    }

    /// Notifies the subscription of changed documents.
    ///
    /// - Parameters:
    ///   - documentIDs: The IDs of the documents, without duplicates.
    ///   - position: The position of the notification in the collection.
    package func deliver(_ documentIDs: [String], _ position: FeedPosition) {
        var position = position
        position.number -= start.load(ordering: .relaxed)
        guard let queue else {
            if isActive.load(ordering: .acquiring) { body(documentIDs, position) }
            return
        }
        queue.async { [position] in
            if self.isActive.load(ordering: .acquiring) { self.body(documentIDs, position) }
        }
    }

    /// Sets the number of notifications that precede those of the subscription.
    package func begin(after count: Int) { start.store(count, ordering: .relaxed) }

    /// Ends the subscription.
    ///
    /// No further calls of `body` begin.
    package func end() {
        if isActive.exchange(false, ordering: .acquiringAndReleasing) { onEnd() }
    }
}
