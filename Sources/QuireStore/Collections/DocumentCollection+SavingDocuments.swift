import Fleece

// Optimistic locking for document objects. In the transaction of a write, the store compares the
// revision of the object with the current revision of the document. This file defines what happens
// if they differ.

extension DocumentCollection {
    /// Saves a document as a new document or a new revision.
    ///
    /// The method creates a revision even if nothing changed. If another writer has changed the
    /// document since it was read, that change is overwritten.
    ///
    /// The method runs in the current transaction, or in a new one. The document object gets the
    /// new revision. If the transaction is rolled back, the object gets its previous revision back.
    ///
    /// ```swift
    /// let hotel = MutableDocument(id: "hotel-1").setString("Harbour House", forKey: "name")
    /// try collection.save(document: hotel)
    /// ```
    ///
    /// - Parameter document: The document, new or changed.
    /// - Throws: ``QuireError`` with code `badDocumentID` if the ID is empty, has more than 240
    ///   bytes, begins with an underscore or contains a control character; `corruptRevisionData` if
    ///   a reserved key was set to a value that the stored document does not have; `invalidParameter` if the document is in another collection or was
    ///   read with another ``Database`` object, or if a value cannot be stored; `notFound` if the
    ///   document was purged since it was read, or the content of a blob is missing; `notOpen`,
    ///   `notWriteable`, `busy` or `ioError`.
    /// - Complexity: O(log *n*) in the number of documents, and O(*n*) in the size of the document.
    public func save(document: MutableDocument) throws {
        try save(document: document, concurrencyControl: .lastWriteWins)
    }

    /// Saves a document using the given concurrency control.
    ///
    /// ```swift
    /// let isSaved = try collection.save(
    ///     document: hotel, concurrencyControl: .failOnConflict)
    /// ```
    ///
    /// - Parameters:
    ///   - document: The document, whose revision is compared with the stored one.
    ///   - concurrencyControl: The action if the document was changed or deleted since it was read,
    ///     or if it is new and its ID already exists.
    /// - Returns: `true` if the document was saved, or `false` if there is a conflict.
    /// - Throws: The errors of ``save(document:)``.
    /// - Complexity: O(log *n*) in the number of documents, and O(*n*) in the size of the document.
    @discardableResult
    public func save(
        document: MutableDocument, concurrencyControl: ConcurrencyControl
    ) throws -> Bool {
        try check(document)
        return try write { transaction in
            // A new document replaces any stored document with its ID. A document that was read
            // must still exist.
            let isReplacing = concurrencyControl == .lastWriteWins && document.revision == nil
            let first: RevisionPrecondition = isReplacing ? .any : document.precondition
            if try save(document, if: first, in: transaction) == nil { return true }
            guard concurrencyControl == .lastWriteWins else { return false }
            if let conflict = try save(document, if: .any, in: transaction) {
                throw conflict.error(in: location)
            }
            return true
        }
    }

    /// Saves a document and resolves conflicts with a closure.
    ///
    /// The closure receives the document to save, which it may change, and the stored document, or
    /// `nil` if that is deleted. If the closure returns `true`, the document is saved. If the
    /// stored document was changed again in the meantime, the closure is called again.
    ///
    /// The closure runs outside the transaction of the save and holds no locks. If the caller is in
    /// a transaction, the closure runs inside that transaction.
    ///
    /// ```swift
    /// let isSaved = try collection.save(document: hotel) { mine, stored in
    ///     guard let stored else { return false }
    ///     mine.setString(stored.string(forKey: "name"), forKey: "name")
    ///     return true
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - document: The document, which the closure may change.
    ///   - conflictHandler: A closure that is called if the document was changed or deleted since
    ///     it was read, or if it is new and its ID already exists. If it returns `false`, nothing
    ///     is saved.
    /// - Returns: `true` if the document was saved, or `false` if the closure returned `false`.
    /// - Throws: The errors of ``save(document:)``.
    /// - Complexity: O(log *n*) in the number of documents, and O(*n*) in the size of the document.
    @discardableResult
    public func save(
        document: MutableDocument, conflictHandler: (MutableDocument, Document?) -> Bool
    ) throws -> Bool {
        var precondition = document.precondition
        while true {
            try check(document)
            let found = try write { try save(document, if: precondition, in: $0) }
            guard let found, let current = found.current else { return true }
            // If the stored document is damaged, the conflict doesn't contain its body, and reading
            // it throws the error.
            let stored = try found.stored ?? (found.isDeleted ? nil : record(id: document.id))
            guard conflictHandler(document, stored.map { Document($0, in: self) }) else {
                return false
            }
            precondition = .revision(current.revisionID)
        }
    }

    // MARK: Helpers

    private func check(_ document: MutableDocument) throws {
        try checkOwner(of: document)
        try DocumentIDRules.check(document.id, in: location)
    }

    /// Saves a document if the stored document meets a precondition.
    ///
    /// - Returns: The conflict, or `nil` if the document was saved.
    /// - Throws: ``QuireError`` with code `notFound` if the document was purged.
    private func save(
        _ document: MutableDocument, if precondition: RevisionPrecondition,
        in transaction: StoreTransaction
    ) throws -> WriteConflict? {
        let result = try save(
            encoding: { writer in
                var contents = ContentWriter(
                    writer, puttingBlobsInto: database.blobs, isStrict: true)
                try contents.write(document.content)
                return WriteTarget(id: document.id, if: precondition)
            }, merging: { _, _, _ in false })
        switch result {
        case .saved(let saved):
            document.setRevision(DocumentRevision(saved), in: transaction.part, of: self)
            return nil
        case .conflict(let conflict) where conflict.current == nil:
            throw conflict.error(in: location)
        case .conflict(let conflict):
            return conflict
        }
    }
}

extension Document {
    /// The required state of the stored document when this document is saved.
    package var precondition: RevisionPrecondition {
        revision.map { .revision($0.id) } ?? .absent
    }
}

/// An action for a conflict: another writer has changed the document since it was read.
///
/// ```swift
/// if try !collection.save(document: hotel, concurrencyControl: .failOnConflict) {
///     print("The hotel was changed by another writer.")
/// }
/// ```
public enum ConcurrencyControl: Hashable, Sendable {
    /// Completes the write and overwrites the other change.
    case lastWriteWins
    /// Cancels the write.
    ///
    /// The call returns `false`.
    case failOnConflict
}
