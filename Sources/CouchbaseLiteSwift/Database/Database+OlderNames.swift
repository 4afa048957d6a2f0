public import Foundation
public import Quire

// Methods of Couchbase Lite 2, which use the default collection.

extension Database {
    /// The default collection, even if the database is closed.
    var documents: Collection { Collection(quire.uncheckedDefaultCollection) }

    // MARK: Reading

    /// The number of documents in the default collection; 0 if it cannot be read.
    public var count: UInt64 { documents.count }

    /// Returns a document of the default collection.
    ///
    /// If the document cannot be read, the error is logged.
    ///
    /// - Parameter id: The ID of the document.
    /// - Returns: The document, or `nil` if it does not exist or cannot be read.
    public func document(withID id: String) -> Document? {
        quire.loggingFailure { try quire.defaultCollection().document(id: id) } ?? nil
    }

    /// A fragment for a document of the default collection.
    ///
    /// - Parameter id: The ID of the document.
    public subscript(id: String) -> DocumentFragment { documents[id] }

    // MARK: Saving

    /// Saves a document in the default collection.
    ///
    /// - Parameter document: The document, which gets the new revision.
    /// - Throws: `NSError` as ``Collection/save(document:)``.
    public func saveDocument(_ document: MutableDocument) throws {
        try documents.save(document: document)
    }

    /// Saves a document in the default collection using the given concurrency control.
    ///
    /// - Parameters:
    ///   - document: The document, whose revision is compared with the stored one.
    ///   - concurrencyControl: The concurrency control.
    /// - Returns: `false` if there is a conflict.
    /// - Throws: `NSError` as ``Collection/save(document:)``.
    @discardableResult
    public func saveDocument(
        _ document: MutableDocument, concurrencyControl: ConcurrencyControl
    ) throws -> Bool {
        try documents.save(document: document, concurrencyControl: concurrencyControl)
    }

    /// Saves a document in the default collection, resolving conflicts with a closure.
    ///
    /// - Parameters:
    ///   - document: The document, which gets the new revision if it is saved.
    ///   - conflictHandler: The closure.
    /// - Returns: `false` if the closure returned `false`.
    /// - Throws: `NSError` as ``Collection/save(document:)``.
    @discardableResult
    public func saveDocument(
        _ document: MutableDocument, conflictHandler: (MutableDocument, Document?) -> Bool
    ) throws -> Bool {
        try documents.save(document: document, conflictHandler: conflictHandler)
    }

    // MARK: Deleting

    /// Deletes a document of the default collection.
    ///
    /// - Parameter document: The document, which keeps its values and gets the revision of the
    ///   tombstone.
    /// - Throws: `NSError` as ``Collection/delete(document:)``.
    public func deleteDocument(_ document: Document) throws {
        try documents.delete(document: document)
    }

    /// Deletes a document of the default collection using the given concurrency control.
    ///
    /// - Parameters:
    ///   - document: The document, whose revision is compared with the stored one.
    ///   - concurrencyControl: The concurrency control.
    /// - Returns: `false` if there is a conflict.
    /// - Throws: `NSError` as ``Collection/delete(document:)``.
    @discardableResult
    public func deleteDocument(
        _ document: Document, concurrencyControl: ConcurrencyControl
    ) throws -> Bool {
        try documents.delete(document: document, concurrencyControl: concurrencyControl)
    }

    /// Purges a document of the default collection.
    ///
    /// - Parameter document: The document, which may be deleted. It keeps its values and has no
    ///   revision.
    /// - Throws: `NSError` as ``Collection/purge(document:)``.
    public func purgeDocument(_ document: Document) throws {
        try documents.purge(document: document)
    }

    /// Purges a document of the default collection.
    ///
    /// - Parameter id: The ID of the document.
    /// - Throws: `NSError` as ``Collection/purge(id:)``.
    public func purgeDocument(withID id: String) throws {
        try documents.purge(id: id)
    }

    // MARK: Expiration

    /// Sets the date at which a document of the default collection expires and is purged.
    ///
    /// - Parameters:
    ///   - id: The ID of the document.
    ///   - expiration: The date, or `nil` for no expiration.
    /// - Throws: `NSError` as ``Collection/setDocumentExpiration(id:expiration:)``.
    public func setDocumentExpiration(withID id: String, expiration: Date?) throws {
        try documents.setDocumentExpiration(id: id, expiration: expiration)
    }

    /// Returns the date at which a document of the default collection expires.
    ///
    /// If the date cannot be read, the error is logged.
    ///
    /// - Parameter id: The ID of the document.
    /// - Returns: The date, or `nil` if the document does not expire or does not exist.
    public func getDocumentExpiration(withID id: String) -> Date? {
        quire.loggingFailure { try quire.defaultCollection().getDocumentExpiration(id: id) }
            ?? nil
    }
}
