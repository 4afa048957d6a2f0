/// The names that mean something at a place of a statement.
struct NameScope {
    /// A source of the statement.
    struct Source {
        /// The name by which the statement calls it.
        let name: String
        /// The collection, or `nil` if the items of an array are the source.
        let collection: CollectionSource?

        init(_ collection: CollectionSource) {
            name = collection.name
            self.collection = collection
        }

        init(_ further: FurtherSource) {
            name = further.name
            collection = if case .join(_, let source, _) = further { source } else { nil }
        }

        /// Whether names of this source are compared without regard to case, as aliases are.
        private var isAlias: Bool { collection.map { $0.alias != nil } ?? true }

        func isCalled(_ key: String) -> Bool {
            isAlias ? key.lowercased() == name.lowercased() : key == name
        }

        /// Whether a path begins with scope and collection, as a source without an alias may be
        /// called.
        func isCalledInFull(at path: PropertyPath) -> Bool {
            guard let collection, collection.alias == nil, let scope = collection.scope else {
                return false
            }
            return path.components.starts(with: [.key(scope), .key(collection.collection)])
        }
    }

    /// The sources of the statement, or `nil` where they are not known and no name is checked.
    var sources: [Source]?

    /// Whether this is in `FROM`, where further sources may follow.
    var isInFrom = false

    /// The aliases of the columns as they are spelled, by their lower-case forms; empty inside the
    /// columns themselves, where a name is never that of another column.
    var columnAliases: [String: String] = [:]

    /// The variables of the quantified conditions around the place.
    var variables: Set<String> = []

    /// Returns what a path written in the text means, or `nil` if it does not say which source it
    /// is about.
    ///
    /// A variable comes first, then the name of a source, the alias of a column, a property.
    func resolve(_ path: PropertyPath) -> QueryTerm? {
        guard case .key(let first)? = path.components.first else {
            return .value(at: path)
        }
        if variables.contains(first) { return .variable(first, path.dropping(1)) }
        if let (source, rest) = source(of: path) {
            return .value(at: rest, of: source)
        }
        if let alias = columnAliases[first.lowercased()] {
            return .column(alias, path.dropping(1))
        }
        guard let sources, isInFrom || sources.count > 1 else { return .value(at: path) }
        // Beside arrays a single collection is the one that is meant.
        let collections = sources.filter { $0.collection != nil }
        return collections.count == 1 ? .value(at: path, of: collections[0].name) : nil
    }

    /// Returns the source that a path begins with, under the name that terms give it, and the rest
    /// of the path.
    func source(of path: PropertyPath) -> (name: String?, rest: PropertyPath)? {
        guard let sources, case .key(let first)? = path.components.first else { return nil }
        if let source = sources.first(where: { $0.isCalled(first) }) {
            return (reference(to: source), path.dropping(1))
        }
        if let source = sources.first(where: { $0.isCalledInFull(at: path) }) {
            return (reference(to: source), path.dropping(2))
        }
        return nil
    }

    /// The name that terms give a source: none if there is no other.
    func reference(to source: Source) -> String? {
        isInFrom || (sources?.count ?? 0) > 1 ? source.name : nil
    }
}

extension NameScope {
    /// Creates the scope of the clauses of a statement that know its columns.
    init(_ statement: SelectStatement) {
        sources = Self.sources(of: statement)
        for alias in statement.columns.compactMap(\.alias) {
            columnAliases[alias.lowercased()] = alias
        }
    }

    /// The sources of a statement.
    static func sources(of statement: SelectStatement) -> [Source] {
        [Source(statement.source)] + statement.furtherSources.map(Source.init)
    }
}
