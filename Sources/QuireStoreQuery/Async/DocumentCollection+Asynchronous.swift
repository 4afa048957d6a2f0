public import Foundation

// Asynchronous forms of the calls for which Couchbase Lite has names. Their labels are the same.
//
// A document object is not Sendable. A nonisolated asynchronous method accepts only objects that no
// actor and no other task can use, and its caller is suspended while the thread of the database
// uses the object.

extension DocumentCollection {
    // MARK: Documents

    /// Returns the document with the given ID.
    ///
    /// The asynchronous form of ``document(id:)``.
    ///
    /// ```swift
    /// if let hotel = try await collection.load(id: "hotel-1")?.toMutable() {
    ///     hotel.setInt(4, forKey: "stars")
    ///     try await collection.store(document: hotel)
    /// }
    /// ```
    ///
    /// - Parameter id: The document's ID.
    /// - Returns: A new document object, or `nil` if the document doesn't exist or is deleted.
    /// - Throws: `CancellationError`, and the errors of ``document(id:)``.
    public func load(id: String) async throws -> sending Document? {
        let record = try await database.reading { try self.record(id: id) }
        return record.map { Document($0, in: self) }
    }

    /// Saves a document as a new document or a new revision.
    ///
    /// The asynchronous form of ``save(document:)``.
    ///
    /// - Parameter document: The document, which receives the new revision.
    /// - Throws: `CancellationError`, and the errors of ``save(document:)``.
    public func store(document: MutableDocument) async throws {
        nonisolated(unsafe) let document = document
        try await database.writing { try self.save(document: document) }
    }

    /// Saves a document using the given concurrency control.
    ///
    /// The asynchronous form of ``save(document:concurrencyControl:)``.
    ///
    /// - Parameters:
    ///   - document: The document, which receives the new revision.
    ///   - concurrencyControl: The action if the document was changed or deleted since it was read,
    ///     or if it is new and its ID already exists.
    /// - Returns: `true` if the document was saved, or `false` if there is a conflict.
    /// - Throws: `CancellationError`, and the errors of ``save(document:)``.
    @discardableResult
    public func store(
        document: MutableDocument, concurrencyControl: ConcurrencyControl
    ) async throws -> Bool {
        nonisolated(unsafe) let document = document
        return try await database.writing {
            try self.save(document: document, concurrencyControl: concurrencyControl)
        }
    }

    /// Saves a document and resolves conflicts with a closure.
    ///
    /// The asynchronous form of ``save(document:conflictHandler:)``.
    ///
    /// - Parameters:
    ///   - document: The document, which receives the new revision.
    ///   - conflictHandler: A closure that is called on a thread of the database if the document
    ///     was changed or deleted since it was read, or if it is new and its ID already exists. If
    ///     it returns `false`, nothing is saved.
    /// - Returns: `true` if the document was saved, or `false` if the closure returned `false`.
    /// - Throws: `CancellationError`, and the errors of ``save(document:)``.
    @discardableResult
    public func store(
        document: MutableDocument,
        conflictHandler: @escaping @Sendable (MutableDocument, Document?) -> Bool
    ) async throws -> Bool {
        nonisolated(unsafe) let document = document
        return try await database.writing {
            try self.save(document: document, conflictHandler: conflictHandler)
        }
    }

    /// Deletes a document and leaves a tombstone.
    ///
    /// The asynchronous form of ``delete(document:)``.
    ///
    /// - Parameter document: The document, which receives the revision of the tombstone.
    /// - Throws: `CancellationError`, and the errors of ``delete(document:)``.
    public func remove(document: Document) async throws {
        nonisolated(unsafe) let document = document
        try await database.writing { try self.delete(document: document) }
    }

