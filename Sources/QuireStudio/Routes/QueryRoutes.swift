import Fleece
import Quire
import QuireFormats
import QuireInspection
import SQLPlusPlus

/// The answers about SQL++ statements.
enum QueryRoutes {
    private static let defaultLimit = 1_000
    private static let maximumLimit: Int64 = 100_000

    @Sendable static func run(
        _ context: StudioContext, _ request: StudioRequest
    ) async throws -> StudioResponse {
        let object = try request.object()
        let query = try StudioQuery(object)
        let limit = try object.integer("limit", in: 1...maximumLimit) ?? defaultLimit
        let seconds = try object.number("timeout", upTo: 600) ?? 10
        return try await context.run(within: .seconds(seconds)) {
            let begin = ContinuousClock.now
            let rows = try context.database.query(
                query.statement(limitedTo: limit + 1))
            var nodes: [JSONNode] = []
            var count = 0
            let writer = JSONWriter(format: DocumentJSON.format)
            for row in rows {
                count += 1
                if count > limit { break }
                nodes.append(
                    .array(try (0..<row.count).map { try Self.node(row[$0], writer) }))
                guard !BlockingWork.isCanceled else { throw CancellationError() }
            }
            let time = ContinuousClock.now - begin
            return StudioResponse(
                json: .object([
                    ("columns", .array(rows.columnNames.map { .string($0) })),
                    ("rows", .array(nodes)),
                    ("truncated", .bool(count > limit)),
                    ("time", .raw(time.jsonSeconds)),
                    ("rowCount", .integer(Int64(nodes.count))),
                ]))
        }
    }

    @Sendable static func explain(
        _ context: StudioContext, _ request: StudioRequest
    ) async throws -> StudioResponse {
        let query = try StudioQuery(request.object())
        let typeKey = context.typeKey
        return try await context.run(within: .seconds(10)) {
            try context.database.requireCapability(.explanations)
            let statement = try query.statement()
            let text = try context.database.explanation(of: statement)
            let plan = QueryPlanNode.plan(text)
            let advice = try IndexAdvice.list(
                for: statement, in: context.database, typeKey: typeKey)
            let remarks = plan.remarks.split(separator: "\n").map { JSONNode.string(String($0)) }
            return StudioResponse(
                json: .object([
                    ("text", .string(text)), ("plan", .array(plan.steps.map(node))),
                    ("advice", .array(advice.map(node))), ("remarks", .array(remarks)),
                ]))
        }
    }

    private static func node(_ step: QueryPlanNode) -> JSONNode {
        .object([
            ("text", .string(step.text)), ("children", .array(step.children.map(node))),
        ])
    }

    private static func node(_ advice: IndexAdvice) -> JSONNode {
        let properties = advice.properties.joined(separator: ", ")
        return .object([
            ("message", .string("An index on \(properties) would help.")),
            (
                "create",
                .object([
                    ("collection", .string(advice.collection)), ("name", .string(advice.name)),
                    ("properties", .array(advice.properties.map { .string($0) })),
                ])
            ),
        ])
    }

    /// Returns the JSON of a value in a row.
    ///
    /// A missing value differs from null.
    private static func node(_ value: FleeceValue?, _ writer: JSONWriter) throws -> JSONNode {
        guard let value else { return .object([("$missing", .bool(true))]) }
        writer.removeAll()
        try writer.write(value)
        return .raw(writer.text)
    }
}

extension Duration {
    /// The number of seconds as JSON.
    var jsonSeconds: String {
        let (seconds, attoseconds) = components
        return "\(Double(seconds) + Double(attoseconds) / 1e18)"
    }
}
