public import Dispatch
public import Quire

// Methods of Couchbase Lite 2, which use the default collection.

/// A change of the default collection.
///
/// ```swift
/// let listener: (DatabaseChange) -> Void = { change in print(change.documentIDs) }
/// let token = database.addChangeListener(listener)
/// ```
public typealias DatabaseChange = CollectionChange

extension CollectionChange {
    /// The database.
    public var database: Database { collection.database }
}

extension DocumentChange {
    /// The database.
    public var database: Database { collection.database }
}

extension Database {
    /// Adds a listener for changes of the default collection, which is called on the main queue.
    ///
    /// - Parameter listener: A closure that receives the IDs of the changed documents.
    /// - Returns: A token that removes the listener.
    @discardableResult
    public func addChangeListener(
        _ listener: @escaping (DatabaseChange) -> Void
    ) -> ListenerToken {
        documents.addChangeListener(queue: nil, listener: listener)
    }

    /// Adds a listener for changes of the default collection.
    ///
    /// - Parameters:
    ///   - queue: The queue on which the listener is called, or `nil` for the main queue.
    ///   - listener: A closure that receives the IDs of the changed documents.
    /// - Returns: A token that removes the listener.
    @discardableResult
    public func addChangeListener(
        withQueue queue: DispatchQueue?, _ listener: @escaping (DatabaseChange) -> Void
    ) -> ListenerToken {
        documents.addChangeListener(queue: queue, listener: listener)
    }

    /// Adds a listener for changes of a document of the default collection, which is called on the
    /// main queue.
    ///
    /// - Parameters:
    ///   - id: The ID of the document.
    ///   - listener: A closure that receives the ID of the changed document.
    /// - Returns: A token that removes the listener.
    @discardableResult
    public func addDocumentChangeListener(
        withID id: String, listener: @escaping (DocumentChange) -> Void
    ) -> ListenerToken {
        documents.addDocumentChangeListener(id: id, queue: nil, listener: listener)
    }

    /// Adds a listener for changes of a document of the default collection.
    ///
    /// - Parameters:
    ///   - id: The ID of the document.
    ///   - queue: The queue on which the listener is called, or `nil` for the main queue.
    ///   - listener: A closure that receives the ID of the changed document.
    /// - Returns: A token that removes the listener.
    @discardableResult
    public func addDocumentChangeListener(
        withID id: String, queue: DispatchQueue?, listener: @escaping (DocumentChange) -> Void
    ) -> ListenerToken {
        documents.addDocumentChangeListener(id: id, queue: queue, listener: listener)
    }
}
