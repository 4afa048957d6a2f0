import Quire
import QuireFormats
import QuireInspection
import SQLPlusPlus

/// The answers about the shapes of documents.
enum SchemaRoutes {
    private static let defaultSample = 1_000
    private static let maximumSample: Int64 = 1_000_000
    private static let exampleLength = 200

    @Sendable static func survey(
        _ context: StudioContext, _ request: StudioRequest
    ) async throws -> StudioResponse {
        let collection = try request.parameter("collection")
        let sample = try sample(request)
        let typeKey = context.typeKey
        return try await context.run(within: .seconds(60)) {
            let store = try context.store(collection)
            let total = try store.count(where: .literal(.boolean(true)))
            var survey = SchemaSurvey(typeKey: typeKey)
            var sampled = 0
            // Every document of a small collection, otherwise those whose IDs come first.
            let statement = SelectStatement(
                [.star], from: CollectionSource("_"),
                orderedBy: [OrderingTerm(.metadata(.id, of: nil))],
                limit: .literal(.integer(Int64(sample))))
            try store.forEachPage(selectedBy: statement) { page in
                for record in page { survey.add(record) }
                sampled += page.count
                if BlockingWork.isCanceled { throw CancellationError() }
            }
            let name = QualifiedCollectionName(collection).collection
            let types = survey.types.map { type -> JSONNode in
                .object([
                    ("name", type.name.map { .string($0) } ?? .null),
                    ("count", .integer(Int64(type.shape.count))),
                    ("properties", .array(properties(of: type.shape))),
                    (
                        "swift",
                        .string(SwiftModel(type, in: survey, collection: name).text)
                    ),
                ])
            }
            return StudioResponse(
                json: .object([
                    ("types", .array(types)), ("sampled", .integer(Int64(sampled))),
                    ("total", .integer(Int64(total))),
                ]))
        }
    }

    private static func sample(_ request: StudioRequest) throws -> Int {
        guard let text = request.target.query["sample"] else { return defaultSample }
        guard let number = Int64(text), 1...maximumSample ~= number else {
            throw StudioError.invalidRequest(
                "sample is not an integer from 1 to \(maximumSample).")
        }
        return Int(number)
    }

    private static func properties(of shape: Shape) -> [JSONNode] {
        var nodes: [JSONNode] = []
        add(shape, "", of: max(shape.count, 1), to: &nodes)
        return nodes
    }

    private static func add(
        _ shape: Shape, _ path: String, of all: Int, to nodes: inout [JSONNode]
    ) {
        for (key, field) in shape.fields {
            let name = DocumentPath.text(path, appending: key)
            nodes.append(node(field, name, of: all))
            add(field, name, of: max(field.count, 1), to: &nodes)
        }
        guard let items = shape.items, items.count > 0 else { return }
        nodes.append(node(items, "\(path)[]", of: items.count))
        add(items, "\(path)[]", of: items.count, to: &nodes)
    }

    private static func node(_ shape: Shape, _ path: String, of all: Int) -> JSONNode {
        let kinds = shape.presentKinds.map { kind -> JSONNode in
            .object([
                ("kind", .string(kind.rawValue)),
                ("count", .integer(Int64(shape.kinds[kind] ?? 0))),
            ])
        }
        let examples = shape.examples.map { text -> JSONNode in
            // A string that is too long is shown without its end.
            text.count > exampleLength ? .string(text.prefix(exampleLength) + "…") : .raw(text)
        }
        return .object([
            ("path", .string(path)), ("kinds", .array(kinds)),
            ("format", shape.format.map { .string($0.rawValue) } ?? .null),
            ("count", .integer(Int64(shape.count))),
            ("share", .raw("\(Double(shape.count) / Double(all))")),
            ("examples", .array(examples)),
        ])
    }
}
