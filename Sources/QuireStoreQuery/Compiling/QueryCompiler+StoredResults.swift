import SQLPlusPlus

// For a few strings, LOWER and UPPER of Couchbase Lite return an empty string, because the result
// would have more bytes than the argument. An index on these functions contains the same values,
// regardless of the program that wrote them. If a comparison uses such an index, the query also
// finds documents with an empty string in the index, and then repeats the comparison with the
// correct string.
//
// Example: with an index on LOWER(name), LOWER(name) = 'x' becomes
//   (N1QL_lower(fl_value(body, 'name')) IN ('x', '') AND quire_lower(fl_value(body, 'name')) = 'x')

extension QueryCompiler {
    /// Returns the SQL of a comparison whose operand has different results in indexes, or `nil` for
    /// any other term.
    ///
    /// The operand is an indexed call of LOWER or UPPER.
    func storedComparison(_ term: QueryTerm) throws -> SQLFragment? {
        guard !usesStoredResults, let operand = term.comparedOperand(aliases) else { return nil }
        var compiler = self
        compiler.usesStoredResults = true
        guard let stored = try compiler.indexedTerm(operand) else { return nil }
        let exact = try compiled(term)
        if let value = term.comparedValue {
            return try "(\(stored) IN (\(self.term(value)), '') AND \(exact))"
        }
        return try "((\(compiler.compiled(term)) OR \(stored) = '') AND \(exact))"
    }
}

extension QueryTerm {
    /// Whether this is a call whose results in indexes are incorrect for some strings.
    var differsInIndexes: Bool {
        guard case .call(let name, _) = self, case .stored? = QueryFunction.all[name]?.evaluation
        else { return false }
        return true
    }

    /// Returns the operand of this comparison whose results in indexes can be incorrect, if any.
    fileprivate func comparedOperand(_ aliases: [String: QueryTerm]) -> QueryTerm? {
        let operands: [QueryTerm] =
            switch self {
            case .operation(let operation, let operands)
            where operation.isOrdering && operands.count == 2: operands
            case .between(let operand, _, _, _): [operand]
            case .membership(let operand, in: .array, _): [operand]
            default: []
            }
        return operands.lazy.map { operand in
            guard case .column(let name, let path) = operand, path.isEmpty else { return operand }
            return aliases[name] ?? operand
        }.first(where: \.differsInIndexes)
    }

    /// The value that the first operand is compared with, if this is an equality comparison.
    fileprivate var comparedValue: QueryTerm? {
        switch self {
        case .operation(.equal, let operands) where operands[0].differsInIndexes: operands[1]
        case .operation(.is, let operands) where operands[0].differsInIndexes:
            if case .literal(let literal) = operands[1], literal != .null {
                operands[1]
            } else {
                nil
            }
        default: nil
        }
    }
}

extension BinaryOperator {
    /// Whether SQLite can use an index for the comparison.
    fileprivate var isOrdering: Bool {
        switch self {
        case .equal, .is, .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual, .like:
            true
        default: false
        }
    }
}
