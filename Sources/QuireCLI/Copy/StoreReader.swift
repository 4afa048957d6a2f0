import Foundation
import Quire

/// The documents of a collection in the form in which they are copied and compared.
struct StoreReader {
    /// A document with its expiration date.
    struct Document {
        let record: DocumentRecord
        let expiration: Date?

        /// Returns whether another document has the same contents; revisions can differ.
        func isEqual(to other: Document) -> Bool {
            expiration == other.expiration
                && BodyEquality.areEqual(record.body, other.record.body)
        }
    }

    /// The number of documents that are in memory at a time, and the size of their bodies after
    /// which a page ends.
    private static let (pageCount, pageBytes) = (500, 4_000_000)

    let store: any DocumentStore

    /// The name of the collection for messages.
    var name: String { CollectionOption.name(of: store) }

    /// Calls a closure with pages of all documents that have not expired, from one snapshot.
    func forEachPage(_ body: ([Document]) throws -> Void) throws {
        var page: [DocumentRecord] = []
        var bytes = 0
        try store.forEachRecord { record in
            page.append(record)
            bytes += record.body.storage.count
            guard page.count == Self.pageCount || bytes >= Self.pageBytes else { return }
            try body(documents(page))
            (page, bytes) = ([], 0)
        }
        if !page.isEmpty { try body(documents(page)) }
    }

    private func documents(_ records: [DocumentRecord]) throws -> [Document] {
        let expirations = try store.expirations(of: records.map(\.id))
        let now = Date()
        // Expired documents are purged as soon as a program opens the database.
        return zip(records, expirations).map { Document(record: $0, expiration: $1) }
            .filter { $0.expiration.map { $0 > now } ?? true }
    }

    /// Returns the documents with the given IDs, which can have expired.
    func documents(ids: [String]) throws -> [DocumentIDKey: Document] {
        let records = try store.records(ids: ids)
        let expirations = try store.expirations(of: records.map(\.id))
        return Dictionary(
            zip(records, expirations).map {
                (DocumentIDKey($0.id), Document(record: $0, expiration: $1))
            }
        ) { first, _ in first }
    }

    /// Calls a closure with pages of the IDs of all tombstones.
    func forEachPageOfTombstones(_ body: ([String]) throws -> Void) throws {
        var last: UInt64 = 0
        while true {
            let page = try store.changes(since: last, limit: Self.pageCount)
            guard let end = page.last?.revision.sequence else { return }
            let deleted = page.filter(\.isDeleted).map(\.id)
            if !deleted.isEmpty { try body(deleted) }
            last = end
        }
    }

    /// Returns whether a document is deleted, or `nil` if the collection contains neither the
    /// document nor a tombstone.
    func isDeleted(_ id: String) throws -> Bool? {
        try store.revisions(of: id).first.map { $0.isDeletion == true }
    }
}
