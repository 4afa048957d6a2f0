import SQLPlusPlus

extension QueryCompiler {
    /// Returns whether equalities of a term with one of other terms compare the contents of
    /// dictionaries.
    ///
    /// In an index, all values are compared by their bytes, as in Couchbase Lite.
    func comparesContents(
        of operand: QueryTerm, with others: some Collection<QueryTerm>
    ) -> Bool {
        indexedExpressions != nil
            && others.contains { dictionaryEquality.applies(to: operand, $0, aliases) }
    }

    /// Returns the SQL of the operands of a comparison.
    ///
    /// Only the first two operands can be dictionaries. The next ones are compared with Booleans.
    func operands(
        of operation: BinaryOperator, _ operands: [QueryTerm]
    ) throws -> [SQLFragment] {
        guard operation.isEquality, operands.count > 1,
            comparesContents(of: operands[0], with: operands[1...1])
        else { return try operands.map(term) }
        return try operands[...1].map(contents) + operands[2...].map(term)
    }

    /// Returns the SQL of a value in canonical form.
    func contents(of term: QueryTerm) throws -> SQLFragment {
        guard dictionaryEquality.form(of: term, aliases) != .none else {
            return try self.term(term)
        }
        return try "quire_contents(\(typed(term)))"
    }
}
