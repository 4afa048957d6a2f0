/// The definition of an index that a store should have.
///
/// ```swift
/// let definitions = [
///     IndexDefinition("byCity", ValueIndexConfiguration(["type", "address.city"])),
///     IndexDefinition("byName", FullTextIndexConfiguration(["name"])),
/// ]
/// try collection.indexPlan(for: definitions).apply()
/// ```
public struct IndexDefinition: Sendable {
    /// The index's name.
    public let name: String
    /// The configuration of the index.
    public let configuration: any IndexConfiguration

    /// Creates an index definition.
    ///
    /// - Parameters:
    ///   - name: The index's name.
    ///   - configuration: The configuration of the index.
    public init(_ name: String, _ configuration: any IndexConfiguration) {
        self.name = name
        self.configuration = configuration
    }
}

/// A plan of the changes that give a store a certain set of indexes.
///
/// You can inspect the plan before you apply it.
///
/// ```swift
/// let plan = try hotels.indexPlan(for: [
///     IndexDefinition("byCity", ValueIndexConfiguration(["type", "address.city"]))
/// ])
/// print(plan)  // create byCity
/// try plan.apply()
/// ```
public struct IndexPlan: Sendable {
    /// A change to one index.
    ///
    /// ```swift
    /// for case .drop(let name) in try collection.indexPlan(for: []).steps { print(name) }
    /// ```
    public enum Step: Hashable, Sendable {
        /// Creates the index.
        case create(String)
        /// Replaces an existing index that has the same name and another definition.
        case replace(String)
        /// Deletes an index that is not defined.
        case drop(String)
    }

    /// The store whose indexes are changed.
    public let store: any DocumentStore

    /// The changes in order, beginning with deletions.
    public let steps: [Step]

    private let definitions: [String: IndexDefinition]

    /// Creates a plan, for an engine that implements
    /// ``DocumentStore/indexPlan(for:keepingOthers:)``.
    ///
    /// - Parameters:
    ///   - store: The store whose indexes are changed.
    ///   - steps: The changes in order, beginning with deletions.
    ///   - definitions: The definitions of the indexes to create or replace.
    public init(store: any DocumentStore, steps: [Step], definitions: [IndexDefinition]) {
        self.store = store
        self.steps = steps
        self.definitions = Dictionary(definitions.map { ($0.name, $0) }) { _, last in last }
    }

    /// Whether the plan contains no changes.
    public var isEmpty: Bool { steps.isEmpty }

    /// Applies the changes.
    ///
    /// If a change fails, all changes are rolled back. Changes that others have made in the
    /// meantime are skipped.
    ///
    /// The method runs in the current transaction, or in a new one.
    ///
    /// ```swift
    /// let plan = try hotels.indexPlan()
    /// if !plan.isEmpty { try plan.apply() }
    /// ```
    ///
    /// - Throws: The errors of ``DocumentStore/createIndex(withName:config:)`` and
    ///   ``DocumentStore/deleteIndex(forName:)``.
    /// - Complexity: O(*n* log *n*) in the number of documents for each created index.
    public func apply() throws {
        if isEmpty { return }
        try store.inBatch {
            for step in steps {
                switch step {
                case .drop(let name): try store.deleteIndex(forName: name)
                case .create(let name), .replace(let name):
                    guard let definition = definitions[name] else { continue }
                    try store.createIndex(withName: name, config: definition.configuration)
                }
            }
        }
    }

    /// Applies the changes, on a thread of the database.
    ///
    /// - Throws: The same errors as the synchronous method, or `CancellationError`.
    public func apply() async throws {
        if isEmpty { return }
        try await store.inBatch { try apply() }
    }
}

extension IndexPlan: CustomStringConvertible {
    /// The changes, one on each line, or an empty string if there are no changes.
    public var description: String { steps.map(\.description).joined(separator: "\n") }
}

extension IndexPlan.Step: CustomStringConvertible {
    /// A description of the change.
    public var description: String {
        switch self {
        case .create(let name): "create \(name)"
        case .replace(let name): "replace \(name)"
        case .drop(let name): "drop \(name)"
        }
    }
}

extension DocumentStore {
    /// Returns a plan of the changes that give the store the defined indexes.
    ///
    /// This implementation cannot read the definitions of existing indexes, so the plan replaces
    /// every index that exists. Applying it has no effect on an index with the same definition.
    ///
    /// - Parameters:
    ///   - definitions: The definitions of the indexes, with unique names.
    ///   - keepingOthers: Whether to keep indexes with other names.
    /// - Returns: The plan.
    /// - Throws: ``QuireError`` with code `invalidParameter` if a name occurs twice,
    ///   `unsupportedOperation` if the engine does not support indexes.
    public func indexPlan(
        for definitions: [IndexDefinition], keepingOthers: Bool
    ) throws -> IndexPlan {
        let existing = try indexes()
        let steps = try planSteps(for: definitions, existing: existing, keepsOthers: keepingOthers)
        { definition in
            existing.contains(definition.name)
                ? .replace(definition.name) : .create(definition.name)
        }
        return IndexPlan(store: self, steps: steps, definitions: definitions)
    }

    /// Returns the steps of a plan.
    ///
    /// - Parameters:
    ///   - definitions: The definitions of the indexes.
    ///   - existing: The names of the existing indexes.
    ///   - keepsOthers: Whether to keep indexes with other names.
    ///   - step: A closure that returns the step for a definition, or `nil` if the index exists.
    /// - Returns: The steps, beginning with deletions.
    /// - Throws: ``QuireError`` with code `invalidParameter` if a name occurs twice.
    package func planSteps(
        for definitions: [IndexDefinition], existing: @autoclosure () throws -> [String],
        keepsOthers: Bool, _ step: (IndexDefinition) throws -> IndexPlan.Step?
    ) throws -> [IndexPlan.Step] {
        var names: Set<String> = []
        for definition in definitions where !names.insert(definition.name).inserted {
            throw QuireError(
                .invalidParameter, "The index \(definition.name) of \(location) is defined twice.")
        }
        let dropped = keepsOthers ? [] : try existing().filter { !names.contains($0) }
        return try dropped.map { .drop($0) } + definitions.compactMap(step)
    }
}
