/// How SQLite begins to answer queries, kept until the file's schema changes.
///
/// A plan is found out by preparing the query once more, which takes longer than many a query runs.
struct QueryPlans {
    /// The most plans that are kept.
    private static let limit = 128

    private var schemaVersion: Int64 = -1
    private var firstSteps: [SQLText: String] = [:]

    /// Finds the first step of a query's plan.
    ///
    /// - Parameters:
    ///   - sql: The query.
    ///   - connection: The connection whose plans these are.
    /// - Returns: The step as `EXPLAIN QUERY PLAN` gives it; empty if there is none.
    /// - Throws: ``QuireError`` if SQLite refuses.
    mutating func firstStep(of sql: SQLText, on connection: SQLiteConnection) throws -> String {
        let version = try Self.schemaVersion(of: connection)
        if version != schemaVersion || firstSteps.count >= Self.limit {
            firstSteps.removeAll()
            schemaVersion = version
        }
        if let step = firstSteps[sql] { return step }
        let plan = try connection.prepare("EXPLAIN QUERY PLAN \(sql)", purpose: "plan a query")
        let step = try plan.step() ? plan.string(at: 3) : ""
        firstSteps[sql] = step
        return step
    }

    private static func schemaVersion(of connection: SQLiteConnection) throws -> Int64 {
        let statement = try connection.statement(.readSchemaVersion)
        defer { statement.reset() }
        return try statement.step() ? statement.int64(at: 0) : 0
    }
}
