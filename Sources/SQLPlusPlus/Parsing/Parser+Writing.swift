// The words of these statements are not reserved: documents can have properties with these names.

extension WriteStatement {
    /// Parses a statement that changes documents.
    ///
    /// - Parameters:
    ///   - text: The text, with or without a trailing semicolon.
    ///   - functions: The known functions, or `nil` to accept every function name.
    /// - Returns: The statement, or `nil` if the text begins with another word.
    /// - Throws: ``SQLPlusPlusError`` if the text begins like such a statement and is invalid.
    package static func parse(
        _ text: String, knowing functions: FunctionTable? = nil
    ) throws(SQLPlusPlusError) -> WriteStatement? {
        var parser = Parser(text, functions: functions)
        guard var statement = try parser.parseWrite() else { return nil }
        if parser.accept(word: "RETURNING") { statement.returning = try parser.parseColumns() }
        _ = parser.accept(.semicolon)
        try parser.expectEnd(of: "statement")
        try parser.checkIntegers()
        return statement
    }
}

extension WriteStatement {
    /// Returns whether a text begins like a statement that changes documents.
    package static func isWrite(_ text: String) -> Bool {
        Parser(text).isAt(words: ["UPDATE", "DELETE", "INSERT", "UPSERT"])
    }
}

extension Parser {
    fileprivate mutating func parseWrite() throws(SQLPlusPlusError) -> WriteStatement? {
        if accept(word: "UPDATE") {
            var statement = WriteStatement(try parseTarget(), .delete)
            statement.action = .update(try parseAssignments())
            return try parseSelection(of: statement)
        }
        if accept(word: "DELETE") {
            try expect(.from)
            return try parseSelection(of: WriteStatement(try parseTarget(), .delete))
        }
        let replaces = accept(word: "UPSERT")
        guard replaces || accept(word: "INSERT") else { return nil }
        try expect(word: "INTO")
        let target = try parseTarget()
        return WriteStatement(target, .save(try parseDocuments(), replaces: replaces))
    }

    /// Reads the name of a collection, and an optional alias.
    private mutating func parseTarget() throws(SQLPlusPlusError) -> CollectionSource {
        var target = CollectionSource(try parseName("the name of a collection"))
        if accept(.dot) {
            target.scope = target.collection
            target.collection = try parseName("the name of a collection")
        }
        if current == .keyword(.as) || !isAt(words: ["SET", "UNSET", "RETURNING"]) {
            target.alias = try parseAlias()
        }
        scope = NameScope(sources: [NameScope.Source(target)])
        return target
    }

    /// Reads `SET` and `UNSET`, in this order.
    private mutating func parseAssignments() throws(SQLPlusPlusError) -> [WriteStatement.Assignment]
    {
        var assignments: [WriteStatement.Assignment] = []
        if accept(word: "SET") {
            repeat {
                let path = try parseAssigned()
                try expect(.equal)
                assignments.append(WriteStatement.Assignment(path, try parseClause()))
            } while accept(.comma)
        }
        if accept(word: "UNSET") {
            repeat {
                assignments.append(WriteStatement.Assignment(try parseAssigned(), nil))
            } while accept(.comma)
        }
        guard !assignments.isEmpty else { throw unexpected("SET or UNSET") }
        return assignments
    }

    /// Reads the property to change.
    private mutating func parseAssigned() throws(SQLPlusPlusError) -> PropertyPath {
        let start = offset
        if case .identifier(let name, isQuoted: false) = current, name.uppercased() == "META",
            token(ahead: 1) == .symbol(.leftParenthesis)
        {
            throw error("the metadata of a document cannot be set")
        }
        switch try parseProperty() {
        case .property(let path, _) where !path.isEmpty: return path
        case .metadata: throw error("the metadata of a document cannot be set", at: start)
        default: throw error("expected a property of the documents", at: start)
        }
    }

    /// Reads `WHERE` and `LIMIT`.
    private mutating func parseSelection(
        of statement: WriteStatement
    ) throws(SQLPlusPlusError) -> WriteStatement {
        var statement = statement
        if accept(.where) { statement.condition = try parseClause() }
        if accept(.limit) { statement.limit = try parseClause() }
        return statement
    }

    /// Reads `(KEY, VALUE) VALUES (key, value), …`.
    private mutating func parseDocuments() throws(SQLPlusPlusError) -> [WriteStatement.NewDocument]
    {
        try expect(.leftParenthesis)
        try expect(word: "KEY")
        try expect(.comma)
        try expect(word: "VALUE")
        try expect(.rightParenthesis)
        try expect(word: "VALUES")
        var documents: [WriteStatement.NewDocument] = []
        repeat {
            // The word can be repeated for each document.
            if !documents.isEmpty { _ = accept(word: "VALUES") }
            try expect(.leftParenthesis)
            let key = try parseConstant()
            try expect(.comma)
            documents.append(WriteStatement.NewDocument(key, try parseConstant()))
            try expect(.rightParenthesis)
        } while accept(.comma)
        return documents
    }

    /// Reads a term that does not use a document.
    private mutating func parseConstant() throws(SQLPlusPlusError) -> QueryTerm {
        let start = offset
        let term = try parseClause()
        let usesDocument = term.contains { term in
            switch term {
            case .property, .metadata, .match, .rank: true
            default: false
            }
        }
        if usesDocument { throw error("VALUES cannot use properties of documents", at: start) }
        return term
    }

    /// Throws an error if the text contains an integer that exceeds 64 bits.
    ///
    /// Queries clamp such an integer, which must not be stored.
    fileprivate func checkIntegers() throws(SQLPlusPlusError) {
        for (index, token) in tokens.enumerated() {
            guard case .integer(let magnitude) = token.token else { continue }
            let isNegative = index > 0 && tokens[index - 1].token == .symbol(.minus)
            guard magnitude > UInt64(Int64.max) + (isNegative ? 1 : 0) else { continue }
            throw error("the integer is out of range", at: token.range.lowerBound)
        }
    }

    // MARK: Words

    fileprivate func isAt(words: [String]) -> Bool {
        guard case .identifier(let name, isQuoted: false) = current else { return false }
        return words.contains(name.uppercased())
    }

    fileprivate mutating func accept(word: String) -> Bool {
        guard isAt(words: [word]) else { return false }
        advance()
        return true
    }

    private mutating func expect(word: String) throws(SQLPlusPlusError) {
        guard accept(word: word) else { throw unexpected(word) }
    }
}
