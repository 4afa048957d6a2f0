import SQLPlusPlus

/// An expression of an index: its text and its tree.
struct IndexedTerm {
    let text: String
    let term: QueryTerm

    /// Takes over a tree.
    init(_ term: QueryTerm) {
        self.term = term
        text = term.description
    }

    /// Reads an expression.
    ///
    /// - Parameter text: SQL++.
    /// - Throws: ``QuireError`` with code `invalidQuery` that says where in the text and what was
    ///   expected there.
    init(_ text: String) throws {
        self.text = text
        do {
            term = try QueryTerm.parse(text, knowing: FunctionRule.table)
        } catch let error {
            throw QuireError(
                .invalidQuery,
                "The index's expression \(text.debugDescription) cannot be parsed: \(error)",
                underlyingError: error)
        }
    }

    /// The path, if the expression is a property.
    var path: PropertyPath? {
        guard case .property(let path, nil) = term, !path.isEmpty else { return nil }
        return path
    }
}
