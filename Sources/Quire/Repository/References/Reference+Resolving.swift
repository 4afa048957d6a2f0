extension Reference {
    /// Loads the model that is referred to.
    ///
    /// It reads the last commit, or inside of a transaction what the transaction sees. For the
    /// references of many models, `Repository/resolve(_:)` reads them all at once.
    ///
    /// - Parameter repository: Where the model is kept.
    /// - Returns: The model.
    /// - Throws: ``QuireError`` with code `notFound` that names the reference if there is no such
    ///   document of this type; or as `Repository/find(_:)`.
    /// - Complexity: O(log *n*) in the number of documents.
    public func resolve(in repository: Repository<Model>) throws -> Model {
        try repository.require(id)
    }

    /// Loads the model that is referred to.
    ///
    /// - Parameter repository: Where the model is kept.
    /// - Returns: The model.
    /// - Throws: As the synchronous form, or `CancellationError`.
    /// - Complexity: As the synchronous form.
    public func resolve(in repository: Repository<Model>) async throws -> Model {
        try await repository.require(id)
    }
}

extension Repository {
    /// Loads the models that are referred to, from one state of the database.
    ///
    /// Each document is read once, however often it is referred to.
    ///
    /// - Parameter references: The references.
    /// - Returns: The models by their references; what is not there is named in it.
    /// - Throws: As `find(_:)`.
    /// - Complexity: O(*m* log *n*) for *m* references among *n* documents.
    public func resolve(
        _ references: some Sequence<Reference<Model>>
    ) throws -> ResolvedReferences<Model> {
        var resolved = ResolvedReferences<Model>()
        try resolved.load(references, from: self)
        return resolved
    }

    /// Loads the models that are referred to, from one state of the database.
    ///
    /// - Parameter references: The references.
    /// - Returns: The models by their references; what is not there is named in it.
    /// - Throws: As the synchronous form, or `CancellationError`.
    /// - Complexity: As the synchronous form.
    public func resolve(
        _ references: some Sequence<Reference<Model>>
    ) async throws -> ResolvedReferences<Model> {
        let references = Array(references)
        return try await reading { try resolve(references) }
    }

    /// Loads what models refer to in one of their properties, from one state of the database.
    ///
    /// ```swift
    /// let cities = try cityRepository.resolve(hotels, \.city)
    /// for hotel in hotels { print(hotel.name, cities[hotel.city]?.name ?? "nowhere") }
    /// ```
    ///
    /// - Parameters:
    ///   - sources: The models that refer to this repository's.
    ///   - property: The property.
    /// - Returns: The models by their references; what is not there is named in it.
    /// - Throws: As `find(_:)`.
    /// - Complexity: O(*m* log *n*) for *m* references among *n* documents.
    public func resolve<Source>(
        _ sources: some Sequence<Source>, _ property: KeyPath<Source, Reference<Model>>
    ) throws -> ResolvedReferences<Model> {
        try resolve(sources.map { $0[keyPath: property] })
    }

    /// Loads what models refer to in one of their properties, which may be `nil`.
    ///
    /// - Parameters:
    ///   - sources: The models that refer to this repository's.
    ///   - property: The property.
    /// - Returns: The models by their references; what is not there is named in it.
    /// - Throws: As `find(_:)`.
    /// - Complexity: O(*m* log *n*) for *m* references among *n* documents.
    public func resolve<Source>(
        _ sources: some Sequence<Source>, _ property: KeyPath<Source, Reference<Model>?>
    ) throws -> ResolvedReferences<Model> {
        try resolve(sources.compactMap { $0[keyPath: property] })
    }

    /// Loads what models refer to in one of their properties, an array.
    ///
    /// - Parameters:
    ///   - sources: The models that refer to this repository's.
    ///   - property: The property.
    /// - Returns: The models by their references; what is not there is named in it.
    /// - Throws: As `find(_:)`.
    /// - Complexity: O(*m* log *n*) for *m* references among *n* documents.
    public func resolve<Source>(
        _ sources: some Sequence<Source>, _ property: KeyPath<Source, [Reference<Model>]>
    ) throws -> ResolvedReferences<Model> {
        try resolve(sources.flatMap { $0[keyPath: property] })
    }

    /// Loads models of one kind that refer to one another, and what these refer to in turn.
    ///
    /// Each document is read once, so references in a circle come to an end. What is equally far from
    /// the beginning is read at once, from the then last commit, or inside of a transaction from what
    /// the transaction sees.
    ///
    /// - Parameters:
    ///   - references: Where to begin.
    ///   - next: A closure that says what a model refers to.
    ///   - depth: How many steps are gone from the beginning; none loads the first models alone.
    /// - Returns: The models by their references; what is not there is named in it.
    /// - Throws: What the closure throws, or as `find(_:)`.
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
