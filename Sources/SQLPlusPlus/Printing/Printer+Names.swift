extension Printer {
    /// Writes a property, with the name of its source if the path alone would mean something else.
    mutating func writeProperty(_ path: PropertyPath, of source: String?) {
        if path.isEmpty {
            return write(source.map { "\(Identifier.text(for: $0)).*" } ?? "*")
        }
        let term = QueryTerm.property(path, of: source)
        let named = spellings(ofSource: source).map { PropertyPath($0 + path.components) }
        let beginsWithIndex = if case .index? = path.components.first { true } else { false }
        let candidates = (source == nil && !beginsWithIndex ? [path] : []) + named
        let chosen = candidates.first { scope.resolve($0) == term }
        write((chosen ?? named.first ?? path).description)
    }

    /// The ways to name a source, the usual one first: a variable may hide that.
    private func spellings(ofSource name: String?) -> [[PropertyPath.Component]] {
        let sources = scope.sources ?? []
        guard let source = name.map({ name in sources.first { $0.name == name } }) ?? sources.first
        else { return name.map { [[.key($0)]] } ?? [] }
        if let collection = source.collection, collection.alias == nil {
            let name = PropertyPath.Component.key(source.name)
            return [[name]] + (collection.scope.map { [[.key($0), name]] } ?? [])
        }
        return Self.spellings(ofAlias: source.name).map { [.key($0)] }
    }

    /// The ways to spell an alias, which is read in any case, the usual one first.
    private static func spellings(ofAlias alias: String) -> [String] {
        [alias, alias.lowercased(), alias.uppercased()]
    }

    /// Writes a column, or a value in it.
    mutating func writeColumn(_ alias: String, _ path: PropertyPath) {
        let paths = Self.spellings(ofAlias: alias)
            .map { PropertyPath([.key($0)] + path.components) }
        let chosen = paths.first { scope.resolve($0) == .column(alias, path) }
        write((chosen ?? paths[0]).description)
    }

    /// Writes a path into a term.
    mutating func writeMember(_ path: PropertyPath, of base: QueryTerm) {
        switch base {
        case .array, .dictionary, .parameter, .call, .conditional, .literal(.string), .quantified,
            .exists, .match, .rank:
            write(base)
        default:
            writeInParentheses(base)
        }
        write(".\(path)")
    }
}
