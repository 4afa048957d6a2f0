import QuirePlatform

/// A feed that notifies subscriptions of the documents that changed in one file.
///
/// Every database object of this process reports its commits to the feed. ``ExternalChangePoller``
/// detects the commits of other processes. It skips the sequences that this process assigned,
/// because those changes are already reported.
package final class ChangeFeed: Sendable {
    private struct Collection {
        var subscriptions: [ObjectIdentifier: ChangeSubscription] = [:]
        var byDocument: [String: [ObjectIdentifier: ChangeSubscription]] = [:]
        /// The last sequence up to which all changes are reported, or `nil` if the collection could
        /// not be read because the file is suspended.
        var publishedSequence: Int64?
        /// Ranges of later sequences that this process has committed or is committing.
        var ownSequences: [ClosedRange<Int64>]
        /// The purges by this process that are reported.
        var purges: PurgeCounts?
        /// The number of notifications.
        var notificationCount = 0

        var isEmpty: Bool { subscriptions.isEmpty && byDocument.isEmpty }

        /// Advances `publishedSequence` past the changes that this process has reported.
        mutating func absorbOwnSequences() {
            guard var last = publishedSequence else { return }
            while let index = ownSequences.firstIndex(where: { $0.lowerBound - 1 <= last }) {
                last = max(last, ownSequences.remove(at: index).upperBound)
            }
            publishedSequence = last
        }

        /// Records a commit of this process and returns its notifications.
        mutating func didCommit(
            _ documentIDs: [String], _ purges: PurgeCounts?
        ) -> [Notification] {
            absorbOwnSequences()
            if let purges, purges.first != purges.last {
                let known = self.purges ?? PurgeCounts(first: purges.first, last: purges.first)
                self.purges = known.extended(by: purges)
            }
            return notifications(of: documentIDs, upTo: publishedSequence)
        }

        /// Returns the notifications of changed documents.
        ///
        /// - Parameters:
        ///   - documentIDs: The IDs of the documents.
        ///   - sequence: The last sequence up to which all changes are reported with these.
        /// - Returns: The notifications, which are sent without the lock.
        mutating func notifications(
            of documentIDs: [String], upTo sequence: Int64?
        ) -> [Notification] {
            notificationCount += 1
            let position = FeedPosition(
                number: notificationCount, sequence: sequence, purges: purges)
            var audience = subscriptions.values.map { ($0, documentIDs) }
            for id in byDocument.isEmpty ? [] : documentIDs {
                for subscription in (byDocument[id] ?? [:]).values {
                    audience.append((subscription, [id]))
                }
            }
            return audience.map {
                Notification(subscription: $0, documentIDs: $1, position: position)
            }
        }
    }

    /// A notification that is sent without a lock, so others can overtake it.
    private struct Notification {
        let subscription: ChangeSubscription
        let documentIDs: [String]
        let position: FeedPosition

        func send() { subscription.deliver(documentIDs, position) }
    }

    private struct State {
        var collections: [String: Collection] = [:]
        /// The sequences of the transaction that is currently committing.
        var committing: [NewSequences] = []
    }

    private let state = Mutex(State())
    private let count = Atomic<Int>(0)
    private let watch = ExternalChangePoller()

    /// Whether the feed has subscriptions.
    var hasSubscriptions: Bool { count.load(ordering: .acquiring) > 0 }

    // MARK: Subscribing

    /// Adds a subscription.
    ///
    /// - Parameters:
    ///   - subscription: The subscription, whose scope is a collection or one document.
    ///   - publishedSequence: The last committed sequence of the collection, or `nil` if the file is
    ///     suspended. The subscription is notified of later changes.
    ///   - open: A closure that opens a reader connection for the file, or `nil` if no other
    ///     process can write to it.
    package func add(
        _ subscription: ChangeSubscription, publishedSequence: Int64?,
        watchingWith open: (@Sendable () throws -> SQLiteConnection)?
    ) {
        state.withLock { state in
            let scope = subscription.scope
            let name = scope.tablesName
            let key = ObjectIdentifier(subscription)
            if state.collections[name] == nil {
                let committing = state.committing.filter { $0.tables.name == name }
                state.collections[name] = Collection(
                    publishedSequence: publishedSequence, ownSequences: committing.map(\.range))
            }
            subscription.begin(after: state.collections[name]?.notificationCount ?? 0)
            if let id = scope.documentID {
                state.collections[name]?.byDocument[id, default: [:]][key] = subscription
            } else {
                state.collections[name]?.subscriptions[key] = subscription
            }
        }
        count.add(1, ordering: .acquiringAndReleasing)
        if let open { watch.start(self, open: open) }
    }

    /// Removes a subscription.
    ///
    /// Removing a subscription again has no effect.
    package func remove(_ subscription: ChangeSubscription) {
        let wasThere = state.withLock { Self.remove(subscription, from: &$0.collections) }
        subscription.end()
        if wasThere { count.subtract(1, ordering: .acquiringAndReleasing) }
    }

    /// Removes all subscriptions of a database object.
    ///
    /// - Parameter owner: The identifier of the database object.
    package func removeAll(of owner: ObjectIdentifier) {
        let removed = state.withLock { state in
            let all = state.collections.values.flatMap { collection in
                Array(collection.subscriptions.values)
                    + collection.byDocument.values.flatMap(\.values)
            }
            let removed = all.filter { $0.owner == owner }
            for subscription in removed { Self.remove(subscription, from: &state.collections) }
            return removed
        }
        for subscription in removed { subscription.end() }
        count.subtract(removed.count, ordering: .acquiringAndReleasing)
    }

    @discardableResult
    private static func remove(
        _ subscription: ChangeSubscription, from collections: inout [String: Collection]
    ) -> Bool {
        let scope = subscription.scope
        let key = ObjectIdentifier(subscription)
        let removed: ChangeSubscription?
        if let id = scope.documentID {
            removed = collections[scope.tablesName]?.byDocument[id]?.removeValue(forKey: key)
            if collections[scope.tablesName]?.byDocument[id]?.isEmpty == true {
                collections[scope.tablesName]?.byDocument[id] = nil
            }
        } else {
            removed = collections[scope.tablesName]?.subscriptions.removeValue(forKey: key)
        }
        if collections[scope.tablesName]?.isEmpty == true {
            collections[scope.tablesName] = nil
        }
        return removed != nil
    }

    /// Stops the watch for changes by other processes, unless there are subscriptions.
    ///
    /// Without this call, an unneeded watch stops at its next check.
    ///
    /// - Parameter waits: Whether to wait until the watch has closed the file. A check may acquire
    ///   the writer lock, so the caller must not hold the lock if it waits.
    func endWatch(waiting waits: Bool) {
        watch.stop { !self.hasSubscriptions }
        if waits { watch.waitForEnd() }
    }

    /// Stops the watch for changes by other processes, and waits until it has closed the file.
    func pauseWatch() {
        watch.stop { true }
        watch.waitForEnd()
    }

    /// Starts the watch for changes by other processes again, if there are subscriptions.
    ///
    /// Its first check reads the changes since the watch was stopped.
    ///
    /// - Parameter open: A closure that opens a reader connection for the file.
    func resumeWatch(_ open: @escaping @Sendable () throws -> SQLiteConnection) {
        if hasSubscriptions { watch.start(self, open: open) }
    }

    // MARK: Changes of this process

    /// Registers the sequences that a transaction is about to commit, so that they are not mistaken
    /// for changes by another process.
    ///
    /// - Parameter sequences: The sequences that the transaction assigned.
    func willCommit(_ sequences: [NewSequences]) {
        guard !sequences.isEmpty else { return }
        state.withLock { state in
            state.committing = sequences
            guard !state.collections.isEmpty else { return }
            for new in sequences {
                state.collections[new.tables.name]?.ownSequences.append(new.range)
            }
        }
    }

    /// Unregisters sequences.
    ///
    /// The method is called if the commit failed, so that other transactions can assign these
    /// sequences, or if the changed documents could not be read, so that the watch reports them.
    ///
    /// - Parameter sequences: Sequences that were passed to ``willCommit(_:)``.
    func didNotCommit(_ sequences: [NewSequences]) {
        guard !sequences.isEmpty else { return }
        state.withLock { state in
            state.committing = []
            for new in sequences {
                state.collections[new.tables.name]?.ownSequences.removeAll { $0 == new.range }
            }
        }
    }

    /// Notifies subscriptions of a commit.
    ///
    /// Call the method while the writer lock is held, so that notifications follow the order of the
    /// commits.
    ///
    /// - Parameters:
    ///   - changes: The IDs of the changed documents by the table name of their collection.
    ///   - purges: The numbers of purges by the table name of their collection.
    func didCommit(_ changes: [String: [String]], _ purges: [String: PurgeCounts]) {
        let notifications = state.withLock { state in
            state.committing = []
            return changes.flatMap { name, documentIDs in
                state.collections[name]?.didCommit(documentIDs, purges[name]) ?? []
            }
        }
        for notification in notifications { notification.send() }
    }

    // MARK: Changes of other processes

    /// The collections with subscriptions, and the last sequence up to which all changes are
    /// reported.
    package var watched: [(tablesName: String, publishedSequence: Int64)] {
        state.withLock { state in
            state.collections.compactMap { name, collection in
                collection.publishedSequence.map { (name, $0) }
            }
        }
    }

    /// Sets the reported sequences of collections that were first observed while the file was
    /// suspended.
    ///
    /// - Parameter lastSequence: A closure that reads the last committed sequence of a collection,
    ///   by its table name. The result is `nil` if the file is suspended.
    func setUnknownSequences(_ lastSequence: (String) -> Int64?) {
        let names = state.withLock { state in
            state.collections.filter { $0.value.publishedSequence == nil }.keys
        }
        for name in names {
            guard let sequence = lastSequence(name) else { continue }
            state.withLock { state in
                guard state.collections[name]?.publishedSequence == nil else { return }
                state.collections[name]?.publishedSequence = sequence
                state.collections[name]?.absorbOwnSequences()
            }
        }
    }

    /// Resets the reported sequence of a collection that was deleted and created again.
    ///
    /// - Parameters:
    ///   - name: The table name of the collection.
    ///   - publishedSequence: The reported sequence of the deleted collection.
    func didReadAnew(_ name: String, insteadOf publishedSequence: Int64) {
        state.withLock { state in
            guard state.collections[name]?.publishedSequence == publishedSequence else { return }
            state.collections[name]?.publishedSequence = 0
        }
    }

    /// Notifies subscriptions of those documents in a snapshot whose changes are not reported yet.
    ///
    /// - Parameters:
    ///   - documents: The documents with sequences after the reported sequence.
    ///   - name: The table name of the collection.
    ///   - sequence: The last sequence in the snapshot.
    func didRead(
        _ documents: [(id: String, sequence: Int64)], of name: String, upTo sequence: Int64
    ) {
        let notifications = state.withLock { state -> [Notification] in
            guard var collection = state.collections[name],
                let published = collection.publishedSequence
            else { return [] }
            defer { state.collections[name] = collection }
            let news = documents.filter { document in
                document.sequence > published
                    && !collection.ownSequences.contains { $0.contains(document.sequence) }
            }
            let last = max(published, sequence)
            collection.publishedSequence = last
            // Keep a later range, which may belong to a transaction that is currently committing.
            collection.ownSequences.removeAll { $0.upperBound <= last }
            if news.isEmpty { return [] }
            // The transaction that is committing reports its changes itself, after this.
            let own = state.committing.filter { $0.tables.name == name }.map(\.range.lowerBound)
            return collection.notifications(
                of: news.map(\.id), upTo: min(last, (own.min() ?? .max) - 1))
        }
        for notification in notifications { notification.send() }
    }
}

/// The sequences that a transaction assigned in a collection.
struct NewSequences {
    let tables: CollectionTables
    let range: ClosedRange<Int64>
}
