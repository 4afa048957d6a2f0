public import Fleece
public import Foundation
public import SQLPlusPlus

/// A closure that writes the body of a document.
///
/// The engine passes a writer. The closure writes one dictionary, does not keep the writer, and
/// returns the document that the body belongs to.
///
/// ```swift
/// let encode: BodyEncoding = { writer in
///     try JSONReader.read(#"{"type":"hotel","name":"Harbour House"}"#, into: writer)
///     return WriteTarget(id: "hotel-42", if: .any, mergesStored: true)
/// }
/// try store.save(encoding: encode)
/// ```
public typealias BodyEncoding = (FleeceWriter) throws -> WriteTarget

/// A closure that merges a new document body with the stored document that it replaces.
///
/// The engine passes the stored document, the new body, and an empty writer. If the stored document
/// has values that the new body must keep, the closure writes another body and returns `true`; the
/// engine then stores that body. The closure does not keep the new body or the writer.
///
/// ```swift
/// let keepStored: BodyMerging = { stored, _, writer in
///     writer.write(copyOf: stored.body.value)
///     return true
/// }
/// let result = try store.save(encoding: encode, merging: keepStored)
/// ```
public typealias BodyMerging =
    (_ stored: DocumentRecord, _ new: FleeceStorage, _ writer: FleeceWriter) throws -> Bool

/// The documents on which a ``Repository`` operates: one collection of a database, in any engine.
///
/// ``DocumentCollection/storage`` is the store of a collection of the embedded engine. Other
/// engines conform to this protocol and to ``DocumentDatabase``; <doc:WritingAnEngine> explains
/// how.
///
/// Bodies are Fleece: a save passes a writer to a closure, and a ``DocumentRecord`` contains a
/// dictionary. Queries are trees of the module `SQLPlusPlus`. The source that a statement names has
/// no meaning: a statement always reads the documents of the store.
///
/// All methods can be called on any thread. On a thread that runs a transaction of the database,
/// they read and write in that transaction; otherwise, each call runs in a new transaction, and
/// reads return the last committed state.
///
/// ```swift
/// let store = hotels.store
/// if let hotel = try store.record(id: "hotel-42") {
///     print(hotel.body["name"]?.string ?? "", "is in", store.fullName)
/// }
/// ```
public protocol DocumentStore: AnyObject, Sendable {
    // MARK: Description

    /// The name of the store within its database, such as `_default.hotels`.
    var fullName: String { get }

    /// A description of the store for error messages.
    ///
    /// An example is `collection _default.hotels of database travel`.
    var location: String { get }

    /// The database that contains the store.
    var database: any DocumentDatabase { get }

    /// The optional features that the engine supports.
    var capabilities: Set<EngineCapability> { get }

    /// The storage for the contents of blobs, or `nil` if the engine does not support blobs.
    var blobStorage: (any BlobStorage)? { get }

    /// The user info for the encoders and decoders of models.
    ///
    /// The default implementation contains the ``blobStorage``.
    var codingInfo: [CodingUserInfoKey: any Sendable] { get }

    // MARK: Documents

    /// Reads a live document.
    ///
    /// - Parameter id: The document's ID.
    /// - Returns: The document, or `nil` if it does not exist or is deleted.
    /// - Throws: ``QuireError`` if the document is damaged or cannot be read.
    func record(id: String) throws -> DocumentRecord?

    /// Reads live documents from one snapshot of the store.
    ///
    /// - Parameter ids: The documents' IDs.
    /// - Returns: The existing documents, in the order of the IDs.
    /// - Throws: The same errors as ``record(id:)``.
    func records(ids: [String]) throws -> [DocumentRecord]

    /// Returns the revisions of a document or tombstone that the store has a record of.
    ///
    /// The first element is the current revision. The default implementation returns only the
    /// current revision of a live document, for an engine that keeps no other revisions. An engine
    /// that keeps tombstones also returns the revision of a tombstone.
    ///
    /// - Parameter id: The document's ID.
    /// - Returns: The revisions, the current one first, or an empty array if the store contains
    ///   neither the document nor a tombstone.
    /// - Throws: ``QuireError`` if the revisions are damaged or cannot be read.
    func revisions(of id: String) throws -> [StoredRevision]

