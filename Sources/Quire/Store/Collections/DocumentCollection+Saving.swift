public import Fleece

/// Looks at a finished body before it is stored as a document.
///
/// It returns whether it has written another body, to be stored instead. No value of the body may
/// leave it.
public typealias BodyRevision = (DocumentTarget, FleeceStorage, FleeceWriter) throws -> Bool

extension DocumentCollection {
    /// Saves a document: a new one, a new revision, or a deleted one anew.
    ///
    /// It runs in the current transaction, or in one of its own. If it throws, nothing has changed,
    /// but for shared keys that the body has used, which stay until the transaction ends.
    ///
    /// - Parameters:
    ///   - id: The document's ID.
    ///   - expected: What the document must be for the change to go through.
    ///   - body: A closure that writes the properties, a dictionary.
    /// - Returns: The new revision.
    /// - Throws: What the closure throws, or ``QuireError`` with code `conflict` if the document is
    ///   not as expected, `notFound` if a revision is expected and there is no such document, not
    ///   even a deleted one, `badDocumentID`, `invalidParameter` if the closure wrote no dictionary,
    ///   `corruptRevisionData` if the stored revision is damaged, or one that must be kept beside it,
    ///   `notOpen`.
    /// - Complexity: O(log *n*) in the number of documents, O(*n*) in the size of the body.
    @discardableResult
    func save(
        id: String, expecting expected: ExpectedRevision, body: (FleeceWriter) throws -> Void
    ) throws -> SavedRevision {
        try save(
            body: { writer in
                try body(writer)
                return DocumentTarget(id: id, expecting: expected)
            }, revising: nil)
    }

    /// Saves a document that says which one it is only when its body has been written.
    ///
    /// It runs in the current transaction, or in one of its own. If it throws, nothing has changed,
    /// but for shared keys that the body has used, which stay until the transaction ends.
    ///
    /// - Parameters:
    ///   - body: A closure that writes the properties, a dictionary, and returns the document.
    ///   - revise: A closure that is lent the finished body before it is stored, and may write
    ///     another one to be stored instead; it returns whether it did. For a document that must not
    ///     be there yet it need not be called.
    /// - Returns: The new revision.
    /// - Throws: As `saveBody(id:write:)`.
    /// - Complexity: O(log *n*) in the number of documents, O(*n*) in the size of the body.
    @discardableResult
    public func save(
        body: (FleeceWriter) throws -> DocumentTarget,
        revising revise: BodyRevision?
    ) throws -> SavedRevision {
        // Not known before the body is written; until then errors are about something else.
        var id: String?
        do {
            return try write { try save(body: body, revising: revise, $0, id: &id) }
        } catch {
            throw id.map { named(error, id: $0) } ?? error
        }
    }

    private func save(
        body: (FleeceWriter) throws -> DocumentTarget,
        revising revise: BodyRevision?, _ transaction: StoreTransaction, id: inout String?
    ) throws -> SavedRevision {
        try transaction.withWriter { writer in
            let target = try body(writer)
            try DocumentIDRules.check(target.id, in: place)
            id = target.id
            do {
                return try writer.withFinishedBytes { bytes in
                    guard let revise, target.expecting != .none else {
                        return try store(bytes, id: target.id, target.expecting, transaction)
                    }
                    return try transaction.withWriter { other in
                        let isRevised = try FleeceStorage.withBorrowed(
                            bytes, sharedKeys: transaction.keys.snapshot
                        ) { try revise(target, $0, other) }
                        return isRevised
                            ? try other.withFinishedBytes {
                                try store($0, id: target.id, target.expecting, transaction)
                            }
                            : try store(bytes, id: target.id, target.expecting, transaction)
                    }
                }
            } catch let error as FleeceError {
                throw unsuitable(target.id, error.message, cause: error)
            }
        }
    }

    private func store(
        _ bytes: UnsafeRawBufferPointer, id: String, _ expected: ExpectedRevision,
        _ transaction: StoreTransaction
    ) throws -> SavedRevision {
        guard let flags = BodyInspection.flags(of: bytes, keys: transaction.keys.snapshot) else {
            throw unsuitable(id, "it is not a dictionary", cause: nil)
        }
        return try id.withUTF8Text { text in
            if expected.admitsNewDocument, try transaction.withState(of: keyStore, \.expectsNew),
                let saved = try storeNew(text, id: id, bytes, flags, transaction)
            {
                return saved
            }
            let stored = try storedDocument(text, id: id, transaction)
            try transaction.withState(of: keyStore) { $0.expectsNew = stored == nil }
            try check(stored, id: id, is: expected)
            let revision = try nextRevision(
                of: id, text, following: stored, body: bytes, flags: flags, transaction)
            guard let stored else {
                try insert(text, revision, bytes, expiration: nil, transaction)
                return try finish(revision, id: id, transaction)
            }
            guard stored.isInDeadTable else {
                try change(.update, id: id, stored, transaction) {
                    try revision.bind(to: $0, at: 4, version: transaction.versionBuffer)
                    try $0.bindBorrowed(bytes, at: 7)
                    try revision.bindExtra(to: $0, at: 8)
                }
                return try finish(revision, id: id, transaction)
            }
            return try transaction.nested {
                try insert(text, revision, bytes, expiration: stored.expiration, transaction)
                try change(.removeDeleted, id: id, stored, transaction)
                try transaction.withState(of: keyStore) { $0.notePurges() }
                return try finish(revision, id: id, transaction)
            }
        }
    }

    /// Saves a document that is probably a new one, without looking for it before.
    ///
    /// - Returns: The new revision, or `nil` if nothing was done because there is such a document,
    ///   maybe a deleted one, or because that cannot be said so quickly.
    private func storeNew(
        _ text: UTF8Text, id: String, _ bytes: UnsafeRawBufferPointer, _ flags: DocumentFlags,
        _ transaction: StoreTransaction
    ) throws -> SavedRevision? {
        let revision = try nextRevision(
            of: id, text, following: nil, body: bytes, flags: flags, transaction)
        do {
            let statement = try transaction.connection.statement(.insertNew, of: keyStore)
            defer { statement.resetAndClear() }
            try statement.bindBorrowed(text: text, at: 1)
            try revision.bind(to: statement, at: 2, version: transaction.versionBuffer)
            try statement.bindBorrowed(bytes, at: 5)
            _ = try statement.step()
        } catch let error where isError(error, ofMissing: keyStore.deadTableName) {
            return nil
        }
        guard transaction.connection.sqlite.changeCount == 1 else { return nil }
        return try finish(revision, id: id, transaction)
    }

    private func insert(
        _ id: UTF8Text, _ revision: NextRevision, _ body: UnsafeRawBufferPointer,
        expiration: Int64?,
        _ transaction: StoreTransaction
    ) throws {
        let statement = try transaction.connection.statement(.insert, of: keyStore)
        defer { statement.resetAndClear() }
        try statement.bindBorrowed(text: id, at: 1)
        try revision.bind(to: statement, at: 2, version: transaction.versionBuffer)
        try statement.bindBorrowed(body, at: 5)
        if let expiration { try statement.bind(expiration, at: 6) }
        try revision.bindExtra(to: statement, at: 7)
        _ = try statement.step()
    }

    private func unsuitable(_ id: String, _ reason: String, cause: FleeceError?) -> QuireError {
        QuireError(
            .invalidParameter,
            "The body of document \(id.debugDescription) in \(place) cannot be saved: \(reason).",
            underlyingError: cause)
    }
}
