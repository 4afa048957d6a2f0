/// An index that a program wants a collection to have.
public struct IndexDefinition: Sendable {
    /// The index's name.
    public let name: String
    /// What the index is.
    public let configuration: any IndexConfiguration

    /// Describes an index.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - configuration: What it is.
    public init(_ name: String, _ configuration: any IndexConfiguration) {
        self.name = name
        self.configuration = configuration
    }
}

/// What is to be done for a collection to have the indexes that a program wants: to be looked at, and
/// then applied.
///
/// ```swift
/// let plan = try hotels.indexPlan(for: [
///     IndexDefinition("byCity", ValueIndexConfiguration(["type", "address.city"]))
/// ])
/// print(plan)             // create byCity
/// try plan.apply()
/// ```
public struct IndexPlan: Sendable {
    /// What is to be done for one index.
    public enum Step: Hashable, Sendable {
        /// It is made.
        case create(String)
        /// It is made in the place of another one of its name.
        case replace(String)
        /// It is deleted, since it is not wanted.
        case drop(String)
    }

    /// The collection.
    public let collection: DocumentCollection

    /// What is to be done, in order: first what is deleted.
    public let steps: [Step]

    private let definitions: [String: IndexDefinition]

    fileprivate init(
        collection: DocumentCollection, steps: [Step], definitions: [String: IndexDefinition]
    ) {
        self.collection = collection
        self.steps = steps
        self.definitions = definitions
    }

    /// Whether nothing is to be done.
    public var isEmpty: Bool { steps.isEmpty }

    /// Does what is to be done: all of it, or nothing.
    ///
    /// It runs in the current transaction, or in one of its own. What has been done by others
    /// meanwhile is not done again.
    ///
    /// - Throws: ``QuireError`` as ``DocumentCollection/createIndex(withName:config:)`` and
    ///   ``DocumentCollection/deleteIndex(forName:)``.
    /// - Complexity: O(*n* log *n*) in the number of documents for each index that is made.
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
    /// The steps, one a line; empty if nothing is to be done.
    public var description: String { steps.map(\.description).joined(separator: "\n") }
}

extension IndexPlan.Step: CustomStringConvertible {
    /// The step in words.
    public var description: String {
        switch self {
        case .create(let name): "create \(name)"
        case .replace(let name): "replace \(name)"
        case .drop(let name): "drop \(name)"
        }
    }
}

extension DocumentCollection {
    /// Says what is to be done for the collection to have certain indexes; nothing is done yet.
    ///
    /// It reads the last commit, or inside of a transaction what the transaction sees.
    ///
    /// - Parameters:
    ///   - definitions: The indexes that are wanted, each name once.
    ///   - keepingOthers: Whether indexes of other names stay; by default they are dropped.
    /// - Returns: What is to be done.
    /// - Throws: ``QuireError`` with code `invalidQuery` or `invalidParameter` if a definition is
    ///   wrong, `invalidParameter` if a name is there twice, `notOpen` if the database is closed or
    ///   the collection deleted.
    public func indexPlan(
        for definitions: [IndexDefinition], keepingOthers: Bool = false
    ) throws -> IndexPlan {
        var byName: [String: IndexDefinition] = [:]
        for definition in definitions
        where byName.updateValue(definition, forKey: definition.name) != nil {
            throw QuireError(
                .invalidParameter, "The index \(definition.name) of \(place) is defined twice.")
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
            try StoredIndexes(keyStore: keyStore, connection: connection.sqlite).find(wanted)
        }
    }
}
