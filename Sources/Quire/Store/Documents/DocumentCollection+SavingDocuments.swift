import Fleece

// Of two who change a document the second one learns of the first: the store compares the revision
// that the object was read at with the stored one, in the transaction that writes. What then happens
// is decided here.

extension DocumentCollection {
    /// Saves a document: a new one, or a new revision, also of what has not changed.
    ///
    /// What was saved by others since the document was read is replaced. It runs in the current
    /// transaction, or in one of its own. The object has the new revision then; if the transaction is
    /// rolled back, it has the one from before.
    ///
    /// - Parameter document: The document.
    /// - Throws: ``QuireError`` with code `badDocumentID` if the ID is empty, has more than 240 bytes,
    ///   begins with an underscore or holds a control character; `corruptRevisionData` if a reserved
    ///   key was set; `invalidParameter` if the document is in another collection or was read through
    ///   another ``Database`` object, or if a value has no stored form; `notFound` if the document was
    ///   purged since it was read, or the content of a blob is missing; `notOpen`, `notWriteable`,
    ///   `busy` or `ioError`.
    /// - Complexity: O(log *n*) in the number of documents, and the size of the document.
    public func save(document: MutableDocument) throws {
        try save(document: document, concurrencyControl: .lastWriteWins)
    }

    /// Saves a document, if need be only as long as nobody else has changed it.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - concurrencyControl: What happens if the document was changed or deleted since it was read,
    ///     or if it is new and there is one of its ID.
    /// - Returns: `false` if it was not saved because of a conflict.
    /// - Throws: ``QuireError`` as ``save(document:)``.
    /// - Complexity: O(log *n*) in the number of documents, and the size of the document.
    @discardableResult
    public func save(
        document: MutableDocument, concurrencyControl: ConcurrencyControl
    ) throws -> Bool {
        try check(document)
        return try write { transaction in
            // A new document replaces whatever there is; one that was read must still exist.
            let isReplacing = concurrencyControl == .lastWriteWins && document.revision == nil
            let first: RevisionPrecondition = isReplacing ? .any : document.precondition
            if try save(document, first, transaction) == nil { return true }
            guard concurrencyControl == .lastWriteWins else { return false }
            if let conflict = try save(document, .any, transaction) {
                throw conflict.error(in: place)
            }
            return true
        }
    }

    /// Saves a document, letting a closure resolve conflicts.
    ///
    /// The closure gets the document, which it may change, and the stored one, `nil` if that is
    /// deleted. If it returns `true`, the document is saved, unless yet another change came between:
    /// then the closure is called again. It runs outside of the transaction and of every lock; only
    /// inside of a transaction of the caller's it is a part of that.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - conflictHandler: A closure that is called if the document was changed or deleted since it
    ///     was read, or if it is new and there is one of its ID. If it returns `false`, nothing is
    ///     saved.
    /// - Returns: `false` if the closure gave up.
    /// - Throws: ``QuireError`` as ``save(document:)``.
    /// - Complexity: O(log *n*) in the number of documents, and the size of the document.
    @discardableResult
    public func save(
        document: MutableDocument, conflictHandler: (MutableDocument, Document?) -> Bool
    ) throws -> Bool {
        var precondition = document.precondition
        while true {
            try check(document)
            let found = try write { try save(document, precondition, $0) }
            guard let found, let current = found.current else { return true }
            // The body of a damaged document is not in the conflict; reading it throws the error.
            let stored = try found.stored ?? (found.isDeleted ? nil : record(id: document.id))
            guard conflictHandler(document, stored.map { Document($0, in: self) }) else {
                return false
            }
            precondition = .revision(current.revisionID)
        }
    }

    // MARK: Parts

    private func check(_ document: MutableDocument) throws {
        try checkOwner(of: document)
        try DocumentIDRules.check(document.id, in: place)
        try checkReservedKeys(of: document)
    }

    /// Saves a document, if it meets a precondition.
    ///
    /// - Returns: The conflict, or `nil` if the document was saved.
    /// - Throws: ``QuireError`` with code `notFound` if the document was purged.
    private func save(
        _ document: MutableDocument, _ precondition: RevisionPrecondition,
        _ transaction: StoreTransaction
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
            throw conflict.error(in: place)
        case .conflict(let conflict):
            return conflict
        }
    }
}

extension Document {
    /// The state that the stored document must be in when this one is saved.
    var precondition: RevisionPrecondition {
        revision.map { .revision($0.id) } ?? .absent
    }
}

/// What happens when a document was changed by somebody else since it was read.
public enum ConcurrencyControl: Hashable, Sendable {
    /// The change goes through, and what the other one wrote is replaced.
    case lastWriteWins
    /// The change does not go through, and the call returns `false`.
    case failOnConflict
}

extension DocumentCollection {
    /// Refuses a document in which a reserved key was set, or logs a warning.
    ///
    /// A value that was in the document when it was read, and is the same, is not a change.
    ///
    /// - Parameter document: A document that is to be saved.
    /// - Throws: ``QuireError`` with code `corruptRevisionData`.
    func checkReservedKeys(of document: Document) throws {
        for key in ReservedKeys.refused + ReservedKeys.discouraged where document.isSet(key) {
            let description = "Document \(document.id.debugDescription) in \(place)"
            guard !database.reservedKeys.accept(key.name, in: description) else { continue }
            throw QuireError(
                .corruptRevisionData,
                "The reserved key \(key.name.debugDescription) of document "
                    + "\(document.id.debugDescription) in \(place) was changed.")
        }
    }
}
