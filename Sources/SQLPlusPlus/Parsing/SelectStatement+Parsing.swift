extension SelectStatement {
    /// Reads a statement from its text.
    ///
    /// Names are resolved: a property that is named with its source's name loses the name, a name
    /// that a column gives by `AS` becomes that column in every clause but `SELECT`. It is not
    /// checked whether collections and indexes exist.
    ///
    /// - Parameters:
    ///   - text: A statement in SQL++, with or without a semicolon at its end.
    ///   - functions: The functions that there are; without it every name of one is accepted.
    /// - Returns: The statement. Its ``description`` is parsed to an equal one.
    /// - Throws: ``SQLPlusPlusError`` that tells what was expected and what was found where, also
    ///   if expressions are nested in more than some hundred levels.
    /// - Complexity: O(*n*) in the length of the text.
    public static func parse(
        _ text: String, knowing functions: FunctionTable? = nil
    ) throws(SQLPlusPlusError) -> SelectStatement {
        var parser = Parser(text, functions: functions)
        return try parser.parseStatement()
    }
}

extension QueryTerm {
    /// How many terms may lie within one another in a tree that is read from text, and in one that
    /// is to be compiled.
    public static var heightLimit: Int { Parser.heightLimit }

    /// Reads a single expression from its text, as indexes hold them.
    ///
    /// There is no source, so every name is that of a property.
    ///
    /// - Parameters:
    ///   - text: An expression in SQL++.
    ///   - functions: The functions that there are; without it every name of one is accepted.
    /// - Returns: The expression, equal to that which a statement with one source reads.
    /// - Throws: ``SQLPlusPlusError`` that tells what was expected and what was found where, also
    ///   if expressions are nested in more than some hundred levels.
    /// - Complexity: O(*n*) in the length of the text.
    public static func parse(
        _ text: String, knowing functions: FunctionTable? = nil
    ) throws(SQLPlusPlusError) -> QueryTerm {
        var parser = Parser(text, functions: functions)
        parser.scope.sources = []
        let term = try parser.parseTerm().term
        try parser.expectEnd(of: "expression")
        return term
    }
}
