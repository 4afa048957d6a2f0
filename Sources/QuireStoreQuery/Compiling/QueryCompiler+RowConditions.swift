import SQLPlusPlus

// In SQL, each property is a function call that reads the body of the row, finds the value and
// copies it. The evaluator finds all values of a condition with one call:
//
//   SELECT s0.key FROM kv_default AS s0 WHERE quire_meets(s0.body, ?)
//
// SQLite uses an index only for the same text. So conditions on indexed properties remain SQL, and
// the call checks the documents that the index has found. With an index on `type`, the condition
// `type = 'hotel' AND rate < 100 AND stars > 3` is
//
//   fl_value(s0.body, 'type') = ? AND quire_meets(s0.body, ?)

extension QueryCompiler {
    /// The maximum number of values in a list that the evaluator compares one by one.
    private static let evaluatedListLimit = 16

    /// Returns the SQL of the conditions of `WHERE`, of which all must be true.
    func conditions(of condition: QueryTerm) throws -> [SQLFragment] {
        let (compiled, evaluated) = try parts(of: condition)
        guard let evaluated else { return [try "(\(topCondition(condition)))"] }
        let source = try source(nil)
        // Compiling the terms checks them.
        for term in evaluated.terms { _ = try topCondition(term) }
        var conditions: [SQLFragment] = []
        if !compiled.isEmpty {
            let rest = compiled.count == 1 ? compiled[0] : .operation(.and, compiled)
            conditions.append(try "(\(topCondition(rest)))")
        }
        conditions.append("quire_meets(\(source.alias).body, \(bind: .condition(evaluated)))")
        return conditions
    }

    /// Returns whether no index can find the rows, because all conditions are evaluated.
    ///
    /// - Parameter clauses: The clauses after `FROM` of a statement without an order. Conditions in
    ///   SQL precede the call.
    /// - Returns: `true` if the statement reads all documents.
    static func isScan(_ clauses: SQLFragment) -> Bool {
        clauses.text.string.hasPrefix(" WHERE quire_meets(")
    }

    /// Divides a condition into conditions that are compiled to SQL, and those that the evaluator
    /// checks for each row.
    private func parts(
        of condition: QueryTerm
    ) throws -> (compiled: [QueryTerm], evaluated: EvaluatedCondition?) {
        guard evaluatesConditions, sources.count == 1, !readsDeleted, indexedExpressions != nil,
            case .documents(let collection, isOptional: false) = sources[0].kind
        else { return ([condition], nil) }
        var compiled: [QueryTerm] = []
        var evaluated: [QueryTerm] = []
        for conjunct in condition.conjuncts {
            if try conjunct.usesDocument && canBeEvaluated(conjunct, of: collection) {
                evaluated.append(conjunct)
            } else {
                compiled.append(conjunct)
            }
        }
        if evaluated.isEmpty { return ([condition], nil) }
        if let all = EvaluatedCondition(evaluated, aliases) { return (compiled, all) }
        // The evaluator rejects at least one of them.
        let accepted = evaluated.filter { EvaluatedCondition([$0], aliases) != nil }
        compiled += evaluated.filter { !accepted.contains($0) }
        return (compiled, accepted.isEmpty ? nil : EvaluatedCondition(accepted, aliases))
    }

    /// Returns whether the value of a term depends only on the bodies of documents, and no index
    /// helps to find it.
    private func canBeEvaluated(
        _ term: QueryTerm, of collection: DocumentCollection
    ) throws -> Bool {
        switch term {
        case .metadata, .exists, .match, .rank: return false
        case .call where isIndexedDistance(term): return false
        case .property(let path, _): return try canBeEvaluated(path, of: collection)
        case .column(let name, let path):
            switch aliases[name] {
            case .column?, nil: return false
            case .property(let base, _)?:
                return try canBeEvaluated(
                    PropertyPath(base.components + path.components), of: collection)
            case let alias?: return try canBeEvaluated(alias, of: collection)
            }
        case .membership(_, in: .array(let items), _) where items.count > Self.evaluatedListLimit:
            return false
        case .quantified(let quantified):
            guard try arrayIndexConditions(of: quantified).isEmpty else { return false }
        default: break
        }
        return try term.children.allSatisfy { try canBeEvaluated($0, of: collection) }
    }

    private func canBeEvaluated(
        _ path: PropertyPath, of collection: DocumentCollection
    ) throws -> Bool {
        // The evaluator distinguishes a document without a body from an empty one.
        guard !path.isEmpty, let indexedExpressions else { return false }
        return try !indexedExpressions.contain(SQLFragment.value(at: path).text, of: collection)
    }
}

extension QueryTerm {
    /// Whether the value differs between documents.
    fileprivate var usesDocument: Bool {
        contains { term in
            switch term {
            case .property, .column: true
            default: false
            }
        }
    }
}
