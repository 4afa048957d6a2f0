extension Query {
    /// Runs the query and returns all of its rows.
    ///
    /// The asynchronous form of ``execute()``. The call uses the values of ``parameters`` at its
    /// beginning.
    ///
    /// ```swift
    /// for row in try await query.rows() {
    ///     print(row.string(forKey: "name") ?? "", row.double(forKey: "roomRate"))
    /// }
    /// ```
    ///
    /// - Returns: The rows.
    /// - Throws: `CancellationError`, and the errors of ``execute()``.
    public func rows() async throws -> sending ResultSet {
        let settings = settings
        return ResultSet(
            try await database.reading { try self.execute(with: settings).recorded })
    }

    /// Returns a readable explanation of how the query runs and which indexes it uses.
    ///
    /// The asynchronous form of ``explain()``.
    ///
    /// - Returns: The SQL of the query, the steps of SQLite's query plan, and the query itself in
    ///   SQL++.
    /// - Throws: `CancellationError`, and the errors of ``explain()``.
    public func explanation() async throws -> String {
        try await database.reading { try self.explain() }
    }
}

extension Database {
    /// Creates a query from SQL++ text.
    ///
    /// The asynchronous form of ``createQuery(_:)``. To run a query once, use
    /// `DocumentDatabase.query(_:)`.
    ///
    /// - Parameter source: A `SELECT` statement. Values that are interpolated in a string literal
    ///   are bound.
    /// - Returns: The query.
    /// - Throws: `CancellationError`, and the errors of ``createQuery(_:)``.
    public func prepareQuery(_ source: QuerySource) async throws -> Query {
        try await reading { try self.createQuery(source) }
    }
}
