extension Parser {
    /// Reads a name, with or without quotation marks.
    mutating func parseName(_ expected: String) throws(SQLPlusPlusError) -> String {
        guard case .identifier(let name, _) = current else { throw unexpectedForName(expected) }
        advance()
        return name
    }

    /// Reads `[AS] name` if it is present.
    mutating func parseAlias() throws(SQLPlusPlusError) -> String? {
        if accept(.as) { return try parseName("an alias") }
        guard case .identifier(let name, _) = current else { return nil }
        advance()
        return name
    }

    /// Reads `collection` or `scope.collection`, and an optional alias.
    mutating func parseSource() throws(SQLPlusPlusError) -> CollectionSource {
        var collection = try parseName("the name of a collection")
        var scopeName: String?
        if accept(.dot) {
            scopeName = collection
            collection = try parseName("the name of a collection")
        }
        return CollectionSource(collection, scope: scopeName, as: try parseAlias())
    }

    /// Reads and resolves a path that begins with a name, or reads `source.*`.
    mutating func parseProperty() throws(SQLPlusPlusError) -> QueryTerm {
        let start = offset
        var path = PropertyPath().appending(key: try parseName("a name"))
        path = try parseRest(of: path)
        guard current == .symbol(.dot), token(ahead: 1) == .symbol(.asterisk) else {
            if let term = scope.resolve(path) { return term }
            let names = scope.sources?.map(\.name).joined(separator: ", ") ?? ""
            throw error("'\(path)' must begin with the name of a source: \(names)", at: start)
        }
        advance(by: 2)
        return .property(PropertyPath(), of: try nameOfSource(path, at: start))
    }

    /// Reads any number of `.name` and `[index]` components.
    mutating func parseRest(of path: PropertyPath) throws(SQLPlusPlusError) -> PropertyPath {
        var components = path.components
        while true {
            if current == .symbol(.dot), token(ahead: 1) != .symbol(.asterisk) {
                advance()
                components.append(.key(try parseName("a name")))
            } else if accept(.leftBracket) {
                components.append(.index(try parseIndex()))
            } else {
                return PropertyPath(components)
            }
        }
    }

    private mutating func parseIndex() throws(SQLPlusPlusError) -> Int {
        let start = offset
        let isNegative = accept(.minus)
        guard case .integer(let magnitude) = current else { throw unexpected("an index") }
        guard let index = Int(exactly: magnitude) else {
            throw error("the index is out of range", at: start)
        }
        advance()
        try expect(.rightBracket)
        return isNegative ? -index : index
    }

    /// Reads `META([source]).field`, starting at the parenthesis.
    mutating func parseMetadata() throws(SQLPlusPlusError) -> QueryTerm {
        try expect(.leftParenthesis)
        var source = scope.sources?.first.flatMap(scope.reference(to:))
        if current != .symbol(.rightParenthesis) {
            let start = offset
            let path = PropertyPath().appending(key: try parseName("the name of a source or ')'"))
            source = try nameOfSource(try parseRest(of: path), at: start)
        }
        try expect(.rightParenthesis)
        try expect(.dot)
        let fieldOffset = offset
        let name = try parseName("a field of META()")
        guard let field = MetadataField(rawValue: name) else {
            let fields = MetadataField.allCases.map(\.rawValue).joined(separator: ", ")
            throw error("expected one of \(fields), found '\(name)'", at: fieldOffset)
        }
        guard current != .symbol(.dot) else {
            throw unexpected("an operator or the end of the expression")
        }
        return .metadata(field, of: source)
    }

    /// Returns the name by which terms refer to the source that a path consists of.
    func nameOfSource(
        _ path: PropertyPath, at offset: Int
    ) throws(SQLPlusPlusError) -> String? {
        guard scope.sources != nil else { return nil }
        guard let (name, rest) = scope.source(of: path), rest.isEmpty else {
            throw error("'\(path)' is not the name of a source", at: offset)
        }
        return name
    }
}
