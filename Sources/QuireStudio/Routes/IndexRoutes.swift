import Quire
import QuireFormats
import QuireInspection

/// The answers about indexes.
enum IndexRoutes {
    @Sendable static func list(
        _ context: StudioContext, _ request: StudioRequest
    ) async throws -> StudioResponse {
        try await context.run {
            try context.database.requireCapability(.indexes)
            let nodes = try context.database.stores().flatMap { store -> [JSONNode] in
                let definitions = try store.indexDefinitions()
                return try store.indexes().map { name in
                    let definition = definitions.first { $0.name == name }
                    return node(name, definition?.configuration, in: store)
                }
            }
            return StudioResponse(json: .object([("indexes", .array(nodes))]))
        }
    }

    @Sendable static func create(
        _ context: StudioContext, _ request: StudioRequest
    ) async throws -> StudioResponse {
        let object = try request.object()
        let collection = try object.requiredString("collection")
        let name = try object.requiredString("name")
        let configuration = try configuration(object)
        return try await context.run {
            let store = try context.store(collection)
            try store.requireCapability(.indexes)
            try store.createIndex(withName: name, config: configuration)
            return StudioResponse(201, json: node(name, configuration, in: store))
        }
    }

    @Sendable static func delete(
        _ context: StudioContext, _ request: StudioRequest
    ) async throws -> StudioResponse {
        let collection = try request.parameter("collection")
        let name = try request.parameter("name")
        return try await context.run {
            let store = try context.store(collection)
            guard try store.indexes().contains(name) else {
                throw StudioError.notFound("There is no index \(name.debugDescription).")
            }
            try store.deleteIndex(forName: name)
            return .noContent
        }
    }

    private static func configuration(
        _ object: RequestObject
    ) throws -> any IndexConfiguration {
        let expressions = try object.strings("expressions") ?? []
        let condition = try object.string("where")
        let kind = try object.string("kind") ?? "value"
        switch kind {
        case "value":
            return ValueIndexConfiguration(
                expressions, where: condition, isUnique: try object.boolean("unique"),
                uniqueTypes: try object.strings("uniqueTypes"))
        case "fullText":
            return FullTextIndexConfiguration(
                expressions, where: condition, ignoreAccents: try object.boolean("ignoreAccents"),
                language: try object.string("language"))
        case "array":
            guard condition == nil else {
                throw StudioError.invalidRequest("An array index has no condition.")
            }
            return ArrayIndexConfiguration(
                path: try object.requiredString("path"),
                expressions: expressions.isEmpty ? nil : expressions)
        default:
            throw StudioError.invalidRequest(
                "There is no kind of index \(kind.debugDescription).")
        }
    }

    private static func node(
        _ name: String, _ configuration: (any IndexConfiguration)?, in store: any DocumentStore
    ) -> JSONNode {
        var kind = "unknown"
        var expressions: [String] = []
        var condition: String?
        var others: [(key: String, value: JSONNode)] = []
        switch configuration {
        case let value as ValueIndexConfiguration:
            (kind, expressions, condition) = ("value", value.expressions, value.whereClause)
            others.append(("unique", .bool(value.isUnique)))
            if let types = value.uniqueTypes {
                others.append(("uniqueTypes", .array(types.map { .string($0) })))
            }
        case let text as FullTextIndexConfiguration:
            (kind, expressions, condition) = ("fullText", text.expressions, text.whereClause)
            others.append(("language", text.language.map { .string($0) } ?? .null))
        case let array as ArrayIndexConfiguration:
            (kind, expressions) = ("array", array.expressions ?? [])
            others.append(("path", .string(array.path)))
        case let nearest as NearestIndexConfiguration:
            (kind, expressions) = ("nearest", [nearest.expression])
            others.append(("dimensions", .integer(Int64(nearest.dimensions))))
            others.append(("metric", .string(nearest.metric.name)))
        default: break
        }
        return .object(
            [
                ("collection", .string(store.fullName)), ("name", .string(name)),
                ("kind", .string(kind)),
                ("expressions", .array(expressions.map { .string($0) })),
                ("where", condition.map { .string($0) } ?? .null),
            ] + others)
    }
}
