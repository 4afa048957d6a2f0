/// The models that a number of references lead to.
public struct ResolvedReferences<Model: DocumentModel>: Sendable {
    /// The models by their references.
    public private(set) var models: [Reference<Model>: Model] = [:]

    /// The references that lead nowhere, in their order: there is no such document of the type.
    public private(set) var missing: [Reference<Model>] = []

    init() {}

    /// The model that a reference leads to, or `nil` if it is missing or was not asked for.
    public subscript(_ reference: Reference<Model>) -> Model? { models[reference] }

    /// The model that a reference leads to, or `nil` if there is none.
    public subscript(_ reference: Reference<Model>?) -> Model? {
        reference.flatMap { models[$0] }
    }

    /// The models that references lead to, in their order, without the missing ones.
    public subscript(_ references: [Reference<Model>]) -> [Model] {
        references.compactMap { models[$0] }
    }

    /// Returns the model that a reference leads to.
    ///
    /// - Parameter reference: One of the references that were resolved.
    /// - Returns: The model.
    /// - Throws: ``QuireError`` with code `notFound` that names the reference if it is missing.
    public func require(_ reference: Reference<Model>) throws -> Model {
        guard let model = models[reference] else {
            throw QuireError(.notFound, "There is no \(reference).")
        }
        return model
    }

    /// Loads models that were not asked for yet.
    ///
    /// - Parameters:
    ///   - references: The references.
    ///   - repository: Where the models are kept.
    /// - Returns: The models that are new.
    /// - Throws: As `Repository/find(_:)`.
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
