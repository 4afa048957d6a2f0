package import SQLPlusPlus

extension TermPreparation {
    // MARK: Conditional expressions and quantified conditions

    package mutating func conditional(_ cases: CaseTerm) throws -> Int {
        // In this dialect, a null operand counts as no operand: `CASE NULL WHEN …`.
        let operand = cases.operand == .literal(.null) ? nil : cases.operand
        var value = try operand.map { try node($0) }
        let comparesContents =
            operand.map { operand in
                cases.branches.contains {
                    dictionaryEquality.applies(to: operand, $0.condition, scope.aliases)
                }
            } ?? false
        if comparesContents { value = try value.map { try contents(of: $0) } }
        var conditions: [Int] = []
        var results: [Int] = []
        for branch in cases.branches {
            var condition = try node(branch.condition)
            if comparesContents { condition = try contents(of: condition) }
            if let operand, let value {
                conditions.append(
                    try comparison(.equal, of: (operand, value), and: (branch.condition, condition))
                )
            } else {
                conditions.append(condition)
            }
            results.append(try typedNode(branch.result))
        }
        let otherwise = try cases.otherwise.map { try typedNode($0) } ?? add(constant: .null)
        let choices = add(children: conditions)
        return add(
            .choice(conditions: choices, results: add(children: results), otherwise: otherwise))
    }

    package mutating func quantified(_ quantified: QuantifiedTerm) throws -> Int {
        // A null in a document is an item, but a null literal in a query is an empty collection.
        let collection =
            quantified.collection == .literal(.null)
            ? add(constant: .missing) : try typedNode(quantified.collection)
        let outer = variables[quantified.variable]
        let outerEquality = dictionaryEquality
        dictionaryEquality.declare(quantified, scope.aliases)
        let number = variableCount
        variableCount += 1
        variables[quantified.variable] = number
        defer {
            variables[quantified.variable] = outer
            dictionaryEquality = outerEquality
        }
        let condition = try node(quantified.condition)
        return add(
            .quantified(
                quantified.quantifier, variable: number, in: collection, satisfies: condition))
    }

    // MARK: Functions

    package mutating func call(_ name: String, _ arguments: [QueryTerm]) throws -> Int {
        let rule: QueryFunction
        do {
            rule = try QueryFunction.named(name, argumentCount: arguments.count)
        } catch {
            return try refuse(error)
        }
        switch rule.evaluation {
        case .constant(let number, _): return add(constant: .double(number))
        case .function(let name), .stored(_, exact: let name):
            return try add(call: name.description, typedNodes(arguments))
        case .containment: return try contains(arguments[0], arguments[1])
        case .itemCount:
            let isProperty = if case .property? = arguments.first { true } else { false }
            return try add(
                call: isProperty ? "quire_property_count" : "quire_array_count",
                typedNodes(arguments))
        case .aggregate(let kind): return try aggregate(kind, named: name, arguments: arguments)
        }
    }

    private mutating func aggregate(
        _ kind: AggregateKind, named name: String, arguments: [QueryTerm]
    ) throws -> Int {
        guard allowsAggregates else {
            return try refuse(QuireError.invalidQuery("\(name) is not allowed here"))
        }
        for argument in arguments { try argument.rejectAggregates(in: name, scope.aliases) }
        let countsDocuments = kind == .count && (arguments.isEmpty || arguments == [.star])
        if hasCollation(in: arguments) {
            return try refuse(unsupported("A collation inside \(name)"))
        }
        let operand = countsDocuments ? nil : try typedNode(arguments[0])
        return add(
            aggregate: GroupAggregate(
                kind: kind, operand: operand, term: .call(name, arguments)))
    }

    // MARK: Types

    /// Adds the nodes of a term whose type matters.
    ///
    /// The result of `IN` is then a Boolean, even if the container is not an array.
    mutating func typedNode(_ term: QueryTerm) throws -> Int {
        let node = try self.node(term)
        guard isMembership(term) else { return node }
        let opposite = add(.not(node))
        return add(.not(opposite))
    }

    private func isMembership(_ term: QueryTerm) -> Bool {
        switch term {
        case .membership(_, in: .array, _): false
        case .membership: true
        case .collated(let operand, _): isMembership(operand)
        case .column(let name, let path) where path.isEmpty:
            switch scope.aliases[name] {
            case .column?, nil: false
            case let term?: isMembership(term)
            }
        default: false
        }
    }

    mutating func typedNodes(_ terms: [QueryTerm]) throws -> [Int] {
        var nodes: [Int] = []
        for term in terms { nodes.append(try typedNode(term)) }
        return nodes
    }
}
