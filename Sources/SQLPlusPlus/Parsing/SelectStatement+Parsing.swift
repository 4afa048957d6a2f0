extension SelectStatement {
    /// Parses a statement.
    ///
    /// Names are resolved. A property that begins with the name of its source loses that name. A
    /// name that a column defines with `AS` refers to that column in every clause except `SELECT`.
    /// The method does not check whether collections and indexes exist.
    ///
    /// ```swift
    /// let cheap = try SelectStatement.parse(
    ///     "SELECT name, roomRate FROM _ WHERE roomRate < $limit ORDER BY roomRate")
    /// print(cheap.columnNames)  // ["name", "roomRate"]
    /// ```
    ///
    /// - Parameters:
    ///   - text: A statement in SQL++, with or without a trailing semicolon.
    ///   - functions: The known functions, or `nil` to accept every function name.
    /// - Returns: The statement. Parsing its ``description`` returns an equal statement.
    /// - Throws: ``SQLPlusPlusError``, which describes what was expected and what was found, with
    ///   its location. Expressions that are nested more than some hundred levels deep also throw
    ///   this error.
    /// - Complexity: O(*n*) in the length of the text.
    public static func parse(
        _ text: String, knowing functions: FunctionTable? = nil
    ) throws(SQLPlusPlusError) -> SelectStatement {
        var parser = Parser(text, functions: functions)
        return try parser.parseStatement()
    }
}

extension QueryTerm {
    /// The maximum number of nested terms in a tree that is parsed or compiled.
    public static var heightLimit: Int { Parser.heightLimit }

    /// Parses a single expression, in the form that indexes store.
    ///
    /// There is no source, so every name refers to a property.
    ///
    /// ```swift
    /// let condition = try QueryTerm.parse("address.city = 'Bergen' AND roomRate < 150")
    /// ```
    ///
    /// - Parameters:
    ///   - text: An expression in SQL++.
    ///   - functions: The known functions, or `nil` to accept every function name.
    /// - Returns: The expression, which is equal to the same expression in a statement with one
    ///   source.
    /// - Throws: ``SQLPlusPlusError``, which describes what was expected and what was found, with
    ///   its location. Expressions that are nested more than some hundred levels deep also throw
    ///   this error.
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
