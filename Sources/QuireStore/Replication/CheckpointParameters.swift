import Fleece
import Foundation

/// What distinguishes the checkpoints of a database.
///
/// Two replications have the same checkpoint if they replicate the same documents of the same
/// collection with the same remote database.
package struct CheckpointParameters: Hashable, Sendable {
    /// The name of the remote database: its URL, or another unique text.
    package var remote: String
    /// The name of the collection.
    package var collection: String
    /// The name of the scope.
    package var scope: String
    /// Whether the replication pulls.
    package var pulls: Bool
    /// Whether the replication pushes.
    package var pushes: Bool
    /// The channels of the pull, if they are restricted.
    package var channels: [String]
    /// The IDs of the documents, if they are restricted.
    package var documentIDs: [String]

    /// Creates the parameters of a replication.
    ///
    /// - Parameters:
    ///   - remote: The name of the remote database.
    ///   - collection: The name of the collection.
    ///   - scope: The name of the scope.
    ///   - pulls: Whether the replication pulls.
    ///   - pushes: Whether the replication pushes.
    ///   - channels: The channels of the pull; empty for all.
    ///   - documentIDs: The IDs of the documents; empty for all.
    package init(
        remote: String, collection: String = DocumentCollection.defaultCollectionName,
        scope: String = DocumentCollection.defaultCollectionName, pulls: Bool = true,
        pushes: Bool = true, channels: [String] = [], documentIDs: [String] = []
    ) {
        self.remote = remote
        self.collection = collection
        self.scope = scope
        self.pulls = pulls
        self.pushes = pushes
        self.channels = channels
        self.documentIDs = documentIDs
    }

    private var isOfDefaultCollection: Bool {
        let name = DocumentCollection.defaultCollectionName
        return collection == name && scope == name
    }

    /// Returns the checkpoint ID, which is the same as Couchbase Lite's.
    ///
    /// - Parameters:
    ///   - uuid: The 16 bytes of the private UUID of the local database.
    ///   - remote: The name of the remote database, or `nil` for ``remote``.
    /// - Returns: `cp-` and a digest in base64.
    /// - Throws: ``FleeceError`` if the parameters are too large.
    func checkpointID(uuid: [UInt8], remote: String? = nil) throws -> String {
        let writer = FleeceWriter()
        writer.beginArray()
        writer.write(uuid.withUnsafeBytes { writer.encode(utf8: $0) })
        if !isOfDefaultCollection {
            writer.write(collection)
            writer.write(scope)
            writer.write(pulls)
            writer.write(pushes)
        }
        writer.write(remote ?? self.remote)
        if !channels.isEmpty || !documentIDs.isEmpty {
            write(channels, to: writer)
            // A filter of the server and its parameters, which Quire doesn't use.
            writer.writeNull()
            writer.writeNull()
            write(documentIDs, to: writer)
        }
        writer.endArray()
        let bytes = try writer.finish()
        if isOfDefaultCollection {
            var hash = SHA1()
            hash.update(bytes)
            return "cp-" + Data(hash.digest).base64EncodedString()
        }
        var hash = SHA256()
        hash.update(bytes)
        return "cp-" + Data(hash.digest).base64EncodedString()
    }

    private func write(_ texts: [String], to writer: FleeceWriter) {
        guard !texts.isEmpty else { return writer.writeNull() }
        writer.beginArray()
        for text in texts { writer.write(text) }
        writer.endArray()
    }

    /// The names of the remote database under which other versions of Couchbase Lite may have stored
    /// a checkpoint: with the default port of the URL, and without it.
    var remotesWithOtherPorts: [String] {
        guard var url = URLComponents(string: remote), url.host != nil,
            let port = ["ws": 80, "http": 80, "wss": 443, "https": 443][url.scheme ?? ""]
        else { return [] }
        switch url.port {
        case nil: url.port = port
        case port: url.port = nil
        default: return []
        }
        return url.string.map { [$0] } ?? []
    }
}

extension ReplicationStore {
    /// Returns the IDs under which a checkpoint may be stored.
    ///
    /// - Parameter parameters: The parameters of the replication.
    /// - Returns: The ID for new checkpoints, followed by IDs under which the database, or the one
    ///   from which it was copied, may have stored earlier ones.
    /// - Throws: ``QuireError`` with code `notOpen`, or another code if SQLite reports an error.
    package func checkpointIDs(for parameters: CheckpointParameters) throws -> [String] {
        let current = try uuid(.privateUUID)
        let previous = try database.read { try InfoRow.previousPrivateUUID.read(on: $0.sqlite) }
        var ids: [String] = []
        for uuid in [current, previous].compactMap({ $0 }) {
            for remote in [parameters.remote] + parameters.remotesWithOtherPorts {
                let id = try parameters.checkpointID(uuid: uuid, remote: remote)
                if !ids.contains(id) { ids.append(id) }
            }
        }
        return ids
    }
}
