import SQLPlusPlus

extension StatementPreparation {
    /// Prepares the joined sources of a statement.
    ///
    /// A condition can use the sources up to its own.
    mutating func joins(
        of statement: SelectStatement, _ parts: ConditionParts
    ) throws -> [PreparedJoin] {
        var joins: [PreparedJoin] = []
        for (number, clause) in statement.joinClauses.enumerated() {
            let kind: PreparedJoin.Kind
            switch clause {
            case .unnest(let array, let name):
                try array.rejectAggregates(in: "UNNEST", aliases)
                kind = try items(of: array)
                try add(source: name, hasItems: true)
            case .join(let join, let source, let condition):
                guard (condition == nil) == (join == .cross) else {
                    throw QuireError.invalidQuery(
                        join == .cross
                            ? "a CROSS JOIN has no condition" : "a JOIN requires a condition")
                }
                try condition?.rejectAggregates(in: "ON", aliases)
                try add(source: source.name, hasItems: false)
                kind = .documents(
                    try documents(
                        of: source, number: number + 1, isOptional: join == .left, condition, parts)
                )
            }
            joins.append(
                PreparedJoin(kind: kind, filter: try parts.filters[number].map { try term($0) }))
        }
        return joins
    }

    private mutating func items(of array: QueryTerm) throws -> PreparedJoin.Kind {
        // A null in a document is an item, but a null literal in a query is an empty collection.
        if array == .literal(.null) { return .items(try term(.missing), isStored: true) }
        let isStored = if case .property = array { true } else { false }
        return .items(try term(array, isTyped: true), isStored: isStored)
    }

    private mutating func documents(
        of source: CollectionSource, number: Int, isOptional: Bool, _ condition: QueryTerm?,
        _ parts: ConditionParts
    ) throws -> PreparedDocuments {
        var own = parts.ownConditions[number]
        var others: [QueryTerm] = []
        var keys: [JoinKey] = []
        for term in condition?.conjuncts ?? [] {
            if term.sources(among: parts.names) == [number] {
                own.append(term.removingSourceNames)
                continue
            }
            others.append(term)
            if let key = try key(from: term, number: number, names: parts.names) {
                keys.append(key)
            }
        }
        let ownCondition = QueryTerm.all(own)
        return PreparedDocuments(
            source: source, isOptional: isOptional, ownCondition: ownCondition,
            ownFilter: try ownCondition.map { try TermEvaluator($0, parameters) },
            condition: try QueryTerm.all(others).map { try self.term($0) },
            key: keys.first(where: \.isDocumentID) ?? keys.first)
    }

    /// Prepares an equality of a value of a joined document, or returns `nil` for another condition.
    private mutating func key(
        from term: QueryTerm, number: Int, names: [String]
    ) throws -> JoinKey? {
        guard case .operation(let operation, let operands) = term, operands.count == 2,
            operation == .equal || operation == .is
        else { return nil }
        func isOuter(_ term: QueryTerm) -> Bool {
            term.sources(among: names)?.allSatisfy { $0 < number } ?? false
        }
        func isInner(_ term: QueryTerm) -> Bool { term.sources(among: names) == [number] }
        let (first, second) = (operands[0], operands[1])
        let isReversed = isInner(second) && isOuter(first)
        guard isReversed || isInner(first) && isOuter(second) else { return nil }
        let (inner, outer) = isReversed ? (second, first) : (first, second)
        var preparation = TermPreparation(parameters: parameters)
        guard !preparation.hasCollation(in: operands),
            !preparation.dictionaryEquality.applies(to: first, second, aliases)
        else { return nil }
        let adjustment = OperandAdjustment(
            preparation.affinity(of: inner), preparation.affinity(of: outer), collation: nil)
        let root = try preparation.node(inner.removingSourceNames)
        let isDocumentID = if case .metadata(.id, _) = inner { true } else { false }
        return JoinKey(
            outer: try self.term(outer), inner: preparation.term(root),
            innerLocations: preparation.locations, adjustment: adjustment,
            matchesMissing: operation == .is, isDocumentID: isDocumentID)
    }
}
