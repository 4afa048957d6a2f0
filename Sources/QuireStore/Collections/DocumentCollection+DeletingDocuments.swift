extension DocumentCollection {
    // MARK: Deleting

    /// Deletes a document and leaves a tombstone.
    ///
    /// The document is deleted even if another writer has changed it since it was read. The method
    /// runs in the current transaction, or in a new one. The document object keeps its values and
    /// gets the revision of the tombstone. You can save it again.
    ///
    /// ```swift
    /// if let hotel = try collection.document(id: "hotel-42") {
    ///     try collection.delete(document: hotel)
    /// }
    /// ```
    ///
    /// - Parameter document: The document. Its unsaved changes are not stored.
    /// - Throws: ``QuireError`` with code `notFound` if the document was never saved, or was
    ///   purged; `invalidParameter` if it is in another collection or was read with another
    ///   ``Database`` object; `corruptRevisionData`, `notOpen`, `notWriteable`, `busy` or
    ///   `ioError`.
    /// - Complexity: O(log *n*) in the number of documents.
    public func delete(document: Document) throws {
        try delete(document: document, concurrencyControl: .lastWriteWins)
    }

    /// Deletes a document using the given concurrency control.
    ///
    /// If the document is already deleted, no further tombstone is created. The method runs in the
    /// current transaction, or in a new one.
    ///
    /// ```swift
    /// let isDeleted = try collection.delete(
    ///     document: hotel, concurrencyControl: .failOnConflict)
    /// ```
    ///
    /// - Parameters:
    ///   - document: The document, whose revision is compared with the stored one.
    ///   - concurrencyControl: The action if the document was changed or deleted since it was read.
    /// - Returns: `true` if the document is deleted, or `false` if there is a conflict.
    /// - Throws: The errors of ``delete(document:)``.
    /// - Complexity: O(log *n*) in the number of documents.
    @discardableResult
    public func delete(
        document: Document, concurrencyControl: ConcurrencyControl
    ) throws -> Bool {
        try checkOwner(of: document)
        guard let revision = document.revision else { throw neverSaved(document) }
        return try write { transaction in
            var result = try delete(id: document.id, if: .revision(revision.id))
            if case .conflict(let conflict) = result, conflict.current != nil {
                guard concurrencyControl == .lastWriteWins else { return false }
                result = try delete(id: document.id, if: .any)
            }
            switch result {
            case .deleted(let tombstone), .alreadyDeleted(let tombstone):
                document.setRevision(DocumentRevision(tombstone), in: transaction.part, of: self)
                return true
            case .conflict(let conflict):
                throw conflict.error(in: location)
            }
        }
    }

    // MARK: Purging

    /// Purges a document without leaving a tombstone.
    ///
    /// Other databases are not informed of the purge, but change listeners are notified. The method
    /// runs in the current transaction, or in a new one. The document object keeps its values and
    /// has no revision. Saving it creates a new document.
    ///
    /// - Parameter document: A document, which may be deleted.
    /// - Throws: ``QuireError`` with code `notFound` if the document was never saved, or no longer
    ///   exists; `invalidParameter` if it is in another collection or was read with another
    ///   ``Database`` object; `notOpen`, `notWriteable`, `busy` or `ioError`.
    /// - Complexity: O(log *n*) in the number of documents.
    public func purge(document: Document) throws {
        try checkOwner(of: document)
        guard document.revision != nil else { throw neverSaved(document) }
        try write { transaction in
            try purge(id: document.id)
            document.setRevision(nil, in: transaction.part, of: self)
        }
    }

    private func neverSaved(_ document: Document) -> QuireError {
        QuireError(
            .notFound,
            "Document \(document.id.debugDescription) was never saved in \(location), or was purged."
        )
    }
}