    /// Saves a new document, a new revision of a document, or a document that was deleted.
    ///
    /// The engine performs these steps in one transaction:
    ///
    /// 1. It calls `encode` with an empty writer and checks the ID of the target with
    ///    ``WriteTarget/checkID(in:)``.
    /// 2. It reads the stored document, at most once. If the document does not meet the
    ///    precondition, it returns the conflict. The engine must not throw an error in this case.
    /// 3. If the target's ``WriteTarget/mergesStored`` is `true` and there is a live document, it
    ///    calls `merge`.
    /// 4. It checks the body with ``WriteTarget/checkBody(_:in:replacing:)``.
    /// 5. It stores the body as a new revision.
    ///
    /// If the method throws or returns a conflict, the store is unchanged. The closures can call
    /// the store; in particular, `merge` must be called while no statement is in progress. If
    /// another write of the same transaction changes the document between steps 2 and 5, the engine
    /// throws ``QuireError`` with code `conflict`.
    ///
    /// - Parameters:
    ///   - encode: A closure that writes the body and returns the target. The engine calls it once.
    ///   - merge: A closure that merges the body with the stored document.
    /// - Returns: The saved revision or the conflict.
    /// - Throws: An error that a closure throws; ``QuireError`` with code `badDocumentID`,
    ///   `corruptRevisionData` if the body sets a reserved key, or `invalidParameter` if it is not a
    ///   single dictionary.
    func save(encoding encode: BodyEncoding, merging merge: BodyMerging) throws -> SaveResult

    /// Saves several documents in one transaction.
    ///
    /// The results are those of ``save(encoding:merging:)``, called for one document after the other.
    /// A conflict of one document has no effect on the others. If a save throws an error, none of the
    /// documents is saved.
    ///
    /// The engine calls all `encode` closures in the order of the documents. It can call the
    /// `merge` closures after several of them, but for each document, it merges with the result of
    /// the saves before.
    ///
    /// The default implementation saves one document after the other. An engine that saves them in
    /// less time declares the capability ``EngineCapability/batches``, so that repositories pass
    /// arrays of models in batches.
    ///
    /// - Parameter documents: The documents. An ID can occur several times.
    /// - Returns: The results, in the order of the documents.
    /// - Throws: The errors of ``save(encoding:merging:)``.
    func save(_ documents: [DocumentSave]) throws -> [SaveResult]

    /// Replaces a document with a tombstone.
    ///
    /// With ``RevisionPrecondition/revision(_:)``, a tombstone of that revision gets a new
    /// revision. With the other preconditions, a tombstone is unchanged.
    ///
    /// - Parameters:
    ///   - id: The document's ID.
    ///   - precondition: The state that the document must be in.
    /// - Returns: The result. If the store contains neither the document nor a tombstone, it is a
    ///   conflict.
    /// - Throws: ``QuireError`` if the document cannot be deleted.
    func delete(id: String, if precondition: RevisionPrecondition) throws -> DeletionResult

    /// Removes a document or its tombstone without leaving a tombstone.
    ///
    /// - Parameter id: The document's ID.
    /// - Returns: Whether the store contained the document or a tombstone.
    /// - Throws: ``QuireError`` if the document cannot be removed.
    @discardableResult
    func purge(id: String) throws -> Bool

    /// Sets the date at which a document expires and is purged.
    ///
    /// This method requires the capability ``EngineCapability/expiration``.
    ///
    /// - Parameters:
    ///   - date: The date, stored in milliseconds, or `nil` to remove the expiration.
    ///   - id: The ID of a document, which can be deleted.
    /// - Returns: Whether the store contains the document or a tombstone.
    /// - Throws: ``QuireError`` if the date cannot be set.
    @discardableResult
    func setExpiration(_ date: Date?, of id: String) throws -> Bool

