public import QuireSearch

extension Repository {
    /// Creates an index of a property's vectors, unless it exists.
    ///
    /// `nearest(to:in:limit:metric:exact:within:)` uses the index if its metric is that of the search. An index of the
    /// property with other settings is replaced.
    ///
    /// ```swift
    /// try hotels.createNearestIndex(on: \.embedding, dimensions: 384, metric: .cosine)
    /// ```
    ///
    /// A document whose property is not a vector with this number of dimensions is left out. Saving it is not an
    /// error; ``ValidationRule/dimensions(_:)`` refuses it.
    ///
    /// - Parameters:
    ///   - keyPath: The property that contains the vectors.
    ///   - dimensions: The number of dimensions of the vectors, from 1 to 4,096.
    ///   - metric: How distances are computed.
    ///   - name: The name of the index, or `nil` for a name made of the type name and the property, such as
    ///     `hotel nearest(embedding)`.
    /// - Throws: ``QuireError`` with code `invalidQuery` if the property cannot be indexed, `unsupportedOperation` if
    ///   the engine has no indexes of vectors, `notOpen`, `notWriteable`, `busy`, `ioError`.
    /// - Complexity: O(*n*) in the number of documents, unless the index exists.
    public func createNearestIndex<Property: QueryVector>(
        on keyPath: any KeyPath<Model, Property> & Sendable, dimensions: Int,
        metric: DistanceMetric = .cosine, named name: String? = nil
    ) throws {
        try create(.nearest(on: keyPath, dimensions: dimensions, metric: metric, named: name))
    }

    /// Creates an index of a property's vectors, on a thread of the database.
    ///
    /// - Parameters:
    ///   - keyPath: The property that contains the vectors.
    ///   - dimensions: The number of dimensions of the vectors, from 1 to 4,096.
    ///   - metric: How distances are computed.
    ///   - name: The name of the index, or `nil` for a name made of the type name and the property.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func createNearestIndex<Property: QueryVector>(
        on keyPath: any KeyPath<Model, Property> & Sendable, dimensions: Int,
        metric: DistanceMetric = .cosine, named name: String? = nil
    ) async throws {
        let index = ModelIndex.nearest(
            on: keyPath, dimensions: dimensions, metric: metric, named: name)
        try await writing { try create(index) }
    }

    /// Deletes an index of a property's vectors, if it exists.
    ///
    /// - Parameter keyPath: The property that contains the vectors.
    /// - Throws: ``QuireError`` with code `invalidQuery` if the property cannot be indexed, `unsupportedOperation` if
    ///   the engine does not support indexes, `notOpen`, `notWriteable`, `busy`, `ioError`.
    public func deleteNearestIndex<Property: QueryVector>(
        on keyPath: any KeyPath<Model, Property> & Sendable
    ) throws {
        let name = try ModelIndex.nearest(on: keyPath, dimensions: 1).name
        try store.deleteIndex(forName: name)
    }

    /// Deletes an index of a property's vectors, on a thread of the database.
    ///
    /// - Parameter keyPath: The property that contains the vectors.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func deleteNearestIndex<Property: QueryVector>(
        on keyPath: any KeyPath<Model, Property> & Sendable
    ) async throws {
        let name = try ModelIndex.nearest(on: keyPath, dimensions: 1).name
        try await writing { try store.deleteIndex(forName: name) }
    }
}