    /// Deletes a document using the given concurrency control.
    ///
    /// The asynchronous form of ``delete(document:concurrencyControl:)``.
    ///
    /// - Parameters:
    ///   - document: The document, which receives the revision of the tombstone.
    ///   - concurrencyControl: The action if the document was changed or deleted since it was read.
    /// - Returns: `true` if the document is deleted, or `false` if there is a conflict.
    /// - Throws: `CancellationError`, and the errors of ``delete(document:)``.
    @discardableResult
    public func remove(
        document: Document, concurrencyControl: ConcurrencyControl
    ) async throws -> Bool {
        nonisolated(unsafe) let document = document
        return try await database.writing {
            try self.delete(document: document, concurrencyControl: concurrencyControl)
        }
    }

    /// Purges a document without leaving a tombstone.
    ///
    /// The asynchronous form of ``purge(document:)``.
    ///
    /// - Parameter document: A document, which may be deleted.
    /// - Throws: `CancellationError`, and the errors of ``purge(document:)``.
    public func erase(document: Document) async throws {
        nonisolated(unsafe) let document = document
        try await database.writing { try self.purge(document: document) }
    }

    /// Purges the document with the given ID without leaving a tombstone.
    ///
    /// The asynchronous form of ``purge(id:)``.
    ///
    /// - Parameter id: The document's ID.
    /// - Throws: `CancellationError`, and the errors of ``purge(id:)``.
    public func erase(id: String) async throws {
        try await database.writing { try self.purge(id: id) }
    }

    // MARK: Expiration

    /// Sets the date at which a document expires and is purged.
    ///
    /// The asynchronous form of ``setDocumentExpiration(id:expiration:)``.
    ///
    /// - Parameters:
    ///   - id: The document's ID.
    ///   - expiration: The date, or `nil` if the document does not expire.
    /// - Throws: `CancellationError`, and the errors of
    ///   ``setDocumentExpiration(id:expiration:)``.
    public func storeExpiration(id: String, expiration: Date?) async throws {
        try await database.writing {
            try self.setDocumentExpiration(id: id, expiration: expiration)
        }
    }

    /// Returns the date at which a document expires and is purged.
    ///
    /// The asynchronous form of ``getDocumentExpiration(id:)``.
    ///
    /// - Parameter id: The document's ID.
    /// - Returns: The date, or `nil` if the document does not expire or does not exist.
    /// - Throws: `CancellationError`, and the errors of ``getDocumentExpiration(id:)``.
    public func loadExpiration(id: String) async throws -> Date? {
        try await database.reading { try self.getDocumentExpiration(id: id) }
    }

    // MARK: Indexes

    /// Creates an index, unless the same index exists.
    ///
    /// The asynchronous form of ``createIndex(withName:config:)``.
    ///
    /// - Parameters:
    ///   - name: The name of the index within the collection.
    ///   - config: The definition of the index.
    /// - Throws: `CancellationError`, and the errors of ``createIndex(withName:config:)``.
    public func addIndex(withName name: String, config: any IndexConfiguration) async throws {
        try await database.writing { try self.createIndex(withName: name, config: config) }
    }

    /// Deletes an index.
    ///
    /// The asynchronous form of ``deleteIndex(forName:)``.
    ///
    /// - Parameter name: The index's name.
    /// - Throws: `CancellationError`, and the errors of ``deleteIndex(forName:)``.
    public func removeIndex(forName name: String) async throws {
        try await database.writing { try self.deleteIndex(forName: name) }
    }

    /// Returns the names of the collection's indexes.
    ///
    /// The asynchronous form of ``indexes()``.
    ///
    /// - Returns: The names, sorted.
    /// - Throws: `CancellationError`, and the errors of ``indexes()``.
    public func loadIndexes() async throws -> [String] {
        try await database.reading { try self.indexes() }
    }

    /// Returns how many documents an index of vectors contains.
    ///
    /// The asynchronous form of ``nearestIndexStatus(named:)``.
    ///
    /// - Parameter name: The index's name.
    /// - Returns: The status, or `nil` if the collection does not have an index of vectors with the name.
    /// - Throws: `CancellationError`, and the errors of ``nearestIndexStatus(named:)``.
    public func loadNearestIndexStatus(
        named name: String
    ) async throws -> NearestIndexStatus? {
        try await database.reading { try self.nearestIndexStatus(named: name) }
    }
}
