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
            let expected = document.expectedRevision
            switch concurrencyControl {
            case .failOnConflict:
                guard try saveUnlessConflict(document, expected, transaction) else { return false }
            case .lastWriteWins:
                // A new document replaces whatever there is; one that was read must still be there.
                if try expected == .none
                    || !saveUnlessConflict(document, expected, transaction)
                {
                    try save(document, .any, transaction)
                }
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
        var expected = document.expectedRevision
        while true {
            try check(document)
            let found = try write { transaction -> Conflict? in
                if try saveUnlessConflict(document, expected, transaction) { return nil }
                return try conflict(with: document, transaction)
            }
            guard let found else { return true }
            guard conflictHandler(document, found.stored) else { return false }
            expected = .revision(found.revisionID)
        }
    }

    // MARK: Parts

    private func check(_ document: MutableDocument) throws {
        try checkOwner(of: document)
        try DocumentIDRules.check(document.id, in: place)
        try checkReservedKeys(of: document)
    }

    private func save(
        _ document: MutableDocument, _ expected: ExpectedRevision, _ transaction: StoreTransaction
    ) throws {
        let saved = try save(id: document.id, expecting: expected) { writer in
            var contents = ContentWriter(writer, puttingBlobsInto: database.blobs, isStrict: true)
            try contents.write(document.content)
        }
        document.setRevision(DocumentRevision(saved), in: transaction.part, of: self)
    }

    private func saveUnlessConflict(
        _ document: MutableDocument, _ expected: ExpectedRevision, _ transaction: StoreTransaction
    ) throws -> Bool {
        do {
            try save(document, expected, transaction)
            return true
        } catch QuireError.Code.conflict {
            return false
        }
    }

    /// What is stored in place of what a document was read from.
    private struct Conflict {
        let stored: Document?
        let revisionID: RevisionID
    }

    private func conflict(
        with document: Document, _ transaction: StoreTransaction
    ) throws -> Conflict {
        let id = document.id
        if let record = try record(id: id) {
            return Conflict(stored: Document(record, in: self), revisionID: record.revisionID)
        }
        let deleted = try id.withUTF8Text { try storedDocument($0, id: id, transaction) }
        guard let deleted else {
            throw QuireError(.notFound, "Document \(id.debugDescription) in \(place) is not there.")
        }
        return Conflict(stored: nil, revisionID: deleted.revisionID)
    }
}

extension Document {
    /// What is expected of the stored document when this one is saved.
    var expectedRevision: ExpectedRevision {
        revision.map { .revision($0.id) } ?? .none
    }
}
