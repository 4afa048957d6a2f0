// The parser resolves each name immediately. For a statement that a program creates, names are
// resolved at the end, when all sources and columns are known.

extension SelectStatement {
    /// Returns the statement with its names resolved, as by ``parse(_:knowing:)``.
    ///
    /// A property without a source may begin with the name of a source if there are several
    /// sources, or if the only source has an alias. In every clause except `SELECT`, it may begin
    /// with the alias of a column. The name of the only source is removed. A name that matches no
    /// source is unchanged; the compiler rejects it.
    ///
    /// - Returns: A statement that is equal to the parsed statement with the same names.
    /// - Complexity: O(*n*) in the size of the tree.
    public func resolvingNames() -> SelectStatement {
        var statement = self
        var scope = NameScope(sources: NameScope.sources(of: self))
        let inColumns = NameResolution(scope)
        statement.columns = columns.map { ResultColumn(inColumns.resolve($0.term), as: $0.alias) }
        scope.isInFrom = true
        let inFrom = NameResolution(scope)
        statement.joinClauses = joinClauses.map { source in
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
    /// The scope that resolves names of sources.
    private let scope: NameScope
    /// The scope that resolves paths without a source.
    private var pathScope: NameScope

    init(_ scope: NameScope) {
        self.scope = scope
        pathScope = scope
        let sources = scope.sources ?? []
        // A property with the same name as the collection remains a property.
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

    /// Returns the name by which terms refer to a source.
    private func reference(_ name: String) -> String? {
        guard let source = scope.sources?.first(where: { $0.isCalled(name) }) else { return name }
        return scope.reference(to: source)
    }

    /// Returns the index and its source.
    ///
    /// The name of the source may precede that of the index.
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
