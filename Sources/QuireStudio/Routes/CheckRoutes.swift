import Quire
import QuireFormats
import QuireInspection

/// The check of the files of a database.
enum CheckRoutes {
    @Sendable static func check(
        _ context: StudioContext, _ request: StudioRequest
    ) async throws -> StudioResponse {
        guard let database = context.database as? Database, let path = database.path else {
            throw StudioError.unsupported("Only databases in files are checked.")
        }
        return try await context.run(within: .seconds(600)) {
            var faults: [JSONNode] = []
            var notes: [JSONNode] = []
            let key = database.config.encryptionKey
            let totals = try BundleCheck.run(path: path, key: key) { finding in
                let node = JSONNode.object([
                    ("message", .string(finding.message)),
                    ("location", .string(finding.location)),
                ])
                if finding.isFault { faults.append(node) } else { notes.append(node) }
                if BlockingWork.isCanceled { throw CancellationError() }
            }
            return StudioResponse(
                json: .object([
                    ("faults", .array(faults)), ("notes", .array(notes)),
                    (
                        "checked",
                        .object([
                            ("documents", .integer(Int64(totals.documents))),
                            ("tombstones", .integer(Int64(totals.tombstones))),
                            ("blobs", .integer(Int64(totals.blobs))),
                            ("indexes", .integer(Int64(totals.indexes))),
                        ])
                    ),
                ]))
        }
    }
}
