import Fleece
import Foundation
import Quire
import QuireFormats
import QuireInspection

/// A document as the API describes it.
struct DocumentDescription {
    private let store: any DocumentStore
    private let record: DocumentRecord

    /// Reads a document.
    ///
    /// - Returns: `nil` if the document does not exist or is deleted.
    init?(_ store: any DocumentStore, id: String) throws {
        guard let record = try store.record(id: id) else { return nil }
        self.store = store
        self.record = record
    }

    /// The description as JSON.
    var node: JSONNode {
        get throws {
            let expiration =
                store.capabilities.contains(.expiration)
                ? try store.expiration(of: record.id) : nil
            return .object([
                ("id", .string(record.id)),
                ("collection", .string(store.fullName)),
                ("revision", .string(record.revisionID.description)),
                ("sequence", .integer(Int64(clamping: record.sequence))),
                ("flags", Self.flags(of: record)),
                ("expiration", Self.date(expiration)),
                ("body", .raw(try record.body.value.json(DocumentJSON.format))),
                ("size", .integer(Int64(record.body.storage.count))),
                (
                    "blobs",
                    .array(try MentionedBlob.all(in: record.body).map { try $0.node(store) })
                ),
                (
                    "revisions",
                    .array(try store.revisions(of: record.id).enumerated().map(Self.node))
                ),
            ])
        }
    }

    /// Returns the names of the flags of a document.
    static func flags(of record: DocumentRecord) -> JSONNode {
        var names: [JSONNode] = []
        if record.flags.contains(.deleted) { names.append(.string("deleted")) }
        if record.flags.contains(.conflicted) { names.append(.string("conflict")) }
        if record.flags.contains(.hasBlobs) { names.append(.string("blobs")) }
        return .array(names)
    }

    /// Returns a date as text of ISO 8601, or null.
    static func date(_ date: Date?) -> JSONNode {
        date.flatMap { DocumentDate.string(from: $0) }.map { .string($0) } ?? .null
    }

    private static func node(_ index: Int, _ revision: StoredRevision) -> JSONNode {
        let text = revision.revisionID.description
        var pairs: [(key: String, value: JSONNode)] = [("revision", .string(text))]
        if let mark = text.firstIndex(of: "@") {
            pairs.append(("author", .string(String(text[text.index(after: mark)...]))))
        }
        pairs.append(("time", date(revision.revisionID.date)))
        pairs.append(("current", .bool(index == 0)))
        if let isDeletion = revision.isDeletion { pairs.append(("deleted", .bool(isDeletion))) }
        pairs.append(("conflict", .bool(revision.isConflicting)))
        if !revision.remotes.isEmpty {
            pairs.append(("remotes", .array(revision.remotes.map { .integer(Int64($0)) })))
        }
        return .object(pairs)
    }
}
