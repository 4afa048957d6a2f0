import Dispatch
import Synchronization

/// One party that is told which documents of a collection change.
final class ChangeSubscription: Sendable {
    /// What it is about.
    struct Scope: Sendable {
        /// The name of the collection's tables.
        let keyStoreName: String
        /// The one document, or `nil` for all of the collection.
        let documentID: String?
    }

    let scope: Scope
    /// The database object that it was made with; it ends when that is closed.
    let owner: ObjectIdentifier

    private let queue: DispatchQueue?
    private let body: @Sendable ([String]) -> Void
    private let onEnd: @Sendable () -> Void
    private let isActive = Atomic<Bool>(true)

    /// Makes a subscription; it is told nothing before it is in a ``ChangeFeed``.
    ///
    /// - Parameters:
    ///   - scope: What it is about.
    ///   - owner: The database object that it is made with.
    ///   - queue: Where to call `body`, or `nil` to call it at once, still inside of the writer's
    ///     lock: then it is no code of the user's and only passes the news on.
    ///   - onEnd: Called once when the subscription ends, by whatever.
    ///   - body: Gets the IDs of the documents that a transaction changed.
    init(
        _ scope: Scope, owner: ObjectIdentifier, queue: DispatchQueue?,
        onEnd: @escaping @Sendable () -> Void = {},
        body: @escaping @Sendable ([String]) -> Void
    ) {
        self.scope = scope
        self.owner = owner
        self.queue = queue
        self.onEnd = onEnd
        self.body = body
    }

    /// Tells it of changed documents.
    ///
    /// - Parameter documentIDs: Their IDs, each once.
    func deliver(_ documentIDs: [String]) {
        guard let queue else {
            if isActive.load(ordering: .acquiring) { body(documentIDs) }
            return
        }
        queue.async {
            if self.isActive.load(ordering: .acquiring) { self.body(documentIDs) }
        }
    }

    /// Ends it: from now on no call begins.
    func end() {
        if isActive.exchange(false, ordering: .acquiringAndReleasing) { onEnd() }
    }
}
