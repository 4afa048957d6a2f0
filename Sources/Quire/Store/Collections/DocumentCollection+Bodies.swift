public import Fleece

// Documents as their bytes, for those who have no model: importers, exporters, benchmarks.

extension DocumentCollection {
    /// Saves a document whose properties a closure writes, straight in their stored form.
    ///
    /// It runs in the current transaction, or in one of its own. What is stored under the ID is
    /// replaced, whatever it is; a deleted document is there again. If it throws, nothing has
    /// changed, but for shared keys that the body has used, which stay until the transaction ends.
    ///
    /// - Parameters:
    ///   - id: The document's ID.
    ///   - write: A closure that writes a dictionary, and does not keep the writer.
    /// - Returns: The new revision's ID.
    /// - Throws: What the closure throws, or ``QuireError`` with code `badDocumentID`,
    ///   `invalidParameter` if the closure wrote no dictionary, `corruptRevisionData` if the stored
    ///   revision is damaged, `notOpen` if the database is closed, `notWriteable`, `busy`,
    ///   `ioError`.
    /// - Complexity: O(log *n*) in the number of documents, O(*n*) in the size of the body.
    @discardableResult
    public func saveBody(
        id: String, write: (FleeceWriter) throws -> Void
    ) throws -> RevisionID {
        try saveBody(id: id, if: .any, write: write)
    }

    /// Saves a document whose properties a closure writes, if it meets a precondition.
    func saveBody(
        id: String, if precondition: RevisionPrecondition, write: (FleeceWriter) throws -> Void
    ) throws -> RevisionID {
        let result = try save(
            encoding: { writer in
                try write(writer)
                return WriteTarget(id: id, if: precondition)
            }, merging: { _, _, _ in false })
        switch result {
        case .saved(let revision): return revision.revisionID
        case .conflict(let conflict): throw conflict.error(in: place)
        }
    }

    /// Returns a document's properties as they are stored.
    ///
    /// Inside of a transaction of this thread it sees what the transaction wrote, otherwise the
    /// last commit. The dictionary is a copy and stays as it is.
    ///
    /// - Parameter id: The document's ID.
    /// - Returns: The properties, or `nil` if there is no such document or it is deleted.
    /// - Throws: ``QuireError`` with code `corruptData` or `corruptRevisionData` if the document is
    ///   damaged, `notOpen` if the database is closed.
    /// - Complexity: O(log *n*) in the number of documents, O(*n*) in the size of the body.
    public func body(id: String) throws -> FleeceDictionary? {
        try record(id: id)?.body
    }

    // MARK: Tools of this package

    /// Saves a document that must be at a revision, or must not be there.
    ///
    /// - Parameters:
    ///   - id: The document's ID.
    ///   - revision: The revision that it must be at; `nil` if there must be no live document.
    ///   - write: A closure that writes a dictionary, and does not keep the writer.
    /// - Returns: The new revision's ID.
    /// - Throws: As ``saveBody(id:write:)``, or ``QuireError`` with code `conflict`.
    @discardableResult
    package func saveBody(
        id: String, ifRevision revision: RevisionID?, write: (FleeceWriter) throws -> Void
    ) throws -> RevisionID {
        try saveBody(id: id, if: revision.map { .revision($0) } ?? .absent, write: write)
    }

    /// Deletes a document, leaving a tombstone.
    ///
    /// - Parameter id: The document's ID.
    /// - Returns: The tombstone's revision, or `nil` if the document is deleted already.
    /// - Throws: ``QuireError`` with code `notFound` if there is no such document, not even a
    ///   deleted one; as ``saveBody(id:write:)`` otherwise.
    @discardableResult
    package func deleteDocument(id: String) throws -> RevisionID? {
        switch try delete(id: id, if: .any) {
        case .deleted(let revision): return revision.revisionID
        case .alreadyDeleted: return nil
        case .conflict(let conflict): throw conflict.error(in: place)
        }
    }
}