    /// Returns the date at which a document expires.
    ///
    /// This method requires the capability ``EngineCapability/expiration``.
    ///
    /// - Parameter id: The document's ID.
    /// - Returns: The date, or `nil` if the document does not expire or does not exist.
    /// - Throws: ``QuireError`` if the date cannot be read.
    func expiration(of id: String) throws -> Date?

    /// Returns the dates at which several documents expire.
    ///
    /// This method requires the capability ``EngineCapability/expiration``. The default
    /// implementation calls ``expiration(of:)`` for each document.
    ///
    /// - Parameter ids: The documents' IDs.
    /// - Returns: For each ID, the date, or `nil` if the document does not expire or does not exist.
    /// - Throws: ``QuireError`` if the dates cannot be read.
    func expirations(of ids: [String]) throws -> [Date?]

    // MARK: Queries

    /// Reads the documents that a statement selects.
    ///
    /// - Parameter statement: A statement of whole documents. The engine applies its condition,
    ///   order, limit and offset.
    /// - Returns: The documents. If the statement has no order, the documents are in the order of
    ///   their first saves, unless the statement has a limit.
    /// - Throws: ``QuireError`` with code `invalidQuery` if the statement is invalid,
    ///   `unsupportedOperation` if the engine cannot compute it.
    func records(selectedBy statement: SelectStatement) throws -> [DocumentRecord]

    /// Reads the documents that a statement selects, and calls a closure with pages of them.
    ///
    /// All pages come from one snapshot of the store. The closure can call the store. The default
    /// implementation calls the closure once, with ``records(selectedBy:)``.
    ///
    /// - Parameters:
    ///   - statement: A statement of whole documents.
    ///   - body: A closure that receives documents, in the order of ``records(selectedBy:)``.
    /// - Throws: An error that the closure throws, or the same errors as ``records(selectedBy:)``.
    func forEachPage(
        selectedBy statement: SelectStatement, _ body: ([DocumentRecord]) throws -> Void
    ) throws

    /// Calls a closure with every live document, in the order of the first saves.
    ///
    /// All documents come from one snapshot of the store. The closure can call the store. The
    /// default implementation reads pages with ``forEachPage(selectedBy:_:)``, and throws the error
    /// of a damaged document. An engine that can continue after such a document implements this
    /// method.
    ///
    /// - Parameters:
    ///   - onDamage: A closure that receives the ID of each damaged document and the error.
    ///   - body: A closure that receives a document.
    /// - Throws: Any error that a closure throws, or the errors of ``forEachPage(selectedBy:_:)``.
    /// - Complexity: O(*n*) in the number of documents.
    func forEachRecord(
        onDamage: (String, QuireError) throws -> Void, _ body: (DocumentRecord) throws -> Void
    ) throws

    /// Counts the documents that meet a condition.
    ///
    /// - Parameter condition: A term that is true for the documents to count.
    /// - Returns: The number of documents.
    /// - Throws: The same errors as ``records(selectedBy:)``.
    func count(where condition: QueryTerm) throws -> Int

    /// Reads the rows of a statement.
    ///
    /// - Parameter statement: A statement with columns.
    /// - Returns: The rows.
    /// - Throws: The same errors as ``records(selectedBy:)``.
    func rows(of statement: SelectStatement) throws -> ResultSet

    /// Explains how the engine computes a statement.
    ///
    /// This method requires the capability ``EngineCapability/explanations``.
    ///
    /// - Parameter statement: A statement of whole documents, or one with columns.
    /// - Returns: A human-readable explanation.
    /// - Throws: The same errors as ``records(selectedBy:)``.
    func explanation(of statement: SelectStatement) throws -> String

    /// Returns the condition of a full-text search.
    ///
    /// This method requires the capability ``EngineCapability/fullText``. The default implementation
    /// throws an error.
    ///
    /// - Parameter search: The text, the mode and the properties to search.
    /// - Returns: The condition, or `nil` if the store has no full-text index for the search.
    /// - Throws: ``QuireError`` with code `invalidQuery` if the search is invalid,
    ///   `unsupportedOperation` if the engine does not support full-text search.
    func fullTextCondition(for search: FullTextSearch) throws -> FullTextCondition?

