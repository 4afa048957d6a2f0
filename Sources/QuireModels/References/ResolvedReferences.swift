/// The result of resolving references: the models, and the references without a document.
///
/// ```swift
/// let all = try hotels.all()
/// let resolved = try cities.resolve(all, \.city)
/// for hotel in all { print(hotel.name, resolved[hotel.city]?.name ?? "unknown city") }
/// print(resolved.missing.map(\.id))  // ["oslo"]
/// ```
public struct ResolvedReferences<Model: DocumentModel>: Sendable {
    /// The models by reference.
    public private(set) var models: [Reference<Model>: Model] = [:]

    /// The references without a document of the model's type, in their order.
    public private(set) var missing: [Reference<Model>] = []

    init() {}

    /// Returns the model of a reference, or `nil` if it is missing or was not resolved.
    public subscript(_ reference: Reference<Model>) -> Model? { models[reference] }

    /// Returns the model of an optional reference, or `nil` if the reference is `nil` or missing.
    public subscript(_ reference: Reference<Model>?) -> Model? {
        reference.flatMap { models[$0] }
    }

    /// Returns the models of references in their order, without the missing ones.
    public subscript(_ references: [Reference<Model>]) -> [Model] {
        references.compactMap { models[$0] }
    }

    /// Returns the model of a reference.
    ///
    /// - Parameter reference: A reference that was resolved.
    /// - Returns: The model.
    /// - Throws: ``QuireError`` with code `notFound` that names the reference if it is missing.
    public func require(_ reference: Reference<Model>) throws -> Model {
        guard let model = models[reference] else {
            throw QuireError(.notFound, "There is no \(reference).")
        }
        return model
    }

    /// Loads the models that were not requested before.
    ///
    /// - Parameters:
    ///   - references: The references. Those that were requested before are not loaded again.
    ///   - repository: The repository of the models.
    /// - Returns: The newly loaded models.
    /// - Throws: The errors of `Repository/find(_:)`.
    @discardableResult
    mutating func load(
        _ references: some Sequence<Reference<Model>>, from repository: Repository<Model>
    ) throws -> [Model] {
        var seen = Set(missing)
        let new = references.filter { models[$0] == nil && seen.insert($0).inserted }
        guard !new.isEmpty else { return [] }
        let loaded = try repository.records(new.map(\.id)).map { record in
            (Reference<Model>(id: record.id), try repository.decode(record))
        }
        for (reference, model) in loaded { models[reference] = model }
        missing += new.filter { models[$0] == nil }
        return loaded.map(\.1)
    }
}
