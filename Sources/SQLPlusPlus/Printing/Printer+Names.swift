extension Printer {
    /// Writes a property, with the name of its source if the path alone would mean something else.
    mutating func writeProperty(_ path: PropertyPath, of source: String?) {
        if path.isEmpty {
            write(source.map { "\(Identifier.text(for: $0)).*" } ?? "*")
        } else if let qualifier = source ?? qualifier(for: path) {
            write(PropertyPath([.key(qualifier)] + path.components).description)
        } else {
            write(path.description)
        }
    }

    private func qualifier(for path: PropertyPath) -> String? {
        let beginsWithIndex = if case .index? = path.components.first { true } else { false }
        guard beginsWithIndex || scope.resolve(path) != .property(path, of: nil) else {
            return nil
        }
        return scope.sources?.first?.name
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
