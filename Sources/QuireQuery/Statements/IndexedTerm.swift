package import SQLPlusPlus

/// An expression of an index, as text and as a tree.
package struct IndexedTerm {
    package let text: String
    package let term: QueryTerm

    /// Creates an expression from a tree.
    package init(_ term: QueryTerm) {
        self.term = term
        text = term.description
    }

    /// Parses an expression.
    ///
    /// - Parameter text: The expression in SQL++.
    /// - Throws: ``QuireError`` with code `invalidQuery` and a message that contains the position
    ///   in the text and the expected input.
    package init(_ text: String) throws {
        self.text = text
        do {
            term = try QueryTerm.parse(text, knowing: QueryFunction.table)
        } catch let error {
            throw QuireError(
                .invalidQuery,
                "The index's expression \(text.debugDescription) cannot be parsed: \(error)",
                underlyingError: error)
        }
    }

    /// The path of the property, or `nil` if the expression is not a property.
    package var path: PropertyPath? {
        guard case .property(let path, nil) = term, !path.isEmpty else { return nil }
        return path
    }
}
