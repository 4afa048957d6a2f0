public import Foundation
public import Quire

extension Collection {
    // MARK: Reading

    /// Returns a document.
    ///
    /// ```swift
    /// if let hotel = try collection.document(id: "hotel-1") {
    ///     print(hotel.string(forKey: "name") ?? "")  // Harbour House
    /// }
    /// ```
    ///
    /// - Parameter id: The ID of the document.
    /// - Returns: The document, or `nil` if it does not exist.
    /// - Throws: `NSError` with code ``CBLError/notOpen`` or ``CBLError/corruptData``.
    public func document(id: String) throws -> Document? {
        try convertingErrors { try quire.document(id: id) }
    }

    /// A fragment for a document.
    ///
    /// - Parameter id: The ID of the document.
    public subscript(id: String) -> DocumentFragment { quire[id] }

    // MARK: Saving

    /// Saves a document, replacing changes by other writers.
    ///
    /// ```swift
    /// if let hotel = try collection.document(id: "hotel-1")?.toMutable() {
    ///     hotel.setInt(130, forKey: "rate")
    ///     try collection.save(document: hotel)
    /// }
    /// ```
    ///
    /// - Parameter document: The document, which gets the new revision.
    /// - Throws: `NSError` with code ``CBLError/badDocID`` if the ID is invalid,
    ///   ``CBLError/invalidParameter`` if the document belongs to another collection,
    ///   ``CBLError/notFound`` if the document was purged, ``CBLError/notOpen``, or another code of
    ///   ``CBLError``.
    public func save(document: MutableDocument) throws {
        try convertingErrors { try quire.save(document: document) }
    }

    /// Saves a document using the given concurrency control.
    ///
    /// ```swift
    /// let saved = try collection.save(document: mutable, concurrencyControl: .failOnConflict)
    /// if !saved { print("Another writer has changed the hotel.") }
    /// ```
    ///
    /// - Parameters:
    ///   - document: The document, whose revision is compared with the stored one.
    ///   - concurrencyControl: The concurrency control.
    /// - Returns: `false` if there is a conflict.
    /// - Throws: `NSError` as ``save(document:)``.
    @discardableResult
    public func save(
        document: MutableDocument, concurrencyControl: ConcurrencyControl
    ) throws -> Bool {
        try convertingErrors {
            try quire.save(document: document, concurrencyControl: concurrencyControl)
        }
    }

    /// Saves a document, resolving conflicts with a closure.
    ///
    /// ```swift
    /// let isSaved = try collection.save(document: mutable) { mine, theirs in
    ///     mine.setInt(theirs?.int(forKey: "rate") ?? 100, forKey: "rate")
    ///     return true
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - document: The document, which gets the new revision if it is saved.
    ///   - conflictHandler: A closure that receives the document, which it can change, and the
    ///     stored one, or `nil` if that is deleted. If it returns `false`, nothing is saved.
    /// - Returns: `false` if the closure returned `false`.
    /// - Throws: `NSError` as ``save(document:)``.
    @discardableResult
    public func save(
        document: MutableDocument, conflictHandler: (MutableDocument, Document?) -> Bool
    ) throws -> Bool {
        try convertingErrors {
            try quire.save(document: document, conflictHandler: conflictHandler)
        }
    }

    // MARK: Deleting

    /// Deletes a document, leaving a tombstone.
    ///
    /// ```swift
    /// if let hotel = try collection.document(id: "hotel-2") {
    ///     try collection.delete(document: hotel)
    /// }
    /// ```
    ///
    /// - Parameter document: The document, which keeps its values and gets the revision of the
    ///   tombstone.
    /// - Throws: `NSError` with code ``CBLError/notFound`` if the document was never saved or was
    ///   purged, ``CBLError/invalidParameter`` if it belongs to another collection,
    ///   ``CBLError/notOpen``, or another code of ``CBLError``.
    public func delete(document: Document) throws {
        try convertingErrors { try quire.delete(document: document) }
    }

    /// Deletes a document using the given concurrency control.
    ///
    /// - Parameters:
    ///   - document: The document, whose revision is compared with the stored one.
    ///   - concurrencyControl: The concurrency control.
    /// - Returns: `false` if there is a conflict.
    /// - Throws: `NSError` as ``delete(document:)``.
    @discardableResult
    public func delete(
        document: Document, concurrencyControl: ConcurrencyControl
    ) throws -> Bool {
        try convertingErrors {
            try quire.delete(document: document, concurrencyControl: concurrencyControl)
        }
    }

    /// Purges a document, leaving no tombstone.
    ///
    /// - Parameter document: The document, which may be deleted. It keeps its values and has no
    ///   revision.
    /// - Throws: `NSError` as ``delete(document:)``.
    public func purge(document: Document) throws {
        try convertingErrors { try quire.purge(document: document) }
    }

    /// Purges a document, leaving no tombstone.
    ///
    /// ```swift
    /// try collection.purge(id: "hotel-1")
    /// ```
    ///
    /// - Parameter id: The ID of the document.
    /// - Throws: `NSError` with code ``CBLError/notFound`` if the document does not exist,
    ///   ``CBLError/notOpen``, or another code of ``CBLError``.
    public func purge(id: String) throws {
        try convertingErrors { try quire.purge(id: id) }
    }

    // MARK: Expiration

    /// Sets the date at which a document expires and is purged.
    ///
    /// ```swift
    /// let tomorrow = Date().addingTimeInterval(86_400)
    /// try collection.setDocumentExpiration(id: "hotel-1", expiration: tomorrow)
    /// ```
    ///
    /// - Parameters:
    ///   - id: The ID of the document.
    ///   - expiration: The date, or `nil` for no expiration.
    /// - Throws: `NSError` with code ``CBLError/notFound`` if the document does not exist,
    ///   ``CBLError/notOpen``, or another code of ``CBLError``.
    public func setDocumentExpiration(id: String, expiration: Date?) throws {
        try convertingErrors { try quire.setDocumentExpiration(id: id, expiration: expiration) }
    }

    /// Returns the date at which a document expires.
    ///
    /// - Parameter id: The ID of the document.
    /// - Returns: The date, or `nil` if the document does not expire or does not exist.
    /// - Throws: `NSError` with code ``CBLError/notOpen``.
    public func getDocumentExpiration(id: String) throws -> Date? {
        try convertingErrors { try quire.getDocumentExpiration(id: id) }
    }
}
