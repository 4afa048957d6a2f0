package import Foundation
package import Quire

/// Statistics about a database folder.
package struct BundleSummary: Sendable {
    /// Statistics about a collection.
    package struct Collection: Sendable {
        /// The full name; the name of the default scope is omitted.
        package let name: String
        /// The number of live documents.
        package var documentCount = 0
        /// The number of tombstones.
        package var tombstoneCount = 0
        /// The number of documents with an expiration date.
        package var expiringCount = 0
        /// The total size of all document bodies in bytes.
        package var bodyBytes: Int64 = 0
        /// The sequence of the last change.
        package var lastSequence: Int64 = 0
    }

    /// The stored definition of an index.
    package struct Index: Sendable {
        /// The index's name.
        package let name: String
        /// The full name of the collection; the name of the default scope is omitted.
        package let collection: String
        /// The kind: `value`, `full-text`, `array`, or the name of an unknown kind.
        package let kind: String
        /// The path of the arrays whose items are indexed; `nil` unless it is an array index.
        package let arrays: String?
        /// The indexed expression, as specified; empty if the array items themselves are indexed.
        package let expression: String
        /// The condition for documents in the index, as specified; `nil` for all documents.
        package let condition: String?
        /// The dimensions and the metric of an index of vectors.
        package let vectors: String?
        /// How many documents an index of vectors contains, if it was determined.
        package var status: NearestIndexStatus?

        package init(
            name: String, collection: String, kind: String, arrays: String?, expression: String,
            condition: String?, vectors: String? = nil
        ) {
            self.name = name
            self.collection = collection
            self.kind = kind
            self.arrays = arrays
            self.expression = expression
            self.condition = condition
            self.vectors = vectors
        }

        /// The definition in one line.
        package var definition: String {
            var text = [arrays, expression].compactMap { $0 }.filter { !$0.isEmpty }
                .joined(separator: ": ")
            if let condition { text += " WHERE \(condition)" }
            if let vectors { text += " (\(vectors))" }
            return text
        }
    }

    /// The path of the database folder.
    package let path: String
    /// The version of the schema, `user_version`.
    package let schemaVersion: Int64
    /// Whether revisions are version vectors, as in Couchbase Lite 4, rather than revision trees.
    package let hasVersionVectors: Bool
    /// Whether opening the database for writing would upgrade it.
    package let isOutdated: Bool
    /// The UUID that identifies the database to other databases, if it has been assigned.
    package let publicUUID: UUID?
    /// The journal mode of SQLite, such as `wal`.
    package let journalMode: String
    /// The size of the database file in bytes.
    package let fileBytes: Int64
    /// The size of the write-ahead log in bytes.
    package let logBytes: Int64
    /// The size of the unused pages of the file in bytes.
    package let freeBytes: Int64
    /// The collections, the default one first.
    package let collections: [Collection]
    /// The indexes, sorted by name.
    package let indexes: [Index]
    /// The shared keys, indexed by number.
    package let sharedKeys: [String]
    /// The number of blob files.
    package let blobCount: Int
    /// The total size of the blob files in bytes.
    package let blobBytes: Int64

    /// Creates a summary of a database.
    ///
    /// - Parameter reader: The database.
    /// - Throws: ``QuireError`` if the file cannot be used, or with code `corruptData`.
    /// - Complexity: O(*n*) in the size of the database.
    package init(_ reader: BundleReader) throws {
        let sqlite = reader.sqlite
        try reader.checkIsNotEmpty()
        isOutdated = try reader.isOutdated()
        path = reader.path
        schemaVersion = try reader.schemaVersion()
        hasVersionVectors = try reader.versioning() == DatabaseSchema.versionVectors
        publicUUID = try InfoRow.publicUUID.read(on: sqlite).flatMap(Self.uuid)
        let mode = try sqlite.prepare("PRAGMA journal_mode", purpose: "read the settings")
        journalMode = try mode.step() ? mode.string(at: 0) : ""
        let pageSize = try sqlite.integer("PRAGMA page_size", purpose: "read the settings") ?? 0
        let free = try sqlite.integer("PRAGMA freelist_count", purpose: "read the settings") ?? 0
        freeBytes = free * pageSize
        fileBytes = Self.length(of: path + "/db.sqlite3")
        logBytes = Self.length(of: path + "/db.sqlite3-wal")
        collections = try reader.allTables().map {
            try Self.collection($0.name, tables: $0.tables, reader: reader)
        }
        indexes = try Index.list(reader, withStatus: true)
        sharedKeys = try reader.sharedKeys().names
        (blobCount, blobBytes) = try reader.blobs.totals()
    }

    private static func collection(
        _ name: CollectionName, tables: CollectionTables, reader: BundleReader
    ) throws -> Collection {
        var collection = Collection(name: name.fullName)
        for (table, isLive) in try tables.tables(on: reader.sqlite) {
            let columns = try reader.columns(
                of: isLive ? tables.liveTableName : tables.tombstoneTableName)
            let expiring: SQLText = columns.contains("expiration") ? "count(expiration)" : "0"
            let statement = try reader.sqlite.prepare(
                """
                SELECT count(*), sum(flags & 1), \(expiring), sum(length(body)) FROM \(table)
                """, purpose: "count the documents of \(name.fullName)")
            guard try statement.step() else { continue }
            let deleted = Int(clamping: statement.int64(at: 1))
            collection.documentCount += isLive ? Int(clamping: statement.int64(at: 0)) - deleted : 0
            collection.tombstoneCount += deleted
            collection.expiringCount += Int(clamping: statement.int64(at: 2))
            collection.bodyBytes += statement.int64(at: 3)
        }
        collection.lastSequence = try reader.lastSequence(of: tables) ?? 0
        return collection
    }

    private static func uuid(_ bytes: [UInt8]) -> UUID? {
        guard bytes.count == 16 else { return nil }
        return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }

    private static func length(of path: String) -> Int64 {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return (attributes?[.size] as? NSNumber)?.int64Value ?? 0
    }
}
