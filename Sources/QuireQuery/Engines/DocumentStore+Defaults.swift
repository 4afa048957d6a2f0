public import Fleece
public import Foundation
public import SQLPlusPlus

// MARK: Methods of all stores

extension DocumentStore {
    /// Saves a document without merging it with the stored document.
    ///
    /// - Parameter encode: A closure that writes the body and returns the target.
    /// - Returns: The saved revision or the conflict.
    /// - Throws: The same errors as ``save(encoding:merging:)``.
    @discardableResult
    public func save(encoding encode: BodyEncoding) throws -> SaveResult {
        try save(encoding: encode) { _, _, _ in false }
    }

    /// Runs a closure as one transaction of the database.
    ///
    /// - Parameter body: A closure that reads and writes stores of the database.
    /// - Returns: The value that the closure returns.
    /// - Throws: The same errors as the method of ``DocumentDatabase``.
    @discardableResult
    public func inBatch<R>(using body: () throws -> R) throws -> R {
        try database.inBatch(using: body)
    }

    /// Runs a closure as one transaction of the database, on a thread of the database.
    ///
    /// - Parameter body: A closure that reads and writes stores of the database.
    /// - Returns: The value that the closure returns.
    /// - Throws: The same errors as the synchronous method, or `CancellationError`.
    @discardableResult
    public func inBatch<R: Sendable>(
        using body: @escaping @Sendable () throws -> R
    ) async throws -> R {
        try await database.inBatch(using: body)
    }

    /// Throws an error if the engine lacks a capability.
    ///
    /// - Parameter capability: The capability that the caller is about to use.
    /// - Throws: ``QuireError`` with code `unsupportedOperation` that names the engine.
    public func requireCapability(_ capability: EngineCapability) throws {
        if !capabilities.contains(capability) { throw missing(capability) }
    }

    private func missing(_ capability: EngineCapability) -> QuireError {
        capability.missing(in: database.engineName, location)
    }
}

// MARK: Default implementations

extension DocumentStore {
    /// The name of the store and the engine.
    public var location: String { "store \(fullName) of \(database.engineName)" }

    /// An empty set, for an engine without optional features.
    public var capabilities: Set<EngineCapability> { [] }

    /// No blob storage, because the engine does not support blobs.
    public var blobStorage: (any BlobStorage)? { nil }

    /// The user info that contains the ``blobStorage``.
    public var codingInfo: [CodingUserInfoKey: any Sendable] {
        let blobs = blobStorage ?? MissingBlobStorage(location, missing(.blobs))
        return [.blobStorage: blobs]
    }

    /// Saves documents one after the other in one transaction.
    ///
    /// - Parameter documents: The documents, each with closures that encode and merge its body.
    /// - Returns: The results, in the order of the documents.
    /// - Throws: The errors of ``save(encoding:merging:)``.
    public func save(_ documents: [DocumentSave]) throws -> [SaveResult] {
        try database.inBatch {
            try documents.map { try save(encoding: $0.encode, merging: $0.merge) }
        }
    }

    /// Calls a closure with all documents that a statement selects.
    ///
    /// - Parameters:
    ///   - statement: A statement of whole documents.
    ///   - body: A closure that receives documents, in the order of ``records(selectedBy:)``.
    /// - Throws: An error that the closure throws, or the same errors as ``records(selectedBy:)``.
    public func forEachPage(
        selectedBy statement: SelectStatement, _ body: ([DocumentRecord]) throws -> Void
    ) throws {
        try body(records(selectedBy: statement))
    }

    /// Returns the current revision of a live document, for an engine that keeps no others.
    ///
    /// - Parameter id: The document's ID.
    /// - Returns: The current revision, or an empty array if the document does not exist.
    /// - Throws: The same errors as ``record(id:)``.
    public func revisions(of id: String) throws -> [StoredRevision] {
        try record(id: id).map { [StoredRevision($0)] } ?? []
    }

    /// Throws an error, because the engine does not support expiration.
    ///
    /// - Parameters:
    ///   - date: The time at which the document expires, or `nil`.
    ///   - id: The ID of the document.
    /// - Returns: Never.
    /// - Throws: ``QuireError`` with code `unsupportedOperation` that names the engine.
    public func setExpiration(_ date: Date?, of id: String) throws -> Bool {
        throw missing(.expiration)
    }

    /// Throws an error, because the engine does not support expiration.
    ///
    /// - Parameter id: The ID of the document.
    /// - Returns: Never.
    /// - Throws: ``QuireError`` with code `unsupportedOperation` that names the engine.
    public func expiration(of id: String) throws -> Date? { throw missing(.expiration) }

    /// Returns the dates at which documents expire, by reading each date.
    ///
    /// - Parameter ids: The documents' IDs.
    /// - Returns: For each ID, the date, or `nil` if the document does not expire or does not exist.
    /// - Throws: The errors of ``expiration(of:)``.
    public func expirations(of ids: [String]) throws -> [Date?] {
        try ids.map { try expiration(of: $0) }
    }

    /// Throws an error, because the engine does not explain statements.
    ///
    /// - Parameter statement: A statement.
    /// - Returns: Never.
    /// - Throws: ``QuireError`` with code `unsupportedOperation` that names the engine.
    public func explanation(of statement: SelectStatement) throws -> String {
        throw missing(.explanations)
    }

    /// Throws an error, because the engine does not support full-text search.
    ///
    /// - Parameter search: A search.
    /// - Returns: Never.
    /// - Throws: ``QuireError`` with code `unsupportedOperation` that names the engine.
    public func fullTextCondition(for search: FullTextSearch) throws -> FullTextCondition? {
        throw missing(.fullText)
    }

