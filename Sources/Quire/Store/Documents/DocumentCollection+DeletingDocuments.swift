extension DocumentCollection {
    // MARK: Deleting

    /// Deletes a document, leaving a tombstone that tells others of it.
    ///
    /// What was saved by others since the document was read is deleted too. It runs in the current
    /// transaction, or in one of its own. The object keeps its values and has the tombstone's
    /// revision; it can be saved again.
    ///
    /// - Parameter document: The document.
    /// - Throws: ``QuireError`` with code `notFound` if the document was never saved, or was purged;
    ///   `invalidParameter` if it is in another collection or was read through another ``Database``
    ///   object; `corruptRevisionData`, `notOpen`, `notWriteable`, `busy` or `ioError`.
    /// - Complexity: O(log *n*) in the number of documents.
    public func delete(document: Document) throws {
        try delete(document: document, concurrencyControl: .lastWriteWins)
    }

    /// Deletes a document, if need be only as long as nobody else has changed it.
    ///
    /// A document that somebody else has deleted gets no other tombstone.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - concurrencyControl: What happens if the document was changed or deleted since it was read.
    /// - Returns: `false` if it was not deleted because of a conflict.
    /// - Throws: ``QuireError`` as ``delete(document:)``.
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
                throw conflict.error(in: place)
            }
        }
    }

    // MARK: Purging

    /// Removes a document without a trace: no tombstone is left, and no other database is told.
    ///
    /// It runs in the current transaction, or in one of its own. Listeners are told. The object keeps
    /// its values and has no revision; saving it makes a new document.
    ///
    /// - Parameter document: The document, which may be a deleted one.
    /// - Throws: ``QuireError`` with code `notFound` if the document was never saved, or is not there
    ///   any more; `invalidParameter` if it is in another collection or was read through another
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
            "Document \(document.id.debugDescription) was never saved in \(place), or was purged.")
    }
}
