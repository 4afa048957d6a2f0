public import Foundation

// The calls of Couchbase Lite before it had collections. They are those of the default collection.

extension Database {
    // MARK: Reading

    /// The number of documents in the default collection; 0 if it cannot be read.
    ///
    /// - Complexity: O(*n*) in the number of documents.
    public var count: UInt64 { (try? defaultCollection().count) ?? 0 }

    /// Returns a document of the default collection.
    ///
    /// A document that cannot be read is treated as none, and a warning is logged;
    /// ``DocumentCollection/document(id:)`` throws instead.
    ///
    /// - Parameter id: The document's ID.
    /// - Returns: The document, another object each time; `nil` if there is none.
    /// - Complexity: O(log *n*) in the number of documents, and the size of the document.
    public func document(withID id: String) -> Document? {
        loggingFailure { try defaultCollection().document(id: id) } ?? nil
    }

    /// The place of a document in the default collection.
    ///
    /// A document that cannot be read is treated as none, and a warning is logged.
    ///
    /// - Parameter id: The document's ID.
    public subscript(id: String) -> DocumentFragment { DocumentFragment(document(withID: id)) }

    /// Returns what a closure returns, or logs why there is nothing.
    func loggingFailure<R>(_ body: () throws -> R) -> R? {
        do {
            return try body()
        } catch {
            Log.warning(.database, "\(error)")
            return nil
        }
    }

    // MARK: Saving

    /// Saves a document in the default collection, as ``DocumentCollection/save(document:)`` does.
    ///
    /// - Parameter document: The document.
    /// - Throws: ``QuireError`` as ``DocumentCollection/save(document:)``.
    public func saveDocument(_ document: MutableDocument) throws {
        try defaultCollection().save(document: document)
    }

    /// Saves a document in the default collection, as
    /// ``DocumentCollection/save(document:concurrencyControl:)`` does.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - concurrencyControl: What happens if somebody else has changed it.
    /// - Returns: `false` if it was not saved because of a conflict.
    /// - Throws: ``QuireError`` as ``DocumentCollection/save(document:)``.
    @discardableResult
    public func saveDocument(
        _ document: MutableDocument, concurrencyControl: ConcurrencyControl
    ) throws -> Bool {
        try defaultCollection().save(document: document, concurrencyControl: concurrencyControl)
    }

    /// Saves a document in the default collection, as
    /// ``DocumentCollection/save(document:conflictHandler:)`` does.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - conflictHandler: A closure that resolves conflicts.
    /// - Returns: `false` if the closure gave up.
    /// - Throws: ``QuireError`` as ``DocumentCollection/save(document:)``.
    @discardableResult
    public func saveDocument(
        _ document: MutableDocument, conflictHandler: (MutableDocument, Document?) -> Bool
    ) throws -> Bool {
        try defaultCollection().save(document: document, conflictHandler: conflictHandler)
    }

    // MARK: Deleting

    /// Deletes a document of the default collection, as ``DocumentCollection/delete(document:)`` does.
    ///
    /// - Parameter document: The document.
    /// - Throws: ``QuireError`` as ``DocumentCollection/delete(document:)``.
    public func deleteDocument(_ document: Document) throws {
        try defaultCollection().delete(document: document)
    }

    /// Deletes a document of the default collection, as
    /// ``DocumentCollection/delete(document:concurrencyControl:)`` does.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - concurrencyControl: What happens if somebody else has changed it.
    /// - Returns: `false` if it was not deleted because of a conflict.
    /// - Throws: ``QuireError`` as ``DocumentCollection/delete(document:)``.
    @discardableResult
    public func deleteDocument(
        _ document: Document, concurrencyControl: ConcurrencyControl
    ) throws -> Bool {
        try defaultCollection().delete(document: document, concurrencyControl: concurrencyControl)
    }

    /// Removes a document of the default collection without a trace, as
    /// ``DocumentCollection/purge(document:)`` does.
    ///
    /// - Parameter document: The document.
    /// - Throws: ``QuireError`` as ``DocumentCollection/purge(document:)``.
    public func purgeDocument(_ document: Document) throws {
        try defaultCollection().purge(document: document)
    }

    /// Removes a document of the default collection without a trace, as
    /// ``DocumentCollection/purge(id:)`` does.
    ///
    /// - Parameter id: The document's ID.
    /// - Throws: ``QuireError`` as ``DocumentCollection/purge(id:)``.
    public func purgeDocument(withID id: String) throws {
        try defaultCollection().purge(id: id)
    }
}

// Expiration of documents of the default collection.

extension Database {
    /// Sets when a document of the default collection is deleted by itself, as
    /// ``DocumentCollection/setDocumentExpiration(id:expiration:)`` does.
    ///
    /// - Parameters:
    ///   - id: The ID of a document, which may be a deleted one.
    ///   - expiration: The time, stored in whole milliseconds, or `nil` for never.
    /// - Throws: ``QuireError`` as ``DocumentCollection/setDocumentExpiration(id:expiration:)``.
    public func setDocumentExpiration(withID id: String, expiration: Date?) throws {
        try defaultCollection().setDocumentExpiration(id: id, expiration: expiration)
    }

    /// Returns when a document of the default collection is deleted by itself.
    ///
    /// A failure is logged; ``DocumentCollection/getDocumentExpiration(id:)`` throws instead.
    ///
    /// - Parameter id: The ID of a document, which may be a deleted one.
    /// - Returns: The time, or `nil` if there is none, or no such document.
    public func getDocumentExpiration(withID id: String) -> Date? {
        loggingFailure { try defaultCollection().getDocumentExpiration(id: id) } ?? nil
    }
}
