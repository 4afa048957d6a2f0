public import Fleece
public import Foundation

extension InMemoryStore {
    // MARK: Reading

    /// Reads a live document.
    ///
    /// - Parameter id: The document's ID.
    /// - Returns: The document, or `nil` if there is none or it is deleted.
    public func record(id: String) -> DocumentRecord? {
        transactions.read(name) { $0.record(id) }
    }

    /// Reads live documents in one state of the store.
    ///
    /// - Parameter ids: The documents' IDs.
    /// - Returns: The documents in the order of the IDs, without those that are not there.
    /// - Complexity: O(*n*) in the number of IDs.
    public func records(ids: [String]) -> [DocumentRecord] {
        transactions.read(name) { documents in ids.compactMap { documents.record($0) } }
    }

    /// Returns when a document is purged by itself.
    ///
    /// - Parameter id: The document's ID.
    /// - Returns: The time, or `nil` if there is none, or no such document.
    public func getDocumentExpiration(id: String) -> Date? {
        transactions.read(name) { $0.expirations[id] }
            .map { Date(timeIntervalSince1970: Double($0) / 1000) }
    }

    // MARK: Writing

    /// Saves a document: a new one, a new revision, or a deleted one anew.
    ///
    /// It runs in the current transaction, or in one of its own. If it throws, nothing has changed.
    ///
    /// - Parameters:
    ///   - body: A closure that writes the properties, a dictionary, and returns the document.
    ///   - revise: A closure that is lent the finished body before it is stored, and may write
    ///     another one to be stored instead; it returns whether it did. For a document that must not
    ///     be there yet it need not be called.
    /// - Returns: The new revision.
    /// - Throws: What the closures throw, or ``QuireError`` with code `conflict` if the document is
    ///   not as expected, `notFound` if a revision is expected and there is no such document, not
    ///   even a deleted one, `badDocumentID`, `invalidParameter` if no dictionary was written.
    /// - Complexity: O(*n*) in the size of the body.
    @discardableResult
    public func save(
        body: (FleeceWriter) throws -> DocumentTarget, revising revise: BodyRevision?
    ) throws -> SavedRevision {
        try transactions.join {
            let writer = FleeceWriter()
            let target = try body(writer)
            try DocumentIDRules.check(target.id, in: place)
            var storage = try finished(writer, target.id)
            if let revise, target.expecting != .none {
                let other = FleeceWriter()
                if try revise(target, storage, other) { storage = try finished(other, target.id) }
            }
            guard let body = storage.rootDictionary else {
                throw unsuitable(target.id, "it is not a dictionary", cause: nil)
            }
            let current = try check(target.id, is: target.expecting)
            let next = try transactions.nextRevision(after: current?.id)
            return transactions.change(name) { $0.store(target.id, next, body) }
        }
    }

    /// Deletes a document, in the current transaction or in one of its own; a tombstone remains.
    ///
    /// - Parameters:
    ///   - id: The document's ID.
    ///   - expected: What the document must be.
    /// - Returns: The tombstone's revision, or `nil` if the document is deleted already and anything
    ///   was expected.
    /// - Throws: ``QuireError`` with code `notFound` if there is no such document, not even a deleted
    ///   one, `conflict` if it is not as expected.
    @discardableResult
    public func delete(
        id: String, expecting expected: ExpectedRevision
    ) throws -> SavedRevision? {
        try transactions.join {
            guard let current = transactions.read(name, { $0.revision(of: id) }) else {
                throw notThere(id)
            }
            _ = try check(id, is: expected)
            if current.isDeleted, expected == .any || expected == .none { return nil }
            let next = try transactions.nextRevision(after: current.id)
            return transactions.change(name) { $0.delete(id, next) }
        }
    }

    /// Removes a document without a trace, in the current transaction or in one of its own.
    ///
    /// - Parameter id: The ID of a document, which may be a deleted one.
    /// - Throws: ``QuireError`` with code `notFound` if there is no such document.
    public func purge(id: String) throws {
        try transactions.join {
            guard transactions.read(name, { $0.revision(of: id) }) != nil else {
                throw notThere(id)
            }
            transactions.change(name) { ((), $0.purge(id)) }
        }
    }

    /// Sets when a document is purged by itself, in the current transaction or in one of its own.
    ///
    /// - Parameters:
    ///   - id: The document's ID.
    ///   - expiration: The time, kept in whole milliseconds, or `nil` for never.
    /// - Throws: ``QuireError`` with code `notFound` if there is no such document.
    public func setDocumentExpiration(id: String, expiration: Date?) throws {
        let time = expiration.map(DocumentCollection.milliseconds)
        try transactions.join {
            guard transactions.read(name, { $0.revision(of: id) }) != nil else {
                throw notThere(id)
            }
            transactions.change(name, isTold: false) { ((), $0.setExpiration(time, of: id)) }
        }
        // If the transaction around it is undone, there is nothing to purge then.
        if let time { transactions.expire(at: time) }
    }

    // MARK: Parts

    private func finished(_ writer: FleeceWriter, _ id: String) throws -> FleeceStorage {
        do {
            return FleeceStorage(try writer.finish())
        } catch let error as FleeceError {
            throw unsuitable(id, error.message, cause: error)
        }
    }

    /// Refuses a change of a document that is not what the caller takes it for.
    private func check(
        _ id: String, is expected: ExpectedRevision
    ) throws -> (id: RevisionID, isDeleted: Bool)? {
        let current = transactions.read(name) { $0.revision(of: id) }
        switch expected {
        case .any: break
        case .none:
            guard let current, !current.isDeleted else { break }
            throw DocumentConflict.existing(id, in: place, at: current.id)
        case .revision(let revisionID):
            guard let current else {
                throw DocumentConflict.missing(id, in: place, expected: revisionID)
            }
            guard current.id != revisionID else { break }
            throw DocumentConflict.changed(
                id, in: place, expected: revisionID, found: current.id,
                isDeleted: current.isDeleted)
        }
        return current
    }

    private var place: String { "in-memory store \(name)" }

    private func notThere(_ id: String) -> QuireError {
        QuireError(.notFound, "Document \(id.debugDescription) in \(place) is not there.")
    }

    private func unsuitable(_ id: String, _ reason: String, cause: FleeceError?) -> QuireError {
        QuireError(
            .invalidParameter,
            "The body of document \(id.debugDescription) in \(place) cannot be saved: \(reason).",
            underlyingError: cause)
    }
}
