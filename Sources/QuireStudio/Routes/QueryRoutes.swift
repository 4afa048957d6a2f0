import Fleece
import Quire
import QuireFormats
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
            let writer = JSONWriter(format: DocumentDescription.format)
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
        return try await context.run(within: .seconds(10)) {
            try context.database.requireCapability(.explanations)
            let text = try context.database.explanation(of: query.statement())
            let lines = text.split(separator: "\n").map { line -> JSONNode in
                .object([("text", .string(String(line))), ("children", .array([]))])
            }
            return StudioResponse(
                json: .object([
                    ("text", .string(text)), ("plan", .array(lines)), ("advice", .array([])),
                ]))
        }
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
