import SQLPlusPlus

extension Database {
    /// Tells how a query is run.
    ///
    /// - Parameter text: A `SELECT` statement in SQL++.
    /// - Returns: Lines: the statement in SQLite's SQL, and SQLite's plan, a step a line.
    /// - Throws: As ``createQuery(_:)``.
    package func explainQuery(_ text: String) throws -> String {
        // The errors of the text, and of what it reads from, are those of making the query.
        _ = try createQuery(text)
        let statement: SelectStatement
        do {
            statement = try SelectStatement.parse(text)
        } catch {
            throw QuireError(.invalidQuery, "\(error)", underlyingError: error)
        }
        var compiler = try collection(read: statement.source).compiler
        let sql = try compiler.compile(statement)
        return try readSnapshot { connection in
            let plan = try connection.sqlite.prepare(
                "EXPLAIN QUERY PLAN " + sql.text, purpose: "explain a query")
            var lines = [sql.text]
            var depths: [Int64: Int] = [:]
            while try plan.step() {
                let depth = depths[plan.int64(at: 1)].map { $0 + 1 } ?? 0
                depths[plan.int64(at: 0)] = depth
                lines.append(String(repeating: "  ", count: depth) + plan.string(at: 3))
            }
            return lines.joined(separator: "\n")
        }
    }

    private func collection(read source: CollectionSource) throws -> DocumentCollection {
        let isDefault = source.scope == nil && source.collection == "_"
        let name = isDefault ? nil : try? CollectionName(source.collection, scope: source.scope)
        return try name.flatMap { try collection($0) } ?? defaultCollection()
    }
}
