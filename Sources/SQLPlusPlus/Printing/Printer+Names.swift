extension Printer {
    /// Writes a property, preceded by the name of its source if the path alone would be ambiguous.
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

    /// Returns the possible spellings of a source, starting with the usual one, which a variable
    /// may hide.
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

    /// Returns spellings of an alias in different letter cases, starting with the usual one.
    private static func spellings(ofAlias alias: String) -> [String] {
        [alias, alias.lowercased(), alias.uppercased()]
    }

    /// Writes a column, or a path into its value.
    mutating func writeColumn(_ alias: String, _ path: PropertyPath) {
        let paths = Self.spellings(ofAlias: alias)
            .map { PropertyPath([.key($0)] + path.components) }
        let chosen = paths.first { scope.resolve($0) == .column(alias, path) }
        write((chosen ?? paths[0]).description)
    }

    /// Writes a term and a path into its value.
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
