/// The definition of an index that a collection should have.
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

/// A plan of the changes that give a collection a certain set of indexes.
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

    /// The collection whose indexes are changed.
    public let collection: DocumentCollection

    /// The changes in order, beginning with deletions.
    public let steps: [Step]

    private let definitions: [String: IndexDefinition]

    fileprivate init(
        collection: DocumentCollection, steps: [Step], definitions: [String: IndexDefinition]
    ) {
        self.collection = collection
        self.steps = steps
        self.definitions = definitions
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
    /// - Throws: The errors of ``DocumentCollection/createIndex(withName:config:)`` and
    ///   ``DocumentCollection/deleteIndex(forName:)``.
    /// - Complexity: O(*n* log *n*) in the number of documents for each created index.
    public func apply() throws {
        if isEmpty { return }
        try collection.database.inBatch {
            for step in steps {
                switch step {
                case .drop(let name): try collection.deleteIndex(forName: name)
                case .create(let name), .replace(let name):
                    guard let definition = definitions[name] else { continue }
                    try collection.createIndex(
                        withName: name, config: definition.configuration)
                }
            }
        }
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

extension DocumentCollection {
    /// Returns a plan of the changes that give the collection the defined indexes.
    ///
    /// The method doesn't change any indexes. Inside a transaction, it reads the changes of that
    /// transaction; otherwise, it reads the last committed state.
    ///
    /// - Parameters:
    ///   - definitions: The definitions of the indexes, with unique names.
    ///   - keepingOthers: Whether to keep indexes with other names. By default, they are deleted.
    /// - Returns: The plan.
    /// - Throws: ``QuireError`` with code `invalidQuery` or `invalidParameter` if a definition is
    ///   not valid, `invalidParameter` if a name occurs twice, `notOpen` if the database is closed
    ///   or the collection is deleted.
    public func indexPlan(
        for definitions: [IndexDefinition], keepingOthers: Bool = false
    ) throws -> IndexPlan {
        var byName: [String: IndexDefinition] = [:]
        for definition in definitions
        where byName.updateValue(definition, forKey: definition.name) != nil {
            throw QuireError(
                .invalidParameter, "The index \(definition.name) of \(location) is defined twice.")
        }
        var steps: [IndexPlan.Step] = []
        if !keepingOthers {
            steps = try indexes().filter { byName[$0] == nil }.map { .drop($0) }
        }
        for definition in definitions {
            let wanted = try IndexSpecification(definition.configuration)
                .compiled(definition.name, of: self)
            switch try find(wanted) {
            case .nothing: steps.append(.create(definition.name))
            case .other: steps.append(.replace(definition.name))
            case .same: break
            }
        }
        return IndexPlan(collection: self, steps: steps, definitions: byName)
    }

    private func find(_ wanted: StoredIndexes.Wanted) throws -> StoredIndexes.Finding {
        try readSnapshot { connection in
            try StoredIndexes(tables: tables, connection: connection.sqlite).find(wanted)
        }
    }
}
