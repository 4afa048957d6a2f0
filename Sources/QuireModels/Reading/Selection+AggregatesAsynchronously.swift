// Asynchronous versions of the aggregates. They do not block Swift's cooperative threads.

extension Selection {
    /// Returns the minimum of a property.
    ///
    /// - Parameter field: A closure that returns the property, or a key path.
    /// - Returns: The minimum, or `nil` if there are no values.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func minimum<Value: Comparable & Decodable & Sendable>(
        of field: @Sendable (QueryField<Model, Model>) -> QueryField<Model, Value>
    ) async throws -> Value? {
        let field = field(.model)
        return try await repository.reading { try minimum(of: { _ in field }) }
    }

    /// Returns the minimum of an optional property.
    ///
    /// - Parameter field: A closure that returns the property, or a key path.
    /// - Returns: The minimum, or `nil` if there are no values.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func minimum<Value: Comparable & Decodable & Sendable>(
        of field: @Sendable (QueryField<Model, Model>) -> QueryField<Model, Value?>
    ) async throws -> Value? {
        let field = field(.model)
        return try await repository.reading { try minimum(of: { _ in field }) }
    }

    /// Returns the maximum of a property.
    ///
    /// - Parameter field: A closure that returns the property, or a key path.
    /// - Returns: The maximum, or `nil` if there are no values.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func maximum<Value: Comparable & Decodable & Sendable>(
        of field: @Sendable (QueryField<Model, Model>) -> QueryField<Model, Value>
    ) async throws -> Value? {
        let field = field(.model)
        return try await repository.reading { try maximum(of: { _ in field }) }
    }

    /// Returns the maximum of an optional property.
    ///
    /// - Parameter field: A closure that returns the property, or a key path.
    /// - Returns: The maximum, or `nil` if there are no values.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func maximum<Value: Comparable & Decodable & Sendable>(
        of field: @Sendable (QueryField<Model, Model>) -> QueryField<Model, Value?>
    ) async throws -> Value? {
        let field = field(.model)
        return try await repository.reading { try maximum(of: { _ in field }) }
    }

    /// Returns the sum of a property.
    ///
    /// - Parameter field: A closure that returns the property, or a key path.
    /// - Returns: The sum, or zero if there are no values.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func sum<Value: Numeric & Decodable & Sendable>(
        of field: @Sendable (QueryField<Model, Model>) -> QueryField<Model, Value>
    ) async throws -> Value {
        let field = field(.model)
        return try await repository.reading { try sum(of: { _ in field }) }
    }

    /// Returns the sum of an optional property.
    ///
    /// - Parameter field: A closure that returns the property, or a key path.
    /// - Returns: The sum, or zero if there are no values.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func sum<Value: Numeric & Decodable & Sendable>(
        of field: @Sendable (QueryField<Model, Model>) -> QueryField<Model, Value?>
    ) async throws -> Value {
        let field = field(.model)
        return try await repository.reading { try sum(of: { _ in field }) }
    }

    /// Returns the average of a property.
    ///
    /// ```swift
    /// let averageRate = try await hotels.filter { $0.stars >= 4 }.average(of: \.roomRate)
    /// ```
    ///
    /// - Parameter field: A closure that returns the property, or a key path.
    /// - Returns: The average, or `nil` if there are no values.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func average<Value: Numeric & Decodable & Sendable>(
        of field: @Sendable (QueryField<Model, Model>) -> QueryField<Model, Value>
    ) async throws -> Double? {
        let field = field(.model)
        return try await repository.reading { try average(of: { _ in field }) }
    }

    /// Returns the average of an optional property.
    ///
    /// - Parameter field: A closure that returns the property, or a key path.
    /// - Returns: The average, or `nil` if there are no values.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func average<Value: Numeric & Decodable & Sendable>(
        of field: @Sendable (QueryField<Model, Model>) -> QueryField<Model, Value?>
    ) async throws -> Double? {
        let field = field(.model)
        return try await repository.reading { try average(of: { _ in field }) }
    }
}
