public import Fleece
public import Foundation
public import QuireModels
public import SQLPlusPlus

/// A document store in memory, for tests, previews and temporary data.
///
/// ```swift
/// let hotels = InMemoryStore().repository(of: Hotel.self)
/// try hotels.save(Hotel(name: "Harbour House", roomRate: 121))
/// ```
///
/// Repositories support most features of a database: transactions, conflict detection, expiration,
/// filters, orders, projections, grouping, aggregates, joins and query text. Full-text search and
/// indexes are not supported. A call that requires one of them throws `QuireError` with code
/// `unsupportedOperation`. Each query reads every document. The store does not use SQLite.
///
/// Reads wait for the transactions of other threads.
public final class InMemoryStore: DocumentStore {
    /// The name of the store.
    public let name: String

    private let memory: InMemoryDatabase

    init(name: String, in database: InMemoryDatabase) {
        self.name = name
        memory = database
    }

    /// Creates an empty store in a new database.
    ///
    /// ```swift
    /// let hotels = InMemoryStore().repository(of: Hotel.self)
    /// ```
    ///
    /// - Parameter name: The name of the store, for error messages.
    public convenience init(name: String = "_default") {
        self.init(name: name, in: InMemoryDatabase(name: name, defaultStoreName: name))
    }

    /// Returns another store of the same database.
    ///
    /// ```swift
    /// let archive = store.collection(named: "archive").repository(of: Hotel.self)
    /// ```
    ///
    /// - Parameter name: The name of the store. Stores with the same name contain the same
    ///   documents.
    /// - Returns: The store.
    public func collection(named name: String) -> InMemoryStore {
        InMemoryStore(name: name, in: memory)
    }

    // MARK: Description

    /// The name of the store.
    public var fullName: String { name }

    /// A description of the store for error messages.
    public var location: String { "in-memory store \(name)" }

    /// The database that contains the store.
    public var database: any DocumentDatabase { memory }

    /// The optional features of the engine.
    public var capabilities: Set<EngineCapability> { memory.capabilities }

    /// The storage for the contents of blobs, which is also in memory.
    public var blobStorage: (any BlobStorage)? { memory.blobs }

    // MARK: Documents

    /// Reads a live document.
    ///
    /// - Parameter id: The document's ID.
    /// - Returns: The document, or `nil` if it does not exist or is deleted.
    /// - Throws: `QuireError` with code `notOpen`.
    public func record(id: String) throws -> DocumentRecord? {
        try check(.read, id)
        return try memory.read(name) { $0.record(id) }
    }

    /// Reads live documents from one snapshot of the store.
    ///
    /// - Parameter ids: The documents' IDs.
    /// - Returns: The existing documents, in the order of the IDs.
    /// - Throws: `QuireError` with code `notOpen`.
    /// - Complexity: O(*n*) in the number of IDs.
    public func records(ids: [String]) throws -> [DocumentRecord] {
        for id in ids { try check(.read, id) }
        return try memory.read(name) { documents in ids.compactMap { documents.record($0) } }
    }

    /// Returns the current revision of a document or tombstone, the only one that the store keeps.
    ///
    /// - Parameter id: The document's ID.
    /// - Returns: The revision, or an empty array if the store contains neither.
    /// - Throws: `QuireError` with code `notOpen`.
    public func revisions(of id: String) throws -> [StoredRevision] {
        try memory.read(name) { $0.revisions(of: id) }
    }

    /// Saves a new document, a new revision of a document, or a document that was deleted.
    ///
    /// - Parameters:
    ///   - encode: A closure that writes the body and returns the target.
    ///   - merge: A closure that merges the body with the stored document.
    /// - Returns: The saved revision or the conflict.
    /// - Throws: An error that a closure throws; `QuireError` with code `badDocumentID`,
    ///   `corruptRevisionData` if the body sets a reserved key, or `invalidParameter` if it is not a
    ///   single dictionary.
    /// - Complexity: O(*n*) in the size of the body.
    public func save(encoding encode: BodyEncoding, merging merge: BodyMerging) throws -> SaveResult
    {
        try memory.inTransaction {
            let writer = FleeceWriter()
            let target = try encode(writer)
            try target.checkID(in: location)
            try check(.save, target.id)
            var body = try finishedBody(writer, of: target.id)
            let (current, stored) = try memory.read(name) {
                ($0.revision(of: target.id), $0.record(target.id))
            }
            if let conflict = conflict(of: target, with: current, stored) {
                return .conflict(conflict)
            }
            if target.mergesStored, let stored {
                let writer = FleeceWriter()
                if try merge(stored, body.storage, writer) {
                    body = try finishedBody(writer, of: target.id)
                }
                try checkUnchanged(target.id, since: current)
            }
            try target.checkBody(body, in: self, replacing: stored?.body)
            return .saved(
                try memory.change(name, after: current) {
                    $0.save(target.id, revisionID: $1, body: body)
                })
        }
    }

