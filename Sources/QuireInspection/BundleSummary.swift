package import Foundation
import Quire

/// Statistics about a database folder.
package struct BundleSummary: Sendable {
    /// Statistics about a collection.
    package struct Collection: Sendable {
        /// The full name; the name of the default scope is omitted.
        package let name: String
        /// The number of live documents.
        package var documentCount = 0
        /// The number of deleted documents that left a tombstone.
        /// The number of tombstones.
        /// The number of documents with an expiration date.
        package var expiringCount = 0
        /// The bytes of all bodies.
        package var bodyBytes: Int64 = 0
        /// The sequence of the last change.
        package var lastSequence: Int64 = 0
    }

    /// An index as the file lists it.
    package struct Index: Sendable {
        /// The index's name.
        package let name: String
        /// The collection, with its scope unless that is the default one.
        package let collection: String
        /// The kind: `value`, `full-text`, `array`, or another one's name.
        package let kind: String
        /// The path of the arrays whose items are indexed; `nil` unless it is an array index.
        package let arrays: String?
        /// What is indexed, as it was given; empty for the items of the arrays themselves.
        package let expression: String
        /// Which documents are in the index, as it was given; `nil` for all.
        package let condition: String?

        /// All of it in a line.
        package var definition: String {
            var text = [arrays, expression].compactMap { $0 }.filter { !$0.isEmpty }
                .joined(separator: ": ")
            if let condition { text += " WHERE \(condition)" }
            return text
        }
    }

    /// The path of the folder.
    package let path: String
    /// The version of the schema, `user_version`.
    package let schemaVersion: Int64
    /// Whether the revisions are version vectors, Couchbase Lite 4's, or trees.
    package let hasVersionVectors: Bool
    /// Whether opening the database would bring it to today's form.
    package let isOutdated: Bool
    /// The name that the database goes by among others, if it has one yet.
    package let publicUUID: UUID?
    /// How changes come into the file: `wal`, or another one of SQLite's ways.
    package let journalMode: String
    /// The bytes of the file.
    package let fileBytes: Int64
    /// The bytes of the write-ahead log.
    package let logBytes: Int64
    /// The bytes of the file that nothing uses.
    package let freeBytes: Int64
    /// The collections, the default one first.
    package let collections: [Collection]
    /// The indexes by name.
    package let indexes: [Index]
    /// The shared keys, by number.
    package let sharedKeys: [String]
    /// The number of files with a blob's content.
    package let blobCount: Int
    /// The bytes of these files.
    package let blobBytes: Int64

    /// Gathers the numbers.
    ///
    /// - Parameter reader: The database.
    /// - Throws: ``QuireError`` that says why the file cannot be used, or `corruptData`.
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
        collections = try reader.keyStores().map {
            try Self.collection($0.name, $0.keyStore, reader)
        }
        indexes = try Index.list(reader)
        sharedKeys = try reader.sharedKeys().names
        (blobCount, blobBytes) = try reader.blobs.totals()
    }

    private static func collection(
        _ name: CollectionName, _ keyStore: KeyStore, _ reader: BundleReader
    ) throws -> Collection {
        var collection = Collection(name: name.fullName)
        for (table, isLive) in try keyStore.tables(on: reader.sqlite) {
            let columns = try reader.columns(
                of: isLive ? keyStore.liveTableName : keyStore.deadTableName)
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
        collection.lastSequence = try reader.lastSequence(of: keyStore) ?? 0
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
