// The parser knows what a name is about as soon as it has read it. A statement that is put together
// by a program learns it at the end, when all sources and columns are known.

extension SelectStatement {
    /// Returns the statement with its names resolved, as ``parse(_:knowing:)`` does it.
    ///
    /// A property without a source may begin with the name of one, if there are several or if the
    /// only one has an alias, and in every clause but `SELECT` with the alias of a column. A name
    /// of the only source is left out. What no source is called stays as it is, for the compiler to
    /// refuse.
    ///
    /// - Returns: An equal statement to the one that is read from the same names in text.
    /// - Complexity: O(*n*) in the size of the tree.
    public func resolvingNames() -> SelectStatement {
        var statement = self
        var scope = NameScope(sources: NameScope.sources(of: self))
        let inColumns = NameResolution(scope)
        statement.columns = columns.map { ResultColumn(inColumns.resolve($0.term), as: $0.alias) }
        scope.isInFrom = true
        let inFrom = NameResolution(scope)
        statement.furtherSources = furtherSources.map { source in
            switch source {
            case .join(let kind, let collection, let condition):
                .join(kind, collection, on: condition.map(inFrom.resolve))
            case .unnest(let term, let name): .unnest(inFrom.resolve(term), as: name)
            }
        }
        let names = NameResolution(NameScope(self))
        statement.condition = condition.map(names.resolve)
        statement.grouping = grouping.map(names.resolve)
        statement.groupCondition = groupCondition.map(names.resolve)
        statement.ordering = ordering.map { OrderingTerm(names.resolve($0.term), $0.direction) }
        statement.limit = limit.map(names.resolve)
        statement.offset = offset.map(names.resolve)
        return statement
    }
}

/// Resolves the names in terms.
private struct NameResolution {
    /// What the names of sources are looked up in.
    private let scope: NameScope
    /// What paths without a source are looked up in.
    private var pathScope: NameScope

    init(_ scope: NameScope) {
        self.scope = scope
        pathScope = scope
        let sources = scope.sources ?? []
        // A property that happens to be called like the collection is that property.
        if sources.count == 1, sources[0].collection?.alias == nil { pathScope.sources = [] }
    }

    func resolve(_ term: QueryTerm) -> QueryTerm {
        switch term {
        case .property(let path, nil) where !path.isEmpty:
            return pathScope.resolve(path) ?? term
        case .property(let path, let name?):
            return .property(path, of: reference(name))
        case .metadata(let field, let name?):
            return .metadata(field, of: reference(name))
        case .match(let index, let name, let query):
            let (index, name) = fullTextIndex(index, name)
            return .match(index: index, of: name, resolve(query))
        case .rank(let index, let name):
            let (index, name) = fullTextIndex(index, name)
            return .rank(index: index, of: name)
        default:
            return term.replacingChildren(resolve)
        }
    }

    /// The name that terms give a source.
    private func reference(_ name: String) -> String? {
        guard let source = scope.sources?.first(where: { $0.isCalled(name) }) else { return name }
        return scope.reference(to: source)
    }

    /// The index and its source, where the name of the source may stand before that of the index.
    private func fullTextIndex(
        _ index: String, _ name: String?
    ) -> (index: String, source: String?) {
        if let name { return (index, reference(name)) }
        let parts = index.split(separator: ".", maxSplits: 1).map(String.init)
        guard parts.count == 2,
            let source = scope.sources?.first(where: { $0.isCalled(parts[0]) })
        else { return (index, nil) }
        return (parts[1], scope.reference(to: source))
    }
}
