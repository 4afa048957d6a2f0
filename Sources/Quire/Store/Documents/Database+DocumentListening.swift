public import Dispatch

/// What one transaction changed in a database, by the name of the first versions.
public typealias DatabaseChange = CollectionChange

extension CollectionChange {
    /// The database.
    public var database: Database { collection.database }
}

extension DocumentChange {
    /// The database.
    public var database: Database { collection.database }
}

// Changes of documents of the default collection. A listener goes on until its token ends it or the
// database object is closed, also if the token is let go.

extension Database {
    /// Calls a closure on the main queue after every transaction that changed documents of the
    /// default collection, as ``DocumentCollection/addChangeListener(queue:listener:)`` does.
    ///
    /// - Parameter listener: A closure that gets the IDs of the changed documents.
    /// - Returns: A token that ends the listener. It does nothing if the database is closed.
    @discardableResult
    public func addChangeListener(
        _ listener: @escaping @Sendable (DatabaseChange) -> Void
    ) -> ListenerToken {
        addChangeListener(withQueue: nil, listener)
    }

    /// Calls a closure after every transaction that changed documents of the default collection, as
    /// ``DocumentCollection/addChangeListener(queue:listener:)`` does.
    ///
    /// - Parameters:
    ///   - queue: Where the closure is called, or `nil` for the main queue.
    ///   - listener: A closure that gets the IDs of the changed documents.
    /// - Returns: A token that ends the listener. It does nothing if the database is closed.
    @discardableResult
    public func addChangeListener(
        withQueue queue: DispatchQueue?, _ listener: @escaping @Sendable (DatabaseChange) -> Void
    ) -> ListenerToken {
        token { $0.addChangeListener(queue: queue, listener: listener) }
    }

    /// Calls a closure on the main queue after every transaction that changed a document of the
    /// default collection.
    ///
    /// - Parameters:
    ///   - id: The ID of a document, which need not be there.
    ///   - listener: A closure that is told of the change.
    /// - Returns: A token that ends the listener. It does nothing if the database is closed.
    @discardableResult
    public func addDocumentChangeListener(
        withID id: String, listener: @escaping @Sendable (DocumentChange) -> Void
    ) -> ListenerToken {
        addDocumentChangeListener(withID: id, queue: nil, listener: listener)
    }

    /// Calls a closure after every transaction that changed a document of the default collection.
    ///
    /// - Parameters:
    ///   - id: The ID of a document, which need not be there.
    ///   - queue: Where the closure is called, or `nil` for the main queue.
    ///   - listener: A closure that is told of the change.
    /// - Returns: A token that ends the listener. It does nothing if the database is closed.
    @discardableResult
    public func addDocumentChangeListener(
        withID id: String, queue: DispatchQueue?,
        listener: @escaping @Sendable (DocumentChange) -> Void
    ) -> ListenerToken {
        token { $0.addDocumentChangeListener(id: id, queue: queue, listener: listener) }
    }

    private func token(_ add: (DocumentCollection) -> ListenerToken) -> ListenerToken {
        guard let collection = try? defaultCollection() else { return ListenerToken {} }
        return add(collection)
    }
}
