// Asynchronous versions of the calls for recorded schemas. They do not block Swift's cooperative
// threads.

extension Repository {
    /// Returns the schemas of the model that are recorded in this database.
    ///
    /// - Returns: The schemas, in the order in which they were first recorded.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func recordedSchemas() async throws -> [ModelSchema] {
        try await reading { try recordedSchemas() }
    }

    /// Returns the difference between the current schema and the last recorded schema.
    ///
    /// - Returns: The difference, which is empty if no schema was recorded.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func schemaDifference() async throws -> SchemaDifference {
        try await reading { try schemaDifference() }
    }

    /// Records the schema of the model and returns the difference from the last recorded schema.
    ///
    /// - Returns: The result of `schemaDifference()` before the schema is recorded.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    @discardableResult
    public func recordSchema() async throws -> SchemaDifference {
        try await writing { try recordSchema() }
    }
}