    /// Reads the documents that a statement selects, with their ranks and the found words.
    ///
    /// This method requires the capability ``EngineCapability/fullText``. The default implementation
    /// throws an error.
    ///
    /// - Parameters:
    ///   - statement: A statement of whole documents whose condition contains the terms of the
    ///     full-text conditions.
    ///   - conditions: The full-text conditions, in the order of their terms in the statement.
    /// - Returns: The documents in the order of ``records(selectedBy:)``.
    /// - Throws: The same errors as ``records(selectedBy:)``, or ``QuireError`` with code
    ///   `unsupportedOperation` if the engine does not support full-text search.
    func fullTextMatches(
        selectedBy statement: SelectStatement, using conditions: [FullTextCondition]
    ) throws -> [FullTextMatch]

    /// Returns the distance of a search for the nearest documents, for the condition and the order of a statement.
    ///
    /// The default implementation returns ``NearestSearch/exactDistance(by:)``. An engine with indexes of vectors
    /// returns ``NearestSearch/approximateDistance(by:)`` if the property has an index with the metric of the
    /// search.
    ///
    /// - Parameter search: The vector, the property and the metric.
    /// - Returns: The term, which is MISSING for documents without a vector.
    /// - Throws: ``QuireError`` with code `invalidQueryParameter` if the vector has only zeros and the metric is
    ///   ``DistanceMetric/cosine``, or another code if the indexes cannot be read.
    func distanceTerm(of search: NearestSearch) throws -> QueryTerm

    // MARK: Changes

    /// Returns a sequence of document IDs changed by future transactions of the store.
    ///
    /// Each transaction that changes documents of the store adds one element. It contains the IDs
    /// of the documents that the transaction saved, deleted, purged or expired, without duplicates.
    /// The elements are in the order of the commits.
    ///
    /// - Returns: A sequence for one task. It ends when the database is closed.
    func changedDocumentIDs() -> AsyncStream<[String]>

    /// Returns the documents whose current revision has a sequence later than the given one.
    ///
    /// The result contains one element for each document, including tombstones but not purged
    /// documents. To read all changes, call the method repeatedly with the last sequence of the
    /// previous result until the result is empty. An engine must not return a sequence while a
    /// transaction with a lower sequence can still commit.
    ///
    /// This method requires the capability ``EngineCapability/changesSince``.
    ///
    /// - Parameters:
    ///   - sequence: A sequence, or 0 for all documents.
    ///   - limit: The maximum number of changes.
    /// - Returns: The changes, in the order of their sequences.
    /// - Throws: ``QuireError`` if the changes cannot be read.
    func changes(since sequence: UInt64, limit: Int) throws -> [StoredChange]

    /// Returns the identity and the end of the changes that ``changes(since:limit:)`` lists.
    ///
    /// In a transaction, the last sequence includes the changes of the transaction.
    ///
    /// This method requires the capability ``EngineCapability/changesSince``.
    ///
    /// - Returns: The state.
    /// - Throws: ``QuireError`` with code `unsupportedOperation` if the engine does not list
    ///   changes by sequence, or with another code if the state cannot be read.
    func changeFeedState() throws -> ChangeFeedState

    /// Returns a sequence of results of a statement, with a new result after each change.
    ///
    /// The default implementation reads the documents again after each element of
    /// ``changedDocumentIDs()``.
    ///
    /// - Parameter statement: A statement of whole documents.
    /// - Returns: A sequence for one task. If the task does not fetch a result in time, the next
    ///   result replaces it.
    /// - Throws: The same errors as ``records(selectedBy:)``.
    func observedRecords(
        selectedBy statement: SelectStatement
    ) throws -> AsyncStream<Result<[ObservedRecord], any Error>>

