// Asynchronous versions of the aggregates. They do not block Swift's cooperative threads.

extension Repository {
    /// Returns the minimum of a property of all models.
    ///
    /// - Parameter field: A closure that returns the property, or a key path.
    /// - Returns: The minimum, or `nil` if there are no values.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func minimum<Value: Comparable & Decodable & Sendable>(
        of field: @Sendable (QueryField<Model, Model>) -> QueryField<Model, Value>
    ) async throws -> Value? {
        try await selection.minimum(of: field)
    }

    /// Returns the minimum of an optional property of all models.
    ///
    /// - Parameter field: A closure that returns the property, or a key path.
    /// - Returns: The minimum, or `nil` if there are no values.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func minimum<Value: Comparable & Decodable & Sendable>(
        of field: @Sendable (QueryField<Model, Model>) -> QueryField<Model, Value?>
    ) async throws -> Value? {
        try await selection.minimum(of: field)
    }

    /// Returns the maximum of a property of all models.
    ///
    /// - Parameter field: A closure that returns the property, or a key path.
    /// - Returns: The maximum, or `nil` if there are no values.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func maximum<Value: Comparable & Decodable & Sendable>(
        of field: @Sendable (QueryField<Model, Model>) -> QueryField<Model, Value>
    ) async throws -> Value? {
        try await selection.maximum(of: field)
    }

    /// Returns the maximum of an optional property of all models.
    ///
    /// - Parameter field: A closure that returns the property, or a key path.
    /// - Returns: The maximum, or `nil` if there are no values.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func maximum<Value: Comparable & Decodable & Sendable>(
        of field: @Sendable (QueryField<Model, Model>) -> QueryField<Model, Value?>
    ) async throws -> Value? {
        try await selection.maximum(of: field)
    }

    /// Returns the sum of a property of all models.
    ///
    /// ```swift
    /// let roomCount = try await hotels.sum(of: \.rooms)
    /// ```
    ///
    /// - Parameter field: A closure that returns the property, or a key path.
    /// - Returns: The sum, or zero if there are no values.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func sum<Value: Numeric & Decodable & Sendable>(
        of field: @Sendable (QueryField<Model, Model>) -> QueryField<Model, Value>
    ) async throws -> Value {
        try await selection.sum(of: field)
    }

    /// Returns the sum of an optional property of all models.
    ///
    /// - Parameter field: A closure that returns the property, or a key path.
    /// - Returns: The sum, or zero if there are no values.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func sum<Value: Numeric & Decodable & Sendable>(
        of field: @Sendable (QueryField<Model, Model>) -> QueryField<Model, Value?>
    ) async throws -> Value {
        try await selection.sum(of: field)
    }

    /// Returns the average of a property of all models.
    ///
    /// - Parameter field: A closure that returns the property, or a key path.
    /// - Returns: The average, or `nil` if there are no values.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func average<Value: Numeric & Decodable & Sendable>(
        of field: @Sendable (QueryField<Model, Model>) -> QueryField<Model, Value>
    ) async throws -> Double? {
        try await selection.average(of: field)
    }

    /// Returns the average of an optional property of all models.
    ///
    /// - Parameter field: A closure that returns the property, or a key path.
    /// - Returns: The average, or `nil` if there are no values.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func average<Value: Numeric & Decodable & Sendable>(
        of field: @Sendable (QueryField<Model, Model>) -> QueryField<Model, Value?>
    ) async throws -> Double? {
        try await selection.average(of: field)
    }
}
