public import Fleece

// Access to encoded document bodies for code without models: importers, exporters, benchmarks.

extension DocumentCollection {
    /// Saves a document whose body a closure writes in Fleece.
    ///
    /// The method replaces the stored document or tombstone with the ID, regardless of its
    /// revision. If the method throws, the document is unchanged. Shared keys that the body added
    /// remain until the transaction ends.
    ///
    /// The method runs in the current transaction, or in a new one.
    ///
    /// ```swift
    /// try collection.saveBody(id: "hotel-1") { writer in
    ///     try JSONReader.read(#"{"type":"hotel","name":"Harbour House"}"#, into: writer)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - id: The document's ID.
    ///   - write: A closure that writes one dictionary. It must not keep the writer.
    /// - Returns: The ID of the new revision.
    /// - Throws: Any error that the closure throws, or ``QuireError`` with code `badDocumentID`,
    ///   `invalidParameter` if the closure writes no dictionary, `corruptRevisionData` if the
    ///   body sets a reserved key or the stored revision is damaged, `notOpen` if the database is closed, `notWriteable`, `busy`,
    ///   `ioError`.
    /// - Complexity: O(log *n*) in the number of documents, O(*n*) in the size of the body.
    @discardableResult
    public func saveBody(
        id: String, write: (FleeceWriter) throws -> Void
    ) throws -> RevisionID {
        try saveBody(id: id, if: .any, write: write)
    }

    /// Saves a document whose body a closure writes, if the stored document meets a precondition.
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
        case .conflict(let conflict): throw conflict.error(in: location)
        }
    }

    /// Returns the stored body of a document.
    ///
    /// Inside a transaction of this thread, the method reads the changes of that transaction;
    /// otherwise, it reads the last committed state. The dictionary is an immutable copy.
    ///
    /// ```swift
    /// if let hotel = try collection.body(id: "hotel-1") {
    ///     print(hotel["name"]?.string ?? "")
    /// }
    /// ```
    ///
    /// - Parameter id: The document's ID.
    /// - Returns: The body, or `nil` if the document doesn't exist or is deleted.
    /// - Throws: ``QuireError`` with code `corruptData` or `corruptRevisionData` if the document is
    ///   damaged, `notOpen` if the database is closed.
    /// - Complexity: O(log *n*) in the number of documents, O(*n*) in the size of the body.
    public func body(id: String) throws -> FleeceDictionary? {
        try record(id: id)?.body
    }

    // MARK: Package tools

    /// Saves a document if it is at the given revision, or if it doesn't exist.
    ///
    /// - Parameters:
    ///   - id: The document's ID.
    ///   - revision: The required current revision, or `nil` if the collection must not contain a
    ///     live document with the ID.
    ///   - write: A closure that writes one dictionary. It must not keep the writer.
    /// - Returns: The ID of the new revision.
    /// - Throws: The errors of ``saveBody(id:write:)``, or ``QuireError`` with code `conflict`.
    @discardableResult
    package func saveBody(
        id: String, ifRevision revision: RevisionID?, write: (FleeceWriter) throws -> Void
    ) throws -> RevisionID {
        try saveBody(id: id, if: revision.map { .revision($0) } ?? .absent, write: write)
    }

    /// Deletes a document and leaves a tombstone.
    ///
    /// - Parameter id: The document's ID.
    /// - Returns: The ID of the tombstone's revision, or `nil` if the document is already deleted.
    /// - Throws: ``QuireError`` with code `notFound` if the collection contains neither the
    ///   document nor a tombstone, or the errors of ``saveBody(id:write:)``.
    @discardableResult
    package func deleteDocument(id: String) throws -> RevisionID? {
        switch try delete(id: id, if: .any) {
        case .deleted(let revision): return revision.revisionID
        case .alreadyDeleted: return nil
        case .conflict(let conflict): throw conflict.error(in: location)
        }
    }
}
