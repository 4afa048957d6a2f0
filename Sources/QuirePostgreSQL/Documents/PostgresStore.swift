#if PostgreSQL
    import Foundation
    public import QuireModels

    /// A collection of documents on a PostgreSQL server.
    ///
    /// ```swift
    /// let database = try PostgresDatabase(connectionString: "postgresql://app@db.example.com/travel")
    /// let hotels = try database.createStore(named: "hotels", scope: nil).repository(of: Hotel.self)
    /// ```
    ///
    /// A save outside a transaction is one or two statements, without a transaction of several
    /// statements: the statement that writes also checks the revision.
    public final class PostgresStore: DocumentStore {
        /// The name of the store within its database, such as `_default.hotels`.
        public let fullName: String

        let owner: PostgresDatabase
        let statements: DocumentStatements
        let storedIndexes: StoredIndexes

        init(_ fullName: String, in owner: PostgresDatabase) {
            self.fullName = fullName
            self.owner = owner
            storedIndexes = StoredIndexes(owner.layout, fullName: fullName)
            statements = owner.statements(of: fullName)
        }

        /// A description of the store for error messages.
        public var location: String { "collection \(fullName) of \(owner.location)" }

        /// The database that contains the store.
        public var database: any DocumentDatabase { owner }

        /// The optional features of the engine.
        public var capabilities: Set<EngineCapability> { owner.capabilities }

        /// The storage for the contents of blobs, which is a table.
        public var blobStorage: (any BlobStorage)? { owner.blobs }

        // MARK: Reading

        /// Reads a live document.
        ///
        /// - Parameter id: The document's ID.
        /// - Returns: The document, or `nil` if it does not exist or is deleted.
        /// - Throws: `QuireError` with code `corruptData` if the document is damaged, `notOpen`, or an
        ///   error of the server.
        public func record(id: String) throws -> DocumentRecord? {
            guard !id.containsNul else { return nil }
            let rows = try owner.query { try $0.rows(statements.byID, [.text(id)]) }
            return try rows.first.flatMap { try StoredRow($0, self).record() }
        }

        /// Reads live documents from one snapshot of the store.
        ///
        /// - Parameter ids: The documents' IDs.
        /// - Returns: The existing documents, in the order of the IDs.
        /// - Throws: The same errors as ``record(id:)``.
        /// - Complexity: O(*n*) in the number of IDs.
        public func records(ids: [String]) throws -> [DocumentRecord] {
            // An ID with this character cannot be stored.
            let valid = ids.filter { !$0.containsNul }
            let rows = try owner.query { try $0.rows(statements.liveByIDs, [.textArray(valid)]) }
            let records = try rows.compactMap { try StoredRow($0, self).record() }
            let byID = Dictionary(records.map { (DocumentIDKey($0.id), $0) }) { first, _ in first }
            return ids.compactMap { byID[DocumentIDKey($0)] }
        }

        /// Returns the current revision of a document or tombstone, the only one that the store keeps.
        ///
        /// - Parameter id: The document's ID.
        /// - Returns: The revision, or an empty array if the store contains neither.
        /// - Throws: The same errors as ``record(id:)``.
        public func revisions(of id: String) throws -> [StoredRevision] {
            guard let row = try row(of: id) else { return [] }
            if let record = try row.record() { return [StoredRevision(record)] }
            let revision = row.revision
            return [
                StoredRevision(
                    revision.revisionID, sequence: revision.sequence, isDeletion: true)
            ]
        }

        /// Reads a document or tombstone on the primary server.
        func row(of id: String) throws -> StoredRow? {
            guard !id.containsNul else { return nil }
            let rows = try owner.read { try $0.rows(statements.byID, [.text(id)]) }
            return try rows.first.map { try StoredRow($0, self) }
        }

        // MARK: Changes

        /// Returns a sequence of document IDs changed by future transactions of the store.
        ///
        /// Changes of other programs are received after a notification, or at the polling interval.
        /// Their elements can contain the changes of several transactions. A program that cannot reach
        /// the server for more than a day may miss documents that others purge.
        ///
        /// - Returns: A sequence for one task. It ends when the database is closed or released.
        public func changedDocumentIDs() -> AsyncStream<[String]> {
            owner.changes(of: fullName)
        }
    }

    /// A stored document or tombstone.
    struct StoredRow {
        let revision: SavedRevision
        /// Whether the row is a tombstone.
        let isDeleted: Bool

        private let row: PostgresRow
        private let store: PostgresStore

        /// Reads the columns of `DocumentStatements.columns`, beginning with the first one.
        init(_ row: PostgresRow, _ store: PostgresStore) throws {
            revision = try Self.revision(row, store)
            isDeleted = try row.integer(3) & 1 != 0
            self.row = row
            self.store = store
        }

        /// Reads the live document, or returns `nil` if the row is a tombstone.
        ///
        /// Most writes need the revision alone, so the body is read only on demand.
        ///
        /// - Throws: `QuireError` with code `corruptData` if the body is damaged.
        /// - Complexity: O(*n*) in the size of the body.
        func record() throws -> DocumentRecord? {
            if isDeleted { return nil }
            return DocumentRecord(
                id: revision.id, revisionID: revision.revisionID, sequence: revision.sequence,
                body: try PostgresBody.read(
                    row, bodyColumn: 4, exactColumn: 5, of: revision.id, in: store.location))
        }

        /// Reads the first three columns: the ID, the sequence and the revision.
        static func revision(_ row: PostgresRow, _ store: PostgresStore) throws -> SavedRevision {
            let id = row.text(0)
            guard let revisionID = RevisionID(row.text(2)) else {
                throw QuireError(
                    .corruptRevisionData,
                    "The revision of document \(id.debugDescription) in \(store.location) is damaged."
                )
            }
            return SavedRevision(
                id: id, revisionID: revisionID, sequence: UInt64(clamping: try row.integer(1)))
        }
    }
#endif
