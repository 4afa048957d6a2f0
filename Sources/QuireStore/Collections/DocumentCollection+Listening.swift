public import Dispatch

// A subscription receives one event for each transaction, after the commit, when readers can see
// the changes. Events arrive in commit order and include commits of other database objects and
// processes. Purges by other processes are not reported.

extension DocumentCollection {
    // MARK: Listeners

    /// Adds a listener for changes to the collection's documents.
    ///
    /// The listener is called once after each transaction that changed documents of the collection.
    /// If a transaction is in progress, the listener receives all of its changes when it commits.
    /// Changes by other processes are detected within about 0.1 seconds, except for purged
    /// documents.
    ///
    /// The listener remains active until you remove it with its token or close the database object.
    /// Releasing the token does not remove the listener.
    ///
    /// ```swift
    /// let token = collection.addChangeListener { change in
    ///     print("changed:", change.documentIDs)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - queue: The queue on which the listener is called, or `nil` for the main queue.
    ///   - listener: A closure that receives the IDs of the changed documents.
    /// - Returns: A token that removes the listener. If the database is closed, no listener is
    ///   added and the token does nothing.
    @discardableResult
    public func addChangeListener(
        queue: DispatchQueue? = nil, listener: @escaping @Sendable (CollectionChange) -> Void
    ) -> ListenerToken {
        token(
            subscribe(to: nil, queue: queue ?? .main) { collection, documentIDs in
                listener(CollectionChange(collection: collection, documentIDs: documentIDs))
            })
    }

    /// Adds a listener for changes to one document.
    ///
    /// The method works like ``addChangeListener(queue:listener:)``. The document doesn't need to
    /// exist.
    ///
    /// ```swift
    /// let token = collection.addDocumentChangeListener(id: "hotel-42") { change in
    ///     print(change.documentID, "was changed")
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - id: The document's ID.
    ///   - queue: The queue on which the listener is called, or `nil` for the main queue.
    ///   - listener: A closure that receives the change.
    /// - Returns: A token that removes the listener. If the database is closed, no listener is
    ///   added and the token does nothing.
    @discardableResult
    public func addDocumentChangeListener(
        id: String, queue: DispatchQueue? = nil,
        listener: @escaping @Sendable (DocumentChange) -> Void
    ) -> ListenerToken {
        token(
            subscribe(to: id, queue: queue ?? .main) { collection, _ in
                listener(DocumentChange(collection: collection, documentID: id))
            })
    }

    // MARK: Sequences

    /// Returns a sequence of the collection's changes, with one element for each transaction.
    ///
    /// The sequence begins with the next commit and buffers changes until they are consumed. It
    /// ends when the database object is closed. Leave the loop or cancel the task to stop
    /// observing.
    ///
    /// ```swift
    /// let task = Task {
    ///     for await change in collection.changes() {
    ///         print("changed:", change.documentIDs)
    ///     }
    /// }
    /// ```
    ///
    /// - Returns: A sequence for a single task. The sequence is empty if the database is closed.
    public func changes() -> AsyncStream<CollectionChange> {
        stream(of: nil) { CollectionChange(collection: $0, documentIDs: $1) }
    }

    /// Returns a sequence of a document's changes, with one element for each transaction.
    ///
    /// The method works like ``changes()``. The document doesn't need to exist.
    ///
    /// ```swift
    /// let task = Task {
    ///     for await change in collection.changes(ofDocument: "hotel-42") {
    ///         print(change.documentID, "was changed")
    ///     }
    /// }
    /// ```
    ///
    /// - Parameter id: The document's ID.
    /// - Returns: A sequence for a single task. The sequence is empty if the database is closed.
    public func changes(ofDocument id: String) -> AsyncStream<DocumentChange> {
        stream(of: id) { collection, _ in
            DocumentChange(collection: collection, documentID: id)
        }
    }

    /// Returns a sequence with the IDs of the documents that each transaction changed.
    package func changedDocumentIDs() -> AsyncStream<[String]> { stream(of: nil) { $1 } }

