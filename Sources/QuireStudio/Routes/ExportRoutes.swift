import Fleece
import Foundation
import Quire
import QuireFormats
import SQLPlusPlus

/// The export of documents to files.
enum ExportRoutes {
    private static let types: [DocumentFormat: String] = [
        .jsonl: "application/x-ndjson; charset=utf-8", .json: "application/json; charset=utf-8",
        .csv: "text/csv; charset=utf-8", .tsv: "text/tab-separated-values; charset=utf-8",
        .markdown: "text/markdown; charset=utf-8",
    ]

    @Sendable static func export(
        _ context: StudioContext, _ request: StudioRequest
    ) async throws -> StudioResponse {
        let object = try request.object()
        let name = try object.requiredString("collection")
        let filters = try object.objects("filters").map(DocumentFilter.init)
        let ids = try object.strings("ids")
        let formatName = try object.requiredString("format")
        guard let format = DocumentFormat(rawValue: formatName) else {
            throw StudioError.invalidRequest("There is no format \(formatName.debugDescription).")
        }
        let store = try await context.run { try context.store(name) }
        let ending = format == .markdown ? "md" : format.rawValue
        let fileName = QualifiedCollectionName(name).collection.filter { $0.isASCII && $0 != "\"" }
        return StudioResponse(
            200,
            headers: [
                ("Content-Disposition", "attachment; filename=\"\(fileName).\(ending)\"")
            ],
            type: types[format],
            body: .stream { output in
                try await BlockingStream.send(to: output) { bytes in
                    try format.write(to: bytes) { body in
                        try forEach(ids, filters: filters, in: store) { id, document in
                            try bytes.checkIsOpen()
                            try body(id, document)
                        }
                    }
                }
            })
    }

    /// Calls a closure with the exported documents.
    private static func forEach(
        _ ids: [String]?, filters: [DocumentFilter], in store: any DocumentStore,
        _ body: (String, FleeceDictionary) throws -> Void
    ) throws {
        if let ids {
            for start in stride(from: 0, to: ids.count, by: 500) {
                let page = try store.records(ids: Array(ids[start..<min(start + 500, ids.count)]))
                for record in page { try body(record.id, record.body) }
            }
            return
        }
        let statement = SelectStatement(
            [.star], from: CollectionSource("_"), where: DocumentFilter.condition(filters))
        try store.forEachPage(selectedBy: statement) { page in
            for record in page { try body(record.id, record.body) }
        }
    }
}
