package import SQLPlusPlus

extension QueryField {
    /// The terms that give models the order of the property.
    package var orderingTerms: Result<[QueryTerm], QuireError> {
        term.map { term in
            let operand = FieldOperand(term, type: Value.self)
            if operand.isDecimal { return [operand.decimalKey] }
            guard operand.isUnsigned else { return [term] }
            return [.operation(.lessThan, [term, .literal(.integer(0))]), term]
        }
    }
}