    /// Throws an error, because the engine does not support full-text search.
    ///
    /// - Parameters:
    ///   - statement: A statement of whole documents.
    ///   - conditions: The full-text conditions of the statement.
    /// - Returns: Never.
    /// - Throws: ``QuireError`` with code `unsupportedOperation` that names the engine.
    public func fullTextMatches(
        selectedBy statement: SelectStatement, using conditions: [FullTextCondition]
    ) throws -> [FullTextMatch] {
        throw missing(.fullText)
    }

    /// Returns the distance that is computed for each document.
    ///
    /// - Parameter search: The vector, the property and the metric.
    /// - Returns: The exact distance, by ``DistanceMetric/cosine`` if the search has no metric.
    /// - Throws: The errors of ``NearestSearch/exactDistance(by:)``.
    public func distanceTerm(of search: NearestSearch) throws -> QueryTerm {
        try search.exactDistance(by: search.metric ?? .cosine)
    }

    /// Throws an error, because the engine does not record changes by sequence.
    ///
    /// - Parameters:
    ///   - sequence: The sequence after which changes are returned.
    ///   - limit: The maximum number of changes.
    /// - Returns: Never.
    /// - Throws: ``QuireError`` with code `unsupportedOperation` that names the engine.
    public func changes(since sequence: UInt64, limit: Int) throws -> [StoredChange] {
        throw missing(.changesSince)
    }

    /// Throws an error, because the engine does not record changes by sequence.
    ///
    /// - Returns: Never.
    /// - Throws: ``QuireError`` with code `unsupportedOperation` that names the engine.
    public func changeFeedState() throws -> ChangeFeedState { throw missing(.changesSince) }

    /// Throws an error, because the engine does not support indexes.
    ///
    /// - Parameters:
    ///   - name: The name of the index.
    ///   - config: The configuration of the index.
    /// - Throws: ``QuireError`` with code `unsupportedOperation` that names the engine.
    public func createIndex(withName name: String, config: any IndexConfiguration) throws {
        throw missing(.indexes)
    }

    /// Throws an error, because the engine does not support indexes.
    ///
    /// - Parameter name: The name of the index.
    /// - Throws: ``QuireError`` with code `unsupportedOperation` that names the engine.
    public func deleteIndex(forName name: String) throws { throw missing(.indexes) }

    /// Throws an error, because the engine does not support indexes.
    ///
    /// - Returns: Never.
    /// - Throws: ``QuireError`` with code `unsupportedOperation` that names the engine.
    public func indexes() throws -> [String] { throw missing(.indexes) }

    /// Throws an error, because the engine does not support indexes, or not their definitions.
    ///
    /// - Returns: Never.
    /// - Throws: ``QuireError`` with code `unsupportedOperation` that names the engine.
    public func indexDefinitions() throws -> [IndexDefinition] {
        throw missing(capabilities.contains(.indexes) ? .indexDefinitions : .indexes)
    }

    /// Returns a sequence of results of a statement, with a new result after each change of the
    /// store.
    ///
    /// The first element is the current result. The documents are read again after each transaction
    /// that changes documents of the store. All sequences of this object for equal statements share
    /// these reads. If the task does not fetch a result in time, the next result replaces it.
    ///
    /// - Parameter statement: A statement of whole documents.
    /// - Returns: A sequence for one task.
    /// - Throws: Nothing. An error of ``records(selectedBy:)`` is an element of the sequence.
    public func observedRecords(
        selectedBy statement: SelectStatement
    ) throws -> AsyncStream<Result<[ObservedRecord], any Error>> {
        StatementObservation.results(of: self, selectedBy: statement)
    }

    /// Returns the results of ``observedRecords(selectedBy:)``.
    ///
    /// - Parameter statement: A statement of whole documents.
    /// - Returns: The results, for one task.
    /// - Throws: The errors of ``observedRecords(selectedBy:)``.
    public func observedLists(selectedBy statement: SelectStatement) throws -> ObservedLists {
        ObservedLists(try observedRecords(selectedBy: statement))
    }

    /// Calls a closure with every live document, and throws the error of a damaged one.
    ///
    /// - Parameters:
    ///   - onDamage: A closure that is not called.
    ///   - body: A closure that receives a document.
    /// - Throws: Any error that the closure throws, or the errors of
    ///   ``DocumentStore/forEachPage(selectedBy:_:)``.
    /// - Complexity: O(*n*) in the number of documents.
    public func forEachRecord(
        onDamage: (String, QuireError) throws -> Void, _ body: (DocumentRecord) throws -> Void
    ) throws {
        try database.snapshot {
            try forEachPage(selectedBy: SelectStatement([.star], from: .own)) { page in
                for record in page { try body(record) }
            }
        }
    }

    /// Calls a closure with every live document, and throws the error of a damaged one.
    ///
    /// - Parameter body: A closure that receives a document.
    /// - Throws: Any error that the closure throws, or the errors of
    ///   ``DocumentStore/forEachPage(selectedBy:_:)``.
    /// - Complexity: O(*n*) in the number of documents.
    public func forEachRecord(_ body: (DocumentRecord) throws -> Void) throws {
        try forEachRecord(onDamage: { throw $1 }, body)
    }
}

/// The blob storage of an engine that does not support blobs.
private struct MissingBlobStorage: BlobStorage {
    let location: String
    private let error: QuireError

    init(_ location: String, _ error: QuireError) {
        self.location = location
        self.error = error
    }

    func install(_ content: Data) throws -> InstalledBlob { throw error }
    func install(readingFrom stream: InputStream) throws -> InstalledBlob { throw error }
    func install(contentsOf file: URL) throws -> InstalledBlob { throw error }
    func length(of digest: BlobDigest) throws -> UInt64? { throw error }
    func read(_ digest: BlobDigest, length: UInt64?) throws -> Data? { throw error }
}
