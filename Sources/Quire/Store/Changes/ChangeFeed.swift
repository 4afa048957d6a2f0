import Synchronization

/// Tells the subscriptions on one file which documents have changed.
///
/// Every database object of the process that commits says what it changed; what other processes
/// committed, ``ForeignChangeWatch`` finds out. A sequence tells the two apart: those that this
/// process gave out have been told already.
final class ChangeFeed: Sendable {
    private struct Collection {
        var subscriptions: [ObjectIdentifier: ChangeSubscription] = [:]
        var byDocument: [String: [ObjectIdentifier: ChangeSubscription]] = [:]
        /// Up to this sequence every change has been told.
        var toldSequence: Int64
        /// What this process has committed, or is just committing, behind that.
        var ownSequences: [ClosedRange<Int64>]

        var isEmpty: Bool { subscriptions.isEmpty && byDocument.isEmpty }

        /// Moves `toldSequence` over what this process has told.
        mutating func absorbOwnSequences() {
            while let index = ownSequences.firstIndex(where: {
                $0.lowerBound - 1 <= toldSequence
            }) {
                toldSequence = max(toldSequence, ownSequences.remove(at: index).upperBound)
            }
        }

        /// The subscriptions that some documents' changes are told to.
        func audience(
            of documentIDs: [String]
        ) -> [(subscription: ChangeSubscription, documentIDs: [String])] {
            var audience = subscriptions.values.map { ($0, documentIDs) }
            guard !byDocument.isEmpty else { return audience }
            for id in documentIDs {
                for subscription in (byDocument[id] ?? [:]).values {
                    audience.append((subscription, [id]))
                }
            }
            return audience
        }
    }

    private struct State {
        var collections: [String: Collection] = [:]
        /// What a transaction is just committing.
        var committing: [NewSequences] = []
    }

    private let state = Mutex(State())
    private let count = Atomic<Int>(0)
    private let watch = ForeignChangeWatch()

    /// Whether anybody is to be told anything.
    var hasSubscriptions: Bool { count.load(ordering: .acquiring) > 0 }

    // MARK: Subscribing

    /// Adds a subscription.
    ///
    /// - Parameters:
    ///   - subscription: The subscription.
    ///   - toldSequence: The collection's last committed sequence; what is behind it is news.
    ///   - open: Opens a connection that reads the file, or `nil` if no other process can write.
    func add(
        _ subscription: ChangeSubscription, toldSequence: Int64,
        watchingWith open: (@Sendable () throws -> SQLiteConnection)?
    ) {
        state.withLock { state in
            let scope = subscription.scope
            let name = scope.keyStoreName
            let key = ObjectIdentifier(subscription)
            if state.collections[name] == nil {
                let committing = state.committing.filter { $0.keyStore.name == name }
                state.collections[name] = Collection(
                    toldSequence: toldSequence, ownSequences: committing.map(\.range))
            }
            if let id = scope.documentID {
                state.collections[name]?.byDocument[id, default: [:]][key] = subscription
            } else {
                state.collections[name]?.subscriptions[key] = subscription
            }
        }
        count.add(1, ordering: .acquiringAndReleasing)
        if let open { watch.start(self, open: open) }
    }

    /// Ends a subscription.
    ///
    /// Ending it twice does nothing.
    func remove(_ subscription: ChangeSubscription) {
        let wasThere = state.withLock { Self.remove(subscription, from: &$0.collections) }
        subscription.end()
        if wasThere { count.subtract(1, ordering: .acquiringAndReleasing) }
    }

