import Quire
import QuireFormats

/// Changes of several documents in one transaction.
enum BulkRoutes {
    @Sendable static func delete(
        _ context: StudioContext, _ request: StudioRequest
    ) async throws -> StudioResponse {
        let object = try request.object()
        let collection = try object.requiredString("collection")
        let ids = try object.strings("ids") ?? []
        let isPurge = try object.boolean("purge")
        return try await context.run {
            let store = try context.store(collection)
            let count = try context.database.inBatch {
                var count = 0
                for id in ids {
                    if isPurge {
                        if try store.purge(id: id) { count += 1 }
                    } else if case .deleted = try store.delete(id: id, if: .existing(nil)) {
                        count += 1
                    }
                }
                return count
            }
            return StudioResponse(json: .object([("deleted", .integer(Int64(count)))]))
        }
    }

    @Sendable static func patch(
        _ context: StudioContext, _ request: StudioRequest
    ) async throws -> StudioResponse {
        let object = try request.object()
        let collection = try object.requiredString("collection")
        let ids = try object.strings("ids") ?? []
        let edit = try DocumentEdit(object)
        return try await context.run {
            let store = try context.store(collection)
            let count = try context.database.inBatch {
                var count = 0
                for id in ids {
                    guard let record = try store.record(id: id) else { continue }
                    let result = try store.save { writer in
                        try edit.write(record, to: writer)
                        return WriteTarget(id: id, if: .revision(record.revisionID))
                    }
                    try result.revision(in: store)
                    count += 1
                }
                return count
            }
            return StudioResponse(json: .object([("changed", .integer(Int64(count)))]))
        }
    }
}
