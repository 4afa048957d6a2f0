#if Replication
    import Foundation
    import Quire

    /// The text of a document for comparisons with the peer.
    enum PeerDocument {
        static func text(
            version: String, isDeleted: Bool, body: [String: Any]
        ) throws -> String {
            let json = try JSONSerialization.data(
                withJSONObject: body, options: [.sortedKeys, .withoutEscapingSlashes])
            let text = String(decoding: json, as: UTF8.self)
            return "\(version) \(isDeleted ? "deleted" : text)"
        }

        /// The documents and tombstones of a database.
        static func all(in database: Database) throws -> [String: String] {
            let collection = try database.defaultCollection()
            var documents: [String: String] = [:]
            for change in try collection.replicationChanges(since: 0, limit: 100_000, remote: nil) {
                let json = try collection.document(id: change.id)?.toJSON() ?? "{}"
                let body = try JSONSerialization.jsonObject(with: Data(json.utf8))
                documents[change.id] = try text(
                    version: change.version, isDeleted: change.isDeleted,
                    body: body as? [String: Any] ?? [:])
            }
            return documents
        }
    }
#endif
