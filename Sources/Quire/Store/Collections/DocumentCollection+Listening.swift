public import Dispatch

// One event a transaction. What it is about is committed, and readers see it. It comes in the order
// of the commits, also of those that other objects and other processes make. Of what other processes
// purge nobody tells.

extension DocumentCollection {
    // MARK: Listeners

    /// Calls a closure after every transaction that changed documents of the collection.
    ///
    /// Of a transaction that is under way it is told as a whole at its end. Changes by other processes
    /// are noticed within about a tenth of a second, but for documents that they purge. The listener
    /// goes on until its token ends it or the database object is closed, also if the token is let go.
    ///
    /// - Parameters:
    ///   - queue: Where the closure is called, or `nil` for the main queue.
    ///   - listener: A closure that gets the IDs of the changed documents.
    /// - Returns: A token that ends the listener. It does nothing if the database is closed.
    @discardableResult
    public func addChangeListener(
        queue: DispatchQueue? = nil, listener: @escaping @Sendable (CollectionChange) -> Void
    ) -> ListenerToken {
        token(
            subscribe(to: nil, queue: queue ?? .main) { collection, documentIDs in
                listener(CollectionChange(collection: collection, documentIDs: documentIDs))
            })
    }

    /// Calls a closure after every transaction that changed a document.
    ///
    /// It is as ``addChangeListener(queue:listener:)``, for one document, which need not be there.
    ///
    /// - Parameters:
    ///   - id: The document's ID.
    ///   - queue: Where the closure is called, or `nil` for the main queue.
    ///   - listener: A closure that is told of the change.
    /// - Returns: A token that ends the listener. It does nothing if the database is closed.
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

    /// Returns the changes of the collection from now on, one element a transaction.
    ///
    /// They are kept until they are fetched. The sequence ends when the database object is closed;
    /// leaving the loop or cancelling the task ends the listening.
    ///
    /// - Returns: A sequence for one task. It is empty if the database is closed.
    public func changes() -> AsyncStream<CollectionChange> {
        stream(of: nil) { CollectionChange(collection: $0, documentIDs: $1) }
    }

    /// Returns the changes of a document from now on, one element a transaction.
    ///
    /// It is as ``changes()``, for one document, which need not be there.
    ///
    /// - Parameter id: The document's ID.
    /// - Returns: A sequence for one task. It is empty if the database is closed.
    public func changes(ofDocument id: String) -> AsyncStream<DocumentChange> {
        stream(of: id) { collection, _ in
            DocumentChange(collection: collection, documentID: id)
        }
    }

    /// Returns the changes of the collection from now on, as the IDs of the changed documents.
    func changedDocumentIDs() -> AsyncStream<[String]> { stream(of: nil) { $1 } }

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
    ///   - documentID: The one document, or `nil` for all of the collection.
    ///   - queue: Where to call `body`, or `nil` to call it while the writer's lock is held.
    ///   - onEnd: Called once when the subscription ends.
    ///   - body: Gets the collection and the IDs of the changed documents.
    /// - Returns: The subscription, or `nil` if the database is closed.
    func subscribe(
        to documentID: String?, queue: DispatchQueue?, onEnd: @escaping @Sendable () -> Void = {},
        body: @escaping @Sendable (DocumentCollection, [String]) -> Void
    ) -> ChangeSubscription? {
        let subscription = ChangeSubscription(
            ChangeSubscription.Scope(keyStoreName: keyStore.name, documentID: documentID),
            owner: ObjectIdentifier(database), queue: queue, onEnd: onEnd,
            // Not retained: a database that nobody holds any longer is closed.
            body: { [weak database, identity] documentIDs in
                guard let database else { return }
                body(DocumentCollection(database: database, name: identity), documentIDs)
            })
        return database.add(subscription, toldSequence: lastCommittedSequence) ? subscription : nil
    }

    private var lastCommittedSequence: Int64 {
        let sequence = try? database.read { connection in
            try KeyStoreState(reading: keyStore, on: connection.sqlite).lastSequence
        }
        return sequence ?? 0
    }

    private func token(_ subscription: ChangeSubscription?) -> ListenerToken {
        let feed = database.file.changes
        return ListenerToken {
            if let subscription { feed.remove(subscription) }
        }
    }
}

/// What one transaction changed in a collection.
public struct CollectionChange: Sendable {
    /// The collection.
    public let collection: DocumentCollection

    /// The IDs of the documents that were saved, deleted, purged or have expired, each once, in the
    /// order of their first change.
    public let documentIDs: [String]
}

/// That a transaction changed a document.
public struct DocumentChange: Sendable {
    /// The collection that the document is in.
    public let collection: DocumentCollection

    /// The document's ID.
    public let documentID: String
}
