extension Reference {
    /// Loads the referenced model.
    ///
    /// To load the references of many models together, use `Repository/resolve(_:)`.
    ///
    /// ```swift
    /// let cities = try database.repository(of: City.self)
    /// if let city = try hotel.city?.resolve(in: cities) { print(city.name) }  // Bergen
    /// ```
    ///
    /// - Parameter repository: The repository of the referenced model.
    /// - Returns: The model.
    /// - Throws: ``QuireError`` with code `notFound` that names the reference if no document of
    ///   this type has the ID. Also the errors of `Repository/find(_:)`.
    /// - Complexity: O(log *n*) in the number of documents.
    public func resolve(in repository: Repository<Model>) throws -> Model {
        try repository.require(id)
    }
}

extension Repository {
    /// Loads the referenced models from one snapshot of the database.
    ///
    /// Each document is read once, even if several references point to it.
    ///
    /// - Parameter references: The references, of which several can be equal.
    /// - Returns: The models by reference, and the references without a document.
    /// - Throws: The errors of `find(_:)`.
    /// - Complexity: O(*m* log *n*) for *m* references among *n* documents.
    public func resolve(
        _ references: some Sequence<Reference<Model>>
    ) throws -> ResolvedReferences<Model> {
        var resolved = ResolvedReferences<Model>()
        try resolved.load(references, from: self)
        return resolved
    }

    /// Loads the models that a property of other models references, from one snapshot of the
    /// database.
    ///
    /// ```swift
    /// let cities = try cityRepository.resolve(hotels, \.city)
    /// for hotel in hotels { print(hotel.name, cities[hotel.city]?.name ?? "nowhere") }
    /// ```
    ///
    /// - Parameters:
    ///   - sources: The models with the references.
    ///   - property: The property, which can be a reference, an optional reference or an array of
    ///     references.
    /// - Returns: The models by reference, and the references without a document.
    /// - Throws: The errors of `find(_:)`.
    /// - Complexity: O(*m* log *n*) for *m* references among *n* documents.
    public func resolve<Source, Property: ReferenceProperty>(
        _ sources: some Sequence<Source>, _ property: KeyPath<Source, Property>
    ) throws -> ResolvedReferences<Model> where Property.ReferencedModel == Model {
        try resolve(sources.flatMap { $0[keyPath: property].references })
    }

    /// Loads referenced models and, recursively, the models of the same type that they reference.
    ///
    /// Each document is read once, so circular references do not cause an endless loop. All models
    /// with the same distance from the first ones are read together. Each step reads the last
    /// commit at that time, or, inside a transaction, the state of the transaction.
    ///
    /// - Parameters:
    ///   - references: The first references.
    ///   - next: A closure that returns the references of a model.
    ///   - depth: The maximum number of steps from the first models. With 0, only the first models
    ///     are loaded.
    /// - Returns: The models by reference, and the references without a document.
    /// - Throws: The errors of `find(_:)`, and an error that the closure throws.
    /// - Complexity: O(*m* log *n*) for *m* references among *n* documents.
    public func resolve(
        _ references: some Sequence<Reference<Model>>,
        following next: (Model) throws -> [Reference<Model>], depth: Int = .max
    ) throws -> ResolvedReferences<Model> {
        var resolved = ResolvedReferences<Model>()
        var level = try resolved.load(references, from: self)
        var steps = 0
        while !level.isEmpty, steps < depth {
            level = try resolved.load(level.flatMap { try next($0) }, from: self)
            steps += 1
        }
        return resolved
    }
}
