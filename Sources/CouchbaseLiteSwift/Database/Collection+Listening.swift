public import Dispatch
public import Quire

/// The changes of a collection by one transaction.
///
/// ```swift
/// let token = collection.addChangeListener { change in
///     print(change.collection.name, change.documentIDs)
/// }
/// token.remove()
/// ```
public struct CollectionChange: Sendable {
    /// The collection.
    public let collection: Collection

    /// The IDs of the changed documents.
    public let documentIDs: [String]
}

/// A change of a document.
///
/// ```swift
/// let hotelToken = collection.addDocumentChangeListener(id: "hotel-1") { change in
///     print(change.documentID)
/// }
/// hotelToken.remove()
/// ```
public struct DocumentChange: Sendable {
    /// The collection of the document.
    public let collection: Collection

    /// The ID of the document.
    public let documentID: String
}

/// A type that notifies listeners of changes: a collection.
///
/// ```swift
/// func logChanges(of source: any CollectionChangeObservable) -> ListenerToken {
///     source.addChangeListener { change in print(change.documentIDs) }
/// }
/// ```
public protocol CollectionChangeObservable {
    /// Adds a listener, which is called on the main queue.
    ///
    /// - Parameter listener: A closure that receives the IDs of the changed documents.
    /// - Returns: A token that removes the listener.
    @discardableResult
    func addChangeListener(listener: @escaping (CollectionChange) -> Void) -> ListenerToken

    /// Adds a listener.
    ///
    /// - Parameters:
    ///   - queue: The queue on which the listener is called, or `nil` for the main queue.
    ///   - listener: A closure that receives the IDs of the changed documents.
    /// - Returns: A token that removes the listener.
    @discardableResult
    func addChangeListener(
        queue: DispatchQueue?, listener: @escaping (CollectionChange) -> Void
    ) -> ListenerToken
}

/// A listener of a program, which need not be `Sendable`, as in Couchbase Lite.
///
/// It is sent to one queue and called only on that queue.
struct Listener<Change>: @unchecked Sendable {
    let call: (Change) -> Void
}

extension Collection: CollectionChangeObservable {
    /// Adds a listener for changes, which is called on the main queue.
    ///
    /// - Parameter listener: A closure that receives the IDs of the changed documents.
    /// - Returns: A token that removes the listener. Releasing it does not remove the listener.
    @discardableResult
    public func addChangeListener(
        listener: @escaping (CollectionChange) -> Void
    ) -> ListenerToken {
        addChangeListener(queue: nil, listener: listener)
    }

    /// Adds a listener for changes.
    ///
    /// - Parameters:
    ///   - queue: The queue on which the listener is called, or `nil` for the main queue.
    ///   - listener: A closure that receives the IDs of the changed documents.
    /// - Returns: A token that removes the listener. Releasing it does not remove the listener.
    @discardableResult
    public func addChangeListener(
        queue: DispatchQueue?, listener: @escaping (CollectionChange) -> Void
    ) -> ListenerToken {
        let listener = Listener(call: listener)
        return quire.addChangeListener(queue: queue) {
            listener.call(
                CollectionChange(
                    collection: Collection($0.collection), documentIDs: $0.documentIDs))
        }
    }

    /// Adds a listener for changes of a document, which is called on the main queue.
    ///
    /// - Parameters:
    ///   - id: The ID of the document, which need not exist.
    ///   - listener: A closure that receives the ID of the changed document.
    /// - Returns: A token that removes the listener. Releasing it does not remove the listener.
    @discardableResult
    public func addDocumentChangeListener(
        id: String, listener: @escaping (DocumentChange) -> Void
    ) -> ListenerToken {
        addDocumentChangeListener(id: id, queue: nil, listener: listener)
    }

    /// Adds a listener for changes of a document.
    ///
    /// - Parameters:
    ///   - id: The ID of the document, which need not exist.
    ///   - queue: The queue on which the listener is called, or `nil` for the main queue.
    ///   - listener: A closure that receives the ID of the changed document.
    /// - Returns: A token that removes the listener. Releasing it does not remove the listener.
    @discardableResult
    public func addDocumentChangeListener(
        id: String, queue: DispatchQueue?, listener: @escaping (DocumentChange) -> Void
    ) -> ListenerToken {
        let listener = Listener(call: listener)
        return quire.addDocumentChangeListener(id: id, queue: queue) {
            listener.call(
                DocumentChange(
                    collection: Collection($0.collection), documentID: $0.documentID))
        }
    }
}