    /// Replaces a document with a tombstone.
    ///
    /// - Parameters:
    ///   - id: The document's ID.
    ///   - precondition: The state that the document must be in.
    /// - Returns: The result.
    /// - Throws: `QuireError` with code `notOpen`.
    public func delete(id: String, if precondition: RevisionPrecondition) throws -> DeletionResult {
        try memory.inTransaction {
            try check(.delete, id)
            let target = WriteTarget(id: id, if: precondition)
            let (current, stored) = try memory.read(name) { ($0.revision(of: id), $0.record(id)) }
            guard let current else { return .conflict(.missing(target)) }
            if let conflict = conflict(of: target, with: current, stored) {
                return .conflict(conflict)
            }
            if stored == nil, precondition == .any || precondition == .absent {
                return .alreadyDeleted(current)
            }
            return .deleted(try memory.change(name, after: current) { $0.delete(id, $1) })
        }
    }

    /// Removes a document or its tombstone without leaving a tombstone.
    ///
    /// - Parameter id: The document's ID.
    /// - Returns: Whether the store contained the document or a tombstone.
    /// - Throws: `QuireError` with code `notOpen`.
    @discardableResult
    public func purge(id: String) throws -> Bool {
        try memory.inTransaction {
            try check(.purge, id)
            guard try memory.read(name, { $0.revision(of: id) }) != nil else { return false }
            memory.change(name) { $0.purge(id) }
            return true
        }
    }

    /// Sets the date at which a document expires and is purged.
    ///
    /// - Parameters:
    ///   - date: The date, stored in milliseconds, or `nil` to remove the expiration.
    ///   - id: The ID of a document, which can be deleted.
    /// - Returns: Whether the store contains the document or a tombstone.
    /// - Throws: `QuireError` with code `notOpen`.
    @discardableResult
    public func setExpiration(_ date: Date?, of id: String) throws -> Bool {
        let time = date.map(InMemoryDatabase.milliseconds)
        let isSet = try memory.inTransaction {
            guard try memory.read(name, { $0.revision(of: id) }) != nil else { return false }
            memory.change(name, notifies: false) { $0.setExpiration(time, of: id) }
            return true
        }
        // If an outer transaction is rolled back, the timer fires but purges nothing.
        if isSet, let time { memory.expire(at: time) }
        return isSet
    }

    /// Returns the date at which a document expires.
    ///
    /// - Parameter id: The document's ID.
    /// - Returns: The date, or `nil` if the document does not expire or does not exist.
    /// - Throws: `QuireError` with code `notOpen`.
    public func expiration(of id: String) throws -> Date? {
        try memory.read(name) { $0.expirations[DocumentIDKey(id)] }
            .map { Date(timeIntervalSince1970: Double($0) / 1000) }
    }

    // MARK: Queries

    /// Reads the documents that a statement selects.
    ///
    /// - Parameter statement: A statement of whole documents.
    /// - Returns: The documents. If the statement has no order, the documents are in the order of
    ///   their first saves.
    /// - Throws: `QuireError` with code `invalidQuery` if the statement is invalid,
    ///   `unsupportedOperation` if the engine cannot compute it.
    /// - Complexity: O(*n* log *n*) in the number of documents.
    public func records(selectedBy statement: SelectStatement) throws -> [DocumentRecord] {
        try evaluate(statement) { try $0.records(among: rows(), joining: documents) }
    }

    /// Counts the documents that meet a condition.
    ///
    /// - Parameter condition: A term that is true for the documents to count.
    /// - Returns: The number of documents.
    /// - Throws: The same errors as ``records(selectedBy:)``.
    /// - Complexity: O(*n*) in the number of documents.
    public func count(where condition: QueryTerm) throws -> Int {
        let statement = SelectStatement([.star], from: CollectionSource("_"), where: condition)
        return try evaluate(statement) { try $0.count(among: rows(), joining: documents) }
    }

    /// Reads the rows of a statement.
    ///
    /// - Parameter statement: A statement with columns.
    /// - Returns: The rows.
    /// - Throws: The same errors as ``records(selectedBy:)``.
    /// - Complexity: O(*n* log *n*) in the number of documents.
    public func rows(of statement: SelectStatement) throws -> ResultSet {
        try evaluate(statement) {
            try $0.rows(of: rows(), codingInfo: codingInfo, joining: documents)
        }
    }

