// Asynchronous versions of the calls that load references. They do not block Swift's cooperative
// threads.

extension Reference {
    /// Loads the referenced model.
    ///
    /// - Parameter repository: The repository of the referenced model.
    /// - Returns: The model.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func resolve(in repository: Repository<Model>) async throws -> Model {
        try await repository.require(id)
    }
}

extension Repository {
    /// Loads the referenced models from one snapshot of the database.
    ///
    /// - Parameter references: The references, of which several can be equal.
    /// - Returns: The models by reference, and the references without a document.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func resolve(
        _ references: some Sequence<Reference<Model>>
    ) async throws -> ResolvedReferences<Model> {
        let references = Array(references)
        return try await reading { try resolve(references) }
    }

    /// Loads the models that a property of other models references, from one snapshot of the
    /// database.
    ///
    /// ```swift
    /// let cities = try await cityRepository.resolve(hotels, \.city)
    /// for hotel in hotels { print(hotel.name, cities[hotel.city]?.name ?? "nowhere") }
    /// ```
    ///
    /// - Parameters:
    ///   - sources: The models with the references.
    ///   - property: The property, which can be a reference, an optional reference or an array of
    ///     references.
    /// - Returns: The models by reference, and the references without a document.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func resolve<Source, Property: ReferenceProperty>(
        _ sources: some Sequence<Source>, _ property: KeyPath<Source, Property>
    ) async throws -> ResolvedReferences<Model> where Property.ReferencedModel == Model {
        try await resolve(sources.flatMap { $0[keyPath: property].references })
    }

    /// Loads referenced models and, recursively, the models of the same type that they reference.
    ///
    /// - Parameters:
    ///   - references: The first references.
    ///   - next: A closure that returns the references of a model. It runs on a thread of the
    ///     database.
    ///   - depth: The maximum number of steps from the first models. With 0, only the first models
    ///     are loaded.
    /// - Returns: The models by reference, and the references without a document.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func resolve(
        _ references: some Sequence<Reference<Model>>,
        following next: @escaping @Sendable (Model) throws -> [Reference<Model>],
        depth: Int = .max
    ) async throws -> ResolvedReferences<Model> {
        let references = Array(references)
        return try await reading { try resolve(references, following: next, depth: depth) }
    }
}