    /// Returns the results of ``observedRecords(selectedBy:)`` in the form that live lists follow.
    ///
    /// The default implementation converts them. An engine that creates each result from the last
    /// one, so that both share their unchanged parts, implements this method.
    ///
    /// - Parameter statement: A statement of whole documents.
    /// - Returns: The results, for one task.
    /// - Throws: The same errors as ``records(selectedBy:)``.
    func observedLists(selectedBy statement: SelectStatement) throws -> ObservedLists

    // MARK: Indexes

    /// Creates an index, or replaces the index with the same name if it differs.
    ///
    /// This method requires the capability ``EngineCapability/indexes``. Full-text indexes also
    /// require ``EngineCapability/fullText``, unique indexes ``EngineCapability/uniqueIndexes``, and indexes of
    /// vectors ``EngineCapability/nearestIndexes``.
    ///
    /// - Parameters:
    ///   - name: The index's name.
    ///   - config: A ``ValueIndexConfiguration``, ``FullTextIndexConfiguration``,
    ///     ``ArrayIndexConfiguration`` or ``NearestIndexConfiguration``.
    /// - Throws: ``QuireError`` with code `invalidQuery` if an expression is invalid,
    ///   `unsupportedOperation` if the engine does not support this kind of index.
    func createIndex(withName name: String, config: any IndexConfiguration) throws

    /// Deletes an index if it exists.
    ///
    /// This method requires the capability ``EngineCapability/indexes``.
    ///
    /// - Parameter name: The index's name.
    /// - Throws: ``QuireError`` if the index cannot be deleted.
    func deleteIndex(forName name: String) throws

    /// Returns a plan of the changes that give the store the defined indexes.
    ///
    /// This method requires the capability ``EngineCapability/indexes``. The default implementation
    /// plans to replace each index that exists.
    ///
    /// - Parameters:
    ///   - definitions: The definitions of the indexes, with unique names.
    ///   - keepingOthers: Whether to keep indexes with other names.
    /// - Returns: The plan.
    /// - Throws: ``QuireError`` with code `invalidParameter` if a name occurs twice, or the errors
    ///   of ``createIndex(withName:config:)`` for an invalid definition.
    func indexPlan(
        for definitions: [IndexDefinition], keepingOthers: Bool
    ) throws -> IndexPlan

    /// Returns the names of the indexes, in order.
    ///
    /// This method requires the capability ``EngineCapability/indexes``.
    ///
    /// - Returns: The names.
    /// - Throws: ``QuireError`` if the names cannot be read.
    func indexes() throws -> [String]

    /// Returns the definitions of the indexes, in the order of their names.
    ///
    /// Indexes that no configuration can describe, such as those of other programs, are omitted.
    /// ``createIndex(withName:config:)`` with a returned definition has no effect on the index.
    ///
    /// This method requires the capability ``EngineCapability/indexes``. The default implementation
    /// throws an error.
    ///
    /// ```swift
    /// let definitions = try database.defaultStore().indexDefinitions()
    /// try archive.defaultStore().indexPlan(for: definitions, keepingOthers: false).apply()
    /// ```
    ///
    /// - Returns: The definitions.
    /// - Throws: ``QuireError`` if the definitions cannot be read.
    func indexDefinitions() throws -> [IndexDefinition]
}

extension CollectionSource {
    /// The source that represents the documents of the store that runs the statement.
    package static var own: CollectionSource { CollectionSource("_") }
}

extension SelectStatement {
    /// Returns the statement with the name `_default` for the default store in further sources.
    ///
    /// In the statement of another store, `_` is that store.
    func namingDefaultStore() -> SelectStatement {
        var statement = replacingTerms { term in
            guard case .exists(var inner) = term else { return nil }
            inner = inner.namingDefaultStore()
            inner.source = inner.source.namingDefaultStore
            return .exists(inner)
        }
        statement.joinClauses = statement.joinClauses.map { clause in
            guard case .join(let kind, let source, let condition) = clause else { return clause }
            return .join(kind, source.namingDefaultStore, on: condition)
        }
        return statement
    }
}

extension CollectionSource {
    fileprivate var namingDefaultStore: CollectionSource {
        guard scope == nil, collection == Self.own.collection else { return self }
        return CollectionSource("_default", as: name)
    }
}