    /// Explains how the store computes a statement.
    ///
    /// - Parameter statement: A statement of whole documents, or one with columns.
    /// - Returns: A text that states that each document is read, and the statement in SQL++.
    /// - Throws: The same errors as ``records(selectedBy:)``.
    public func explanation(of statement: SelectStatement) throws -> String {
        _ = try StatementEvaluator(statement)
        return try memory.read(name) { _ in
            "SCAN of every document of \(name)\n\n\(statement)\n"
        }
    }

    /// Evaluates a statement on one snapshot of all of its sources.
    private func evaluate<R>(
        _ statement: SelectStatement, _ body: (StatementEvaluator) throws -> R
    ) throws -> R {
        let evaluator = try StatementEvaluator(statement)
        // One read of one source is a snapshot, and other threads need not wait for the evaluation.
        guard evaluator.hasFurtherSources else { return try body(evaluator) }
        return try memory.snapshot { try body(evaluator) }
    }

    private func rows() throws -> [EvaluatedDocument] {
        try check(.query)
        return try memory.read(name) { documents in
            documents.records.map {
                EvaluatedDocument($0, expiration: documents.expirations[DocumentIDKey($0.id)])
            }
        }
    }

    /// Returns the documents of a further source of a statement.
    private func documents(_ source: JoinedSource) throws -> [EvaluatedDocument] {
        guard let store = try store(of: source.collection) as? InMemoryStore else { return [] }
        return try store.rows()
    }

    // MARK: Changes

    /// Returns a sequence of document IDs changed by future transactions of the store.
    ///
    /// - Returns: A sequence for one task. It ends when the database is closed or released.
    public func changedDocumentIDs() -> AsyncStream<[String]> {
        memory.changedDocumentIDs(of: name)
    }

    /// Returns the documents whose current revision has a sequence later than the given one.
    ///
    /// - Parameters:
    ///   - sequence: A sequence, or 0 for all documents.
    ///   - limit: The maximum number of changes.
    /// - Returns: The changes, in the order of their sequences.
    /// - Throws: `QuireError` with code `notOpen`.
    /// - Complexity: O(*n* log *n*) in the number of documents.
    public func changes(since sequence: UInt64, limit: Int) throws -> [StoredChange] {
        try memory.read(name) { $0.changes(since: sequence, limit: limit) }
    }

    /// Returns the identity of the database and the last sequence of the store.
    ///
    /// Each database object has a different identity, because its documents exist only in memory.
    ///
    /// - Returns: The state.
    /// - Throws: `QuireError` with code `notOpen`.
    public func changeFeedState() throws -> ChangeFeedState {
        try memory.read(name) {
            ChangeFeedState(feedID: memory.feedID, lastSequence: $0.lastSequence)
        }
    }

    // MARK: Helpers

    private func check(_ kind: InMemoryOperation.Kind, _ id: String? = nil) throws {
        try memory.check(InMemoryOperation(kind, in: name, of: id))
    }

    /// Throws a conflict if a closure of a save has itself saved, deleted or purged the document.
    private func checkUnchanged(_ id: String, since revision: SavedRevision?) throws {
        guard try memory.read(name, { $0.revision(of: id) }) == revision else {
            throw QuireError(
                .conflict,
                """
                Document \(id.debugDescription) in \(location) was changed during its save.
                """)
        }
    }

    private func finishedBody(
        _ writer: FleeceWriter, of id: String
    ) throws -> FleeceDictionary {
        do {
            let storage = FleeceStorage(try writer.finish())
            if let body = storage.rootDictionary { return body }
        } catch let error as FleeceError {
            throw unsuitableBody(of: id, error.message, cause: error)
        }
        throw unsuitableBody(of: id, "it is not a dictionary", cause: nil)
    }

    private func unsuitableBody(
        of id: String, _ reason: String, cause: FleeceError?
    ) -> QuireError {
        QuireError(
            .invalidParameter,
            """
            The body of document \(id.debugDescription) in \(location) cannot be saved: \(reason).
            """, underlyingError: cause)
    }

    private func conflict(
        of target: WriteTarget, with current: SavedRevision?, _ stored: DocumentRecord?
    ) -> WriteConflict? {
        let isDeleted = stored == nil
        if target.precondition.isMet(by: current?.revisionID, isDeleted: isDeleted) { return nil }
        guard let current else { return .missing(target) }
        return WriteConflict(target, current: current, isDeleted: isDeleted, stored: stored)
    }
}
