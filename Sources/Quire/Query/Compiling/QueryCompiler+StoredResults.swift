import SQLPlusPlus

// For a few texts Couchbase Lite's LOWER and UPPER give an empty text, where it would have more bytes
// than the original one. An index on them has that, too, whichever program wrote it. So where an index
// serves a comparison, it also finds the documents with the empty text, and the comparison is made with
// the right text as well.
//
// Example: LOWER(name) = 'x' with an index on LOWER(name) is
//   (N1QL_lower(fl_value(body, 'name')) IN ('x', '') AND quire_lower(fl_value(body, 'name')) = 'x')

extension QueryCompiler {
    /// A comparison of what an index has, where the index may have something else than the right
    /// result; `nil` for any other term.
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
    /// Whether indexes have another result of this call than the right one, for some texts.
    var differsInIndexes: Bool {
        if case .call("LOWER", _) = self { return true }
        if case .call("UPPER", _) = self { return true }
        return false
    }

    /// The operand of a comparison that differs in indexes.
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

    /// The value that the first operand is compared with, if this is an equality.
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
    /// Whether an index can serve the comparison.
    fileprivate var isOrdering: Bool {
        switch self {
        case .equal, .is, .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual, .like:
            true
        default: false
        }
    }
}
