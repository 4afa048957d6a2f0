import Fleece
import Foundation
import Quire
import QuireFormats
import SQLPlusPlus

/// The answers about the documents of a table.
enum PageRoutes {
    private static let timeLimit = Duration.seconds(30)

    @Sendable static func page(
        _ context: StudioContext, _ request: StudioRequest
    ) async throws -> StudioResponse {
        let page = try PageRequest(request.object())
        let typeKey = context.typeKey
        return try await context.run(within: timeLimit) {
            let begin = ContinuousClock.now
            let store = try context.store(page.collection)
            let result = try PageReader(store: store, request: page).page()
            let time = ContinuousClock.now - begin
            let documents = result.documents
            let cursors = [documents.last, documents.first].map { record in
                record.map { JSONNode.string(PageCursor($0, order: page.order).text) }
            }
            return StudioResponse(
                json: .object([
                    ("documents", .array(try nodes(documents, page.columns, in: store))),
                    ("next", result.hasNext ? cursors[0] ?? .null : .null),
                    ("previous", result.hasPrevious ? cursors[1] ?? .null : .null),
                    ("sql", .string(page.statement.description)),
                    ("swift", .string(SwiftFilterText(request: page, typeKey: typeKey).text)),
                    ("time", .raw(time.jsonSeconds)),
                ]))
        }
    }

    @Sendable static func count(
        _ context: StudioContext, _ request: StudioRequest
    ) async throws -> StudioResponse {
        let object = try request.object()
        let collection = try object.requiredString("collection")
        let filters = try object.objects("filters").map(DocumentFilter.init)
        return try await context.run(within: timeLimit) {
            let count = try context.store(collection).count(
                where: DocumentFilter.condition(filters) ?? .literal(.boolean(true)))
            return StudioResponse(json: .object([("count", .integer(Int64(count)))]))
        }
    }

    private static func nodes(
        _ documents: [DocumentRecord], _ columns: PropertySelection?, in store: any DocumentStore
    ) throws -> [JSONNode] {
        let hasExpiration = store.capabilities.contains(.expiration)
        let dates =
            hasExpiration
            ? try store.expirations(of: documents.map(\.id))
            : Array(repeating: nil, count: documents.count)
        return zip(documents, dates).map { record, date in
            var pairs: [(key: String, value: JSONNode)] = [
                ("id", .string(record.id)),
                ("revision", .string(record.revisionID.description)),
                ("sequence", .integer(Int64(clamping: record.sequence))),
                ("flags", DocumentDescription.flags(of: record)),
                ("expiration", DocumentDescription.date(date)),
            ]
            do {
                pairs.append(
                    (
                        "body",
                        try columns?.node(record.body)
                            ?? .raw(record.body.value.json(DocumentJSON.format))
                    ))
            } catch {
                // The other documents of the page are shown.
                pairs += [("body", .object([])), ("damage", .string("\(error)"))]
            }
            return .object(pairs)
        }
    }
}
