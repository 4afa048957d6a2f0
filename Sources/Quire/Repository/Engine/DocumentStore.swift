public import Fleece
public import Foundation
public import SQLPlusPlus

/// What a ``Repository`` needs of the place where its documents are.
///
/// A collection of a database is one, ``InMemoryStore`` is another. Bodies pass through as Fleece: a
/// save hands out a writer to encode a model with, a record lends the bytes that a model is decoded
/// from, and queries come as the tree that all of Quire's ways to a query make.
///
/// All calls may come from any thread at any time. What a transaction has done is seen by its own
/// thread at once, and by others when it is committed.
public protocol DocumentStore: AnyObject, Sendable {
    /// What the store is called in errors' messages.
    var fullName: String { get }

    /// What models are encoded and decoded with, such as the place of their blobs.
    var codingInfo: [CodingUserInfoKey: any Sendable] { get }

    // MARK: Transactions

    /// Runs a closure in the current transaction, or in one of its own.
    ///
    /// In the current transaction it is not undone by itself if it throws.
    ///
    /// - Parameter body: A closure that reads and writes.
    /// - Returns: What the closure returns.
    /// - Throws: What the closure throws, or ``QuireError``.
    func inTransaction<R>(_ body: () throws -> R) throws -> R

    /// Runs a closure as one transaction, which can be within another: all of its changes count, or
    /// none.
    ///
    /// - Parameter body: A closure that reads and writes.
    /// - Returns: What the closure returns.
    /// - Throws: What the closure throws, after its changes were undone, or ``QuireError``.
    @discardableResult
    func inBatch<R>(using body: () throws -> R) throws -> R

    /// Runs a closure as one transaction, away from the caller's thread.
    ///
    /// - Parameter body: A closure that reads and writes.
    /// - Returns: What the closure returns.
    /// - Throws: As the synchronous form.
    @discardableResult
    func inBatch<R: Sendable>(using body: @escaping @Sendable () throws -> R) async throws -> R

    // MARK: Documents

    /// Reads a live document.
    ///
    /// - Parameter id: The document's ID.
    /// - Returns: The document, or `nil` if there is none or it is deleted.
    /// - Throws: ``QuireError`` if it is damaged or cannot be read.
    func record(id: String) throws -> DocumentRecord?

    /// Reads live documents in one state of the store.
    ///
    /// - Parameter ids: The documents' IDs.
    /// - Returns: The documents in the order of the IDs, without those that are not there.
    /// - Throws: As ``record(id:)``.
    func records(ids: [String]) throws -> [DocumentRecord]

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
    @discardableResult
    func save(
        body: (FleeceWriter) throws -> DocumentTarget, revising revise: BodyRevision?
    ) throws -> SavedRevision

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
    func delete(id: String, expecting expected: ExpectedRevision) throws -> SavedRevision?

    /// Removes a document without a trace, in the current transaction or in one of its own.
    ///
    /// - Parameter id: The ID of a document, which may be a deleted one.
    /// - Throws: ``QuireError`` with code `notFound` if there is no such document.
    func purge(id: String) throws

    /// Sets when a document is purged by itself, in the current transaction or in one of its own.
    ///
    /// - Parameters:
    ///   - id: The document's ID.
    ///   - expiration: The time, kept in whole milliseconds, or `nil` for never.
    /// - Throws: ``QuireError`` with code `notFound` if there is no such document.
    func setDocumentExpiration(id: String, expiration: Date?) throws

    /// Returns when a document is purged by itself.
    ///
    /// - Parameter id: The document's ID.
    /// - Returns: The time, or `nil` if there is none, or no such document.
    /// - Throws: ``QuireError`` if it cannot be read.
    func getDocumentExpiration(id: String) throws -> Date?

    // MARK: Queries

    // The source that a statement names does not count: it is always the store's own documents.

    /// Reads the documents that a statement chooses by its condition, order, limit and offset.
    ///
    /// - Parameter statement: A statement of whole documents.
    /// - Returns: The documents; without an order as they were first saved, or, within a limit,
    ///   as an index has them.
    /// - Throws: ``QuireError`` with code `invalidQuery` if the statement means nothing,
    ///   `unsupportedOperation` if the store cannot answer it.
    func records(selectedBy statement: SelectStatement) throws -> [DocumentRecord]

    /// Reads the documents that a statement chooses, and calls a closure with some of them at a time:
    /// what is made of a document is made while it is at hand.
    ///
    /// All are read from one state of the store. The closure may do anything with the store but close
    /// it; in a transaction the store calls it only when all documents have been read. A store that
    /// has no better way calls it once, with ``records(selectedBy:)``.
    ///
    /// - Parameters:
    ///   - statement: A statement of whole documents.
    ///   - body: A closure that gets documents, in the order of ``records(selectedBy:)``.
    /// - Throws: What the closure throws, or as ``records(selectedBy:)``.
    func forEachPage(
        selectedBy statement: SelectStatement, _ body: ([DocumentRecord]) throws -> Void
    ) throws

    /// Counts the documents that fulfil a condition.
    ///
    /// - Parameter condition: The condition.
    /// - Returns: Their number.
    /// - Throws: As ``records(selectedBy:)``.
    func count(where condition: QueryTerm) throws -> Int

    /// Reads the rows of a statement.
    ///
    /// - Parameter statement: A statement with columns.
    /// - Returns: The rows.
    /// - Throws: As ``records(selectedBy:)``.
    func rows(of statement: SelectStatement) throws -> ResultSet

    /// Explains how a statement is answered, for people to read.
    ///
    /// - Parameter statement: A statement of whole documents, or one with columns.
    /// - Returns: The explanation.
    /// - Throws: As ``records(selectedBy:)``.
    func explanation(of statement: SelectStatement) throws -> String

    // MARK: Changes

    /// Returns the changes from now on, one element a transaction: the IDs of the documents that were
    /// saved, deleted, purged or have expired, each once.
    ///
    /// - Returns: A sequence for one task.
    func changedDocumentIDs() -> AsyncStream<[String]>
}

extension DocumentStore {
    /// Returns the repository of a model in this store.
    ///
    /// If the repository cannot store models of the type, its first save throws the error that
    /// ``Database/repository(of:typeKey:conflicts:)`` throws.
    ///
    /// - Parameters:
    ///   - type: The model.
    ///   - typeKey: The key of the type discriminator.
    ///   - conflictRule: The rule for saves that find a changed document. With `mergeFields` and `merge`,
    ///     each model that the repository reads or saves keeps its stored body as the base of a merge.
    /// - Returns: The repository.
    public func repository<Model: DocumentModel>(
        of type: Model.Type, typeKey: String = Repository<Model>.defaultTypeKey,
        conflicts conflictRule: ConflictRule<Model> = .fail
    ) -> Repository<Model> {
        Repository(self, typeKey: typeKey, conflicts: conflictRule)
    }
}

extension CollectionSource {
    /// A store's own documents, whatever they are called there.
    static var own: CollectionSource { CollectionSource("_") }
}

extension DocumentStore {
    /// Reads the documents that a statement chooses, and calls a closure with all of them.
    ///
    /// - Parameters:
    ///   - statement: A statement of whole documents.
    ///   - body: A closure that gets documents, in the order of ``records(selectedBy:)``.
    /// - Throws: What the closure throws, or as ``records(selectedBy:)``.
    public func forEachPage(
        selectedBy statement: SelectStatement, _ body: ([DocumentRecord]) throws -> Void
    ) throws {
        try body(records(selectedBy: statement))
    }
}