    private func stream<Change: Sendable>(
        of documentID: String?,
        change: @escaping @Sendable (DocumentCollection, [String]) -> Change
    ) -> AsyncStream<Change> {
        AsyncStream { continuation in
            let subscription = subscribe(
                to: documentID, queue: nil, onEnd: { continuation.finish() },
                body: { continuation.yield(change($0, $1)) })
            guard let subscription else { return continuation.finish() }
            let feed = database.file.changes
            continuation.onTermination = { _ in feed.remove(subscription) }
        }
    }

    // MARK: Subscriptions

    /// Subscribes to changes.
    ///
    /// - Parameters:
    ///   - documentID: The ID of the document to observe, or `nil` for the whole collection.
    ///   - queue: The queue on which `body` is called, or `nil` to call it while the writer lock is
    ///     held.
    ///   - onEnd: A closure that is called once when the subscription ends.
    ///   - body: A closure that receives the collection and the IDs of the changed documents.
    /// - Returns: The subscription, or `nil` if the database is closed.
    func subscribe(
        to documentID: String?, queue: DispatchQueue?, onEnd: @escaping @Sendable () -> Void = {},
        body: @escaping @Sendable (DocumentCollection, [String]) -> Void
    ) -> ChangeSubscription? {
        subscribeToPositions(to: documentID, queue: queue, onEnd: onEnd) { collection, ids, _ in
            body(collection, ids)
        }
    }

    /// Subscribes to changes, with a closure that also receives the positions of notifications.
    package func subscribeToPositions(
        to documentID: String?, queue: DispatchQueue?, onEnd: @escaping @Sendable () -> Void,
        body: @escaping @Sendable (DocumentCollection, [String], FeedPosition) -> Void
    ) -> ChangeSubscription? {
        let subscription = ChangeSubscription(
            ChangeSubscription.Scope(tablesName: tables.name, documentID: documentID),
            owner: ObjectIdentifier(database), queue: queue, onEnd: onEnd,
            // The subscription doesn't retain the database, which closes when its last owner
            // releases it.
            body: { [weak database, identity] documentIDs, position in
                guard let database else { return }
                body(DocumentCollection(database: database, name: identity), documentIDs, position)
            })
        let sequence = lastCommittedSequence
        guard database.add(subscription, publishedSequence: sequence) else { return nil }
        if sequence == nil {
            // The database may have been resumed before the subscription was added.
            database.file.changes.setUnknownSequences {
                $0 == tables.name ? lastCommittedSequence : nil
            }
        }
        return subscription
    }

    /// The last committed sequence, 0 if it cannot be read, or `nil` if the database is suspended.
    private var lastCommittedSequence: Int64? {
        do {
            return try database.read { connection in
                try CollectionTablesState(reading: tables, on: connection.sqlite).lastSequence
            }
        } catch QuireError.Code.suspended {
            return nil
        } catch {
            return 0
        }
    }

    private func token(_ subscription: ChangeSubscription?) -> ListenerToken {
        let feed = database.file.changes
        return ListenerToken {
            if let subscription { feed.remove(subscription) }
        }
    }
}

/// The changes that one transaction made to a collection.
///
/// ```swift
/// let token = collection.addChangeListener { change in
///     for id in change.documentIDs {
///         print(id, change.collection[id].exists ? "was saved" : "was removed")
///     }
/// }
/// ```
public struct CollectionChange: Sendable {
    /// The collection.
    public let collection: DocumentCollection

    /// The IDs of the documents that were saved, deleted or purged, or that expired.
    ///
    /// Each ID occurs once, in the order of the first changes.
    public let documentIDs: [String]
}

/// A notification that a transaction changed a document.
///
/// ```swift
/// let token = collection.addDocumentChangeListener(id: "hotel-42") { change in
///     print(change.collection[change.documentID]["name"].string ?? "")
/// }
/// ```
public struct DocumentChange: Sendable {
    /// The collection that contains the document.
    public let collection: DocumentCollection

    /// The document's ID.
    public let documentID: String
}
