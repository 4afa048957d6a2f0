import Fleece
import Quire
import QuireFormats

/// The answers about one document.
enum DocumentRoutes {
    @Sendable static func get(
        _ context: StudioContext, _ request: StudioRequest
    ) async throws -> StudioResponse {
        let (collection, id) = try names(request)
        return try await context.run {
            let store = try context.store(collection)
            guard let node = try DocumentDescription(store, id: id)?.node else {
                throw StudioError.notFound("There is no document \(id.debugDescription).")
            }
            return StudioResponse(json: node)
        }
    }

    @Sendable static func put(
        _ context: StudioContext, _ request: StudioRequest
    ) async throws -> StudioResponse {
        let (collection, id) = try names(request)
        let body = try StudioRequest.object(inJSON: request.body)
        let precondition = try precondition(request)
        guard let precondition else {
            throw StudioError(
                428, .invalidRequest,
                message: "The request has neither If-Match with the revision nor If-None-Match: *.")
        }
        return try await context.run {
            let store = try context.store(collection)
            let result = try store.save { writer in
                writer.write(copyOf: body.value)
                return WriteTarget(id: id, if: precondition)
            }
            return try answer(
                result, status: precondition == .absent ? 201 : 200, id: id, in: store)
        }
    }

    @Sendable static func patch(
        _ context: StudioContext, _ request: StudioRequest
    ) async throws -> StudioResponse {
        let (collection, id) = try names(request)
        let edit = try DocumentEdit(request.object())
        let expected = try revision(request)
        return try await context.run {
            let store = try context.store(collection)
            let result = try context.database.inBatch { () throws -> SaveResult? in
                guard let record = try store.record(id: id) else { return nil }
                return try store.save { writer in
                    try edit.write(record, to: writer)
                    return WriteTarget(id: id, if: .existing(expected ?? record.revisionID))
                }
            }
            guard let result else { return try missing(id, expected, in: store) }
            return try answer(result, status: 200, id: id, in: store)
        }
    }

    @Sendable static func delete(
        _ context: StudioContext, _ request: StudioRequest
    ) async throws -> StudioResponse {
        let (collection, id) = try names(request)
        let expected = try revision(request)
        let isPurge = request.target.query["purge"] == "1"
        return try await context.run {
            let store = try context.store(collection)
            if isPurge { return try purge(id, expected, in: store) }
            let precondition = RevisionPrecondition.existing(expected)
            switch try store.delete(id: id, if: precondition) {
            case .deleted, .alreadyDeleted: return .noContent
            case .conflict(let conflict): return try self.conflict(conflict, of: id, in: store)
            }
        }
    }

    @Sendable static func setExpiration(
        _ context: StudioContext, _ request: StudioRequest
    ) async throws -> StudioResponse {
        let (collection, id) = try names(request)
        let text = try request.object().string("expiration")
        let date = try text.map { text in
            guard let date = DocumentDate.date(from: text) else {
                throw StudioError.invalidRequest("\(text.debugDescription) is not a date.")
            }
            return date
        }
        return try await context.run {
            let store = try context.store(collection)
            try store.requireCapability(.expiration)
            guard try store.setExpiration(date, of: id),
                let node = try DocumentDescription(store, id: id)?.node
            else { throw StudioError.notFound("There is no document \(id.debugDescription).") }
            return StudioResponse(json: node)
        }
    }

    // MARK: Parts

    private static func names(
        _ request: StudioRequest
    ) throws -> (collection: String, id: String) {
        (try request.parameter("collection"), try request.parameter("id"))
    }

    private static func revision(_ request: StudioRequest) throws -> RevisionID? {
        guard let text = try request.expectedRevision else { return nil }
        guard let revision = RevisionID(text) else {
            throw StudioError.invalidRequest("\(text.debugDescription) is not a revision.")
        }
        return revision
    }

    private static func precondition(_ request: StudioRequest) throws -> RevisionPrecondition? {
        if try request.requiresAbsence { return .absent }
        return try revision(request).map { .existing($0) }
    }

    private static func answer(
        _ result: SaveResult, status: Int, id: String, in store: any DocumentStore
    ) throws -> StudioResponse {
        switch result {
        case .saved:
            guard let node = try DocumentDescription(store, id: id)?.node else {
                throw StudioError.notFound("Document \(id.debugDescription) was deleted.")
            }
            return StudioResponse(status, json: node)
        case .conflict(let conflict): return try self.conflict(conflict, of: id, in: store)
        }
    }

    private static func conflict(
        _ conflict: WriteConflict, of id: String, in store: any DocumentStore
    ) throws -> StudioResponse {
        let error = conflict.error(in: store)
        // A revision that is missing was deleted or purged by another writer.
        let isStale = conflict.target.precondition != .existing(nil)
        let code: StudioError.Code = isStale ? .conflict : .notFound
        return try self.conflict(
            StudioError(isStale ? 409 : 404, code, message: error.message), of: id, in: store)
    }

    private static func conflict(
        _ error: StudioError, of id: String, in store: any DocumentStore
    ) throws -> StudioResponse {
        let current = try DocumentDescription(store, id: id)?.node
        return StudioResponse(
            error.status, json: .object([("error", error.node), ("current", current ?? .null)]))
    }

    private static func missing(
        _ id: String, _ expected: RevisionID?, in store: any DocumentStore
    ) throws -> StudioResponse {
        let message = "Document \(id.debugDescription) does not exist or was deleted."
        guard expected != nil else { throw StudioError.notFound(message) }
        return try conflict(StudioError(409, .conflict, message: message), of: id, in: store)
    }

    private static func purge(
        _ id: String, _ expected: RevisionID?, in store: any DocumentStore
    ) throws -> StudioResponse {
        try store.database.inBatch {
            if let expected, let current = try store.revisions(of: id).first?.revisionID,
                current != expected
            {
                let message = "Document \(id.debugDescription) was changed by another writer."
                return try conflict(
                    StudioError(409, .conflict, message: message), of: id, in: store)
            }
            guard try store.purge(id: id) else {
                throw StudioError.notFound("There is no document \(id.debugDescription).")
            }
            return .noContent
        }
    }
}
