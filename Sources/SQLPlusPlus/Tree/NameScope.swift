/// The names that are visible at a location in a statement.
struct NameScope {
    /// A source of the statement.
    struct Source {
        /// The name of the source in the statement.
        let name: String
        /// The collection, or `nil` if the source is the items of an array.
        let collection: CollectionSource?

        init(_ collection: CollectionSource) {
            name = collection.name
            self.collection = collection
        }

        init(_ further: JoinClause) {
            name = further.name
            collection = if case .join(_, let source, _) = further { source } else { nil }
        }

        /// Whether the name of this source is an alias, which is compared case-insensitively.
        private var isAlias: Bool { collection.map { $0.alias != nil } ?? true }

        func isCalled(_ key: String) -> Bool {
            isAlias ? key.lowercased() == name.lowercased() : key == name
        }

        /// Returns whether a path begins with the scope and collection of this source.
        ///
        /// Only a source without an alias can be named this way.
        func isCalledInFull(at path: PropertyPath) -> Bool {
            guard let collection, collection.alias == nil, let scope = collection.scope else {
                return false
            }
            return path.components.starts(with: [.key(scope), .key(collection.collection)])
        }
    }

    /// The sources of the statement, or `nil` if they are unknown and names are not checked.
    var sources: [Source]?

    /// Whether the location is in `FROM`, where more sources may follow.
    var isInFrom = false

    /// The aliases of the columns by their lowercase form.
    ///
    /// Within the columns, it is empty, because a name there never refers to another column.
    var columnAliases: [String: String] = [:]

    /// The variables of the enclosing quantified conditions.
    var variables: Set<String> = []

    /// Returns the meaning of a path in the text, or `nil` if the path doesn't identify its source.
    ///
    /// A name refers to the first match of: a variable, a source, the alias of a column, a
    /// property.
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
        // If the other sources are arrays, the only collection is the default source.
        let collections = sources.filter { $0.collection != nil }
        return collections.count == 1 ? .value(at: path, of: collections[0].name) : nil
    }

    /// Returns the source that a path begins with, under the name that terms use, and the rest of
    /// the path.
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

    /// Returns the name by which terms refer to a source, or `nil` if it is the only source.
    func reference(to source: Source) -> String? {
        isInFrom || (sources?.count ?? 0) > 1 ? source.name : nil
    }
}

extension NameScope {
    /// Creates the scope of the clauses in which the column aliases of a statement are visible.
    init(_ statement: SelectStatement) {
        sources = Self.sources(of: statement)
        for alias in statement.columns.compactMap(\.alias) {
            columnAliases[alias.lowercased()] = alias
        }
    }

    /// The sources of a statement.
    static func sources(of statement: SelectStatement) -> [Source] {
        [Source(statement.source)] + statement.joinClauses.map(Source.init)
    }
}
