import Fleece
import Quire
import QuireFormats

/// The answers about replication and its conflicts.
enum ConflictRoutes {
    @Sendable static func list(
        _ context: StudioContext, _ request: StudioRequest
    ) async throws -> StudioResponse {
        let database = try embedded(context)
        return try await context.run {
            var nodes: [JSONNode] = []
            for scope in try database.scopes() {
                for collection in try scope.collections() {
                    for id in try collection.openConflicts() {
                        guard let conflict = try collection.openConflict(of: id) else { continue }
                        nodes.append(try node(conflict, collection.fullName))
                    }
                }
            }
            return StudioResponse(json: .object([("conflicts", .array(nodes))]))
        }
    }

    @Sendable static func resolve(
        _ context: StudioContext, _ request: StudioRequest
    ) async throws -> StudioResponse {
        let database = try embedded(context)
        let object = try request.object()
        let name = try object.requiredString("collection")
        let id = try object.requiredString("id")
        let resolution = try resolution(object)
        return try await context.run {
            let parts = QualifiedCollectionName(name)
            guard
                let collection = try database.collection(
                    name: parts.collection, scope: parts.scope),
                let conflict = try collection.openConflict(of: id)
            else {
                throw StudioError.notFound("Document \(id.debugDescription) has no conflict.")
            }
            guard try collection.resolve(conflict, resolution) else {
                throw StudioError(
                    409, .conflict,
                    message: "Document \(id.debugDescription) has changed in the meantime.")
            }
            return .noContent
        }
    }

    @Sendable static func replication(
        _ context: StudioContext, _ request: StudioRequest
    ) async throws -> StudioResponse {
        let database = try embedded(context)
        return try await context.run {
            let store = ReplicationStore(database)
            let remotes = try store.remoteNames.map { name -> JSONNode in
                let number = try store.remoteNumber(named: name)
                let pending = try pendingCount(of: number, in: database)
                return .object([("url", .string(name)), ("pending", .integer(Int64(pending)))])
            }
            return StudioResponse(json: .object([("remotes", .array(remotes))]))
        }
    }

    /// The number of documents and tombstones of which a remote database has no revision, or another
    /// one.
    private static func pendingCount(of remote: Int, in database: Database) throws -> Int {
        var count = 0
        for scope in try database.scopes() {
            for collection in try scope.collections() {
                var last: UInt64 = 0
                while true {
                    let changes = try collection.replicationChanges(
                        since: last, limit: 1_000, remote: remote)
                    guard let end = changes.last else { break }
                    count += changes.count { $0.remoteVersion != $0.version }
                    last = end.sequence
                }
            }
        }
        return count
    }

    private static func embedded(_ context: StudioContext) throws -> Database {
        guard let database = context.database as? Database else {
            throw StudioError.unsupported(
                "\(context.database.engineName) does not support replication.")
        }
        return database
    }

    private static func resolution(_ object: RequestObject) throws -> ConflictResolution {
        switch try object.requiredString("keep") {
        case "local": return .keepLocal
        case "remote": return .keepRemote
        case "body":
            guard let body = try object.object("body") else {
                throw StudioError.invalidRequest("body is missing.")
            }
            return .merged { $0.write(copyOf: body.value) }
        default: throw StudioError.invalidRequest("keep is not local, remote or body.")
        }
    }

    private static func node(_ conflict: OpenConflict, _ collection: String) throws -> JSONNode {
        var remote = try side(conflict.other)
        remote.insert(("remote", .integer(Int64(conflict.remote))), at: 0)
        return .object([
            ("collection", .string(collection)), ("id", .string(conflict.id)),
            ("current", .object(try side(conflict.local))),
            ("remotes", .array([.object(remote)])),
            (
                "base",
                try conflict.base.map { .raw(try $0.body.value.json(DocumentJSON.format)) }
                    ?? .null
            ),
        ])
    }

    private static func side(
        _ side: OpenConflict.Side
    ) throws -> [(key: String, value: JSONNode)] {
        let body = try side.record.map { record -> JSONNode in
            .raw(try record.body.value.json(DocumentJSON.format))
        }
        return [("revision", .string(side.version)), ("body", body ?? .null)]
    }
}