    /// Ends all subscriptions that were made with one database object.
    ///
    /// - Parameter owner: The object.
    func removeAll(of owner: ObjectIdentifier) {
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
            removed = collections[scope.keyStoreName]?.byDocument[id]?.removeValue(forKey: key)
            if collections[scope.keyStoreName]?.byDocument[id]?.isEmpty == true {
                collections[scope.keyStoreName]?.byDocument[id] = nil
            }
        } else {
            removed = collections[scope.keyStoreName]?.subscriptions.removeValue(forKey: key)
        }
        if collections[scope.keyStoreName]?.isEmpty == true {
            collections[scope.keyStoreName] = nil
        }
        return removed != nil
    }

    /// Ends the watch of the file, unless there are subscriptions.
    ///
    /// Without this call, an unneeded watch ends with its next look.
    ///
    /// - Parameter waits: Whether to wait until the watch has closed the file. A look may need the
    ///   writer's lock, so the caller must not hold it then.
    func endWatch(waiting waits: Bool) {
        watch.stop { !self.hasSubscriptions }
        if waits { watch.waitForEnd() }
    }

    // MARK: Changes of this process

    /// Says which sequences a transaction is about to commit, so that they are not taken for those
    /// of another process.
    ///
    /// - Parameter sequences: What it gave out.
    func willCommit(_ sequences: [NewSequences]) {
        guard !sequences.isEmpty else { return }
        state.withLock { state in
            state.committing = sequences
            guard !state.collections.isEmpty else { return }
            for new in sequences {
                state.collections[new.keyStore.name]?.ownSequences.append(new.range)
            }
        }
    }

    /// Says that the commit has failed, so that others may give out those sequences, or that nobody
    /// can tell what they are of.
    ///
    /// - Parameter sequences: What ``willCommit(_:)`` got, or some of it.
    func didNotCommit(_ sequences: [NewSequences]) {
        guard !sequences.isEmpty else { return }
        state.withLock { state in
            state.committing = []
            for new in sequences {
                state.collections[new.keyStore.name]?.ownSequences.removeAll { $0 == new.range }
            }
        }
    }

    /// Tells of a commit.
    ///
    /// Call it while the writer's lock is still held: so the news are in the order of the commits.
    ///
    /// - Parameter changes: The changed documents by the name of their collection's tables.
    func didCommit(_ changes: [String: [String]]) {
        let audience = state.withLock { state in
            state.committing = []
            return changes.flatMap { name, documentIDs in
                state.collections[name]?.absorbOwnSequences()
                return state.collections[name]?.audience(of: documentIDs) ?? []
            }
        }
        for (subscription, documentIDs) in audience { subscription.deliver(documentIDs) }
    }

    // MARK: Changes of other processes

    /// The collections that somebody wants to know of, with the sequence up to which all is told.
    var watched: [(keyStoreName: String, toldSequence: Int64)] {
        state.withLock { $0.collections.map { ($0.key, $0.value.toldSequence) } }
    }

    /// Says that a collection's sequences count from the beginning, because it was made again.
    ///
    /// - Parameters:
    ///   - name: The name of the collection's tables.
    ///   - toldSequence: Up to which of the old sequences all was told.
    func didReadAnew(_ name: String, insteadOf toldSequence: Int64) {
        state.withLock { state in
            guard state.collections[name]?.toldSequence == toldSequence else { return }
            state.collections[name]?.toldSequence = 0
        }
    }

    /// Tells of those documents in a state of the file that this process has not told of.
    ///
    /// - Parameters:
    ///   - documents: The documents behind the told sequence.
    ///   - name: The name of the collection's tables.
    ///   - sequence: The last sequence of that state.
    func didRead(
        _ documents: [(id: String, sequence: Int64)], of name: String, upTo sequence: Int64
    ) {
        let audience = state.withLock {
            state -> [(subscription: ChangeSubscription, documentIDs: [String])] in
            guard var collection = state.collections[name] else { return [] }
            defer { state.collections[name] = collection }
            let news = documents.filter { document in
                document.sequence > collection.toldSequence
                    && !collection.ownSequences.contains { $0.contains(document.sequence) }
            }
            collection.toldSequence = max(collection.toldSequence, sequence)
            // A range that is just being committed may still lie behind, and stays.
            collection.ownSequences.removeAll { $0.upperBound <= collection.toldSequence }
            return news.isEmpty ? [] : collection.audience(of: news.map(\.id))
        }
        for (subscription, documentIDs) in audience { subscription.deliver(documentIDs) }
    }
}

/// The sequences that a transaction gave out in a collection.
struct NewSequences {
    let keyStore: KeyStore
    let range: ClosedRange<Int64>
}
