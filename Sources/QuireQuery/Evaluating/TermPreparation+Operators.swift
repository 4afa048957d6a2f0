package import SQLPlusPlus

/// The collation for comparing terms.
package struct TermCollation {
    /// The comparison of strings, or `nil` to compare their bytes.
    let comparison: StringCollation?
}

extension TermPreparation {
    package mutating func operation(
        _ operation: BinaryOperator, _ operands: [QueryTerm]
    ) throws -> Int {
        switch operation {
        case .and:
            let children = try nodes(operands)
            return add(.all(add(children: children)))
        case .or:
            let children = try nodes(operands)
            return add(.any(add(children: children)))
        case .like: return try like(operands, nil)
        case .notLike:
            let like = try like(operands, nil)
            return add(.not(like))
        case .concatenate: return try add(call: "quire_concat", typedNodes(operands))
        case .add, .subtract, .multiply, .divide, .remainder:
            let children = try nodes(operands)
            guard !children.isEmpty else { return add(constant: .missing) }
            return add(.arithmetic(operation, add(children: children)))
        case .equal: return try chain(.equal, operands)
        case .notEqual: return try chain(.notEqual, operands)
        case .is: return try chain(.same, operands)
        case .isNot: return try chain(.same, operands, isNegated: true)
        case .lessThan: return try chain(.lessThan, operands)
        case .lessThanOrEqual: return try chain(.lessThanOrEqual, operands)
        case .greaterThan: return try chain(.greaterThan, operands)
        case .greaterThanOrEqual: return try chain(.greaterThanOrEqual, operands)
        }
    }

    /// Adds a chain of comparisons.
    ///
    /// The term `a < b < c` is equivalent to `(a < b) < c`.
    private mutating func chain(
        _ comparison: TermNode.Comparison, _ operands: [QueryTerm], isNegated: Bool = false
    ) throws -> Int {
        guard let first = operands.first, operands.count <= 100 else {
            return try refuse(unsupported("A chain of \(operands.count) comparisons"))
        }
        var left = (term: first, node: try node(first))
        for operand in operands.dropFirst() {
            var right = (term: operand, node: try node(operand))
            if comparison.isEquality,
                dictionaryEquality.applies(to: left.term, operand, scope.aliases)
            {
                left.node = try contents(of: left.node)
                right.node = try contents(of: right.node)
            }
            var node = try self.comparison(comparison, of: left, and: right)
            if isNegated { node = add(.not(node)) }
            // The result is a Boolean, which has neither a column type nor a collation.
            left = (.literal(.boolean(true)), node)
        }
        return left.node
    }

    /// Adds a comparison of two prepared terms.
    package mutating func comparison(
        _ comparison: TermNode.Comparison, of left: (term: QueryTerm, node: Int),
        and right: (term: QueryTerm, node: Int)
    ) throws -> Int {
        // A collation affects only strings.
        let isTruthTest =
            right.term == .literal(.boolean(true)) && affinity(of: left.term) == .none
        guard
            let collation = isTruthTest
                ? TermCollation(comparison: nil) : collation(of: [left.term, right.term])
        else {
            return try refuse(unsupported("A collation inside an operand"))
        }
        let adjustment = OperandAdjustment(
            affinity(of: left.term), affinity(of: right.term), collation: collation.comparison)
        return try add(comparison, of: left.node, and: right.node, adjustment: adjustment)
    }

    private mutating func add(
        _ comparison: TermNode.Comparison, of left: Int, and right: Int,
        adjustment: OperandAdjustment
    ) throws -> Int {
        var (left, right) = (left, right)
        var conversion = adjustment.conversion
        // Convert a constant now.
        switch conversion {
        case .leftToText:
            if let value = constant(left) {
                left = try converted(value)
                conversion = .none
            }
        case .rightToText:
            if let value = constant(right) {
                right = try converted(value)
                conversion = .none
            }
        case .none, .leftToNumber, .rightToNumber: break
        }
        let rest = OperandAdjustment(conversion, adjustment.collation)
        if rest.isRedundant { return add(.compare(comparison, left, right)) }
        return add(
            .compareAdjusted(comparison, left, right, adjustment: add(adjustment: rest)))
    }

    private mutating func converted(_ value: LanguageValue) throws -> Int {
        guard value.storedNumber != nil, let text = value.convertedText else {
            return add(constant: value)
        }
        return try add(constant: text)
    }

    package mutating func between(
        _ operand: QueryTerm, lower: QueryTerm, upper: QueryTerm, isNegated: Bool
    ) throws -> Int {
        let value = (operand, try node(operand))
        let bounds = (
            lower: try comparison(.greaterThanOrEqual, of: value, and: (lower, try node(lower))),
            upper: try comparison(.lessThanOrEqual, of: value, and: (upper, try node(upper)))
        )
        let both = add(.all(add(children: [bounds.lower, bounds.upper])))
        return isNegated ? add(.not(both)) : both
    }

    package mutating func membership(
        _ operand: QueryTerm, _ container: QueryTerm, isNegated: Bool
    ) throws -> Int {
        let node = try membership(operand, container)
        return isNegated ? add(.not(node)) : node
    }

    private mutating func membership(_ operand: QueryTerm, _ container: QueryTerm) throws -> Int {
        guard case .array(let items) = container else { return try contains(container, operand) }
        var value = try node(operand)
        // For an empty list, the result is false, or missing if the operand is missing.
        if items.isEmpty { return add(.compare(.notEqual, value, value)) }
        // List items have neither a column type nor a collation.
        guard !hasCollation(in: items), let collation = collation(of: [operand]) else {
            return try refuse(unsupported("A collation inside IN"))
        }
        let adjustment = OperandAdjustment(
            affinity(of: operand), .none, collation: collation.comparison)
        var children = try nodes(items)
        if items.contains(where: { dictionaryEquality.applies(to: operand, $0, scope.aliases) }) {
            value = try contents(of: value)
            for index in children.indices { children[index] = try contents(of: children[index]) }
        }
        var conversion = adjustment.conversion
        if conversion == .rightToText, children.allSatisfy({ constant($0) != nil }) {
            children = try children.map { try converted(constant($0) ?? .missing) }
            conversion = .none
        }
        let rest = OperandAdjustment(conversion, adjustment.collation)
        return add(
            .oneOf(
                value, add(children: children),
                adjustment: rest.isRedundant ? nil : add(adjustment: rest)))
    }

    /// Adds a condition that an array contains a value.
    package mutating func contains(_ container: QueryTerm, _ value: QueryTerm) throws -> Int {
        var arguments = try typedNodes([container, value])
        if dictionaryEquality.applies(to: value, container, scope.aliases) {
            for index in arguments.indices {
                arguments[index] = try contents(of: arguments[index])
            }
        }
        return try add(call: "quire_array_contains", arguments)
    }

    // MARK: Strings

    private mutating func like(
        _ operands: [QueryTerm], _ collation: TextCollation?
    ) throws -> Int {
        guard operands.count == 2 else {
            return try refuse(QuireError.invalidQuery("LIKE takes two operands"))
        }
        var (text, collation) = (operands[0], collation)
        if collation == nil, case .collated(let operand, let own) = text, own.isUnicodeAware {
            (text, collation) = (operand, own)
        }
        if let collation {
            let arguments = [
                try node(text), try node(operands[1]), try add(constant: collation.sqlName),
            ]
            return try add(call: "quire_like", arguments)
        }
        let arguments = [try node(operands[1]), try node(text), try add(constant: "\\")]
        return try add(call: "like", arguments)
    }

    /// Adds a term with a collation, which applies to its outermost operator.
    package mutating func collated(_ operand: QueryTerm, _ collation: TextCollation) throws -> Int {
        switch operand {
        case .operation(.like, let operands) where collation.isUnicodeAware:
            return try like(operands, collation)
        case .operation(.notLike, let operands) where collation.isUnicodeAware:
            let like = try like(operands, collation)
            return add(.not(like))
        case .operation(let operation, let operands) where operation.comparesTexts:
            guard let first = operands.first else { return try node(operand) }
            return try self.operation(
                operation, [.collated(first, collation)] + operands.dropFirst())
        case .between(let value, let lower, let upper, let isNegated):
            return try between(
                .collated(value, collation), lower: lower, upper: upper, isNegated: isNegated)
        case .call("CONTAINS", let arguments) where collation.isUnicodeAware:
            let arguments = try nodes(arguments) + [try add(constant: collation.sqlName)]
            return try add(call: "quire_contains", arguments)
        default: return try node(operand)
        }
    }

    // MARK: Columns

    /// Returns the column type of a term.
    func affinity(of term: QueryTerm) -> OperandAdjustment.Affinity {
        switch term {
        case .metadata(.id, _): .text
        case .metadata(.sequence, _), .metadata(.expiration, _): .numeric
        case .collated(let operand, _): affinity(of: operand)
        case .column(let name, let path) where path.isEmpty:
            switch scope.aliases[name] {
            // An alias cannot refer to another alias.
            case .column?, nil: .none
            case let term?: affinity(of: term)
            }
        default: .none
        }
    }

    /// Returns the collation for a comparison of terms.
    ///
    /// It is the collation of the first term that has one, or `nil` if it cannot be determined.
    package func collation(of terms: [QueryTerm]) -> TermCollation? {
        for term in terms {
            var term = term
            if case .column(let name, let path) = term, path.isEmpty,
                let alias = scope.aliases[name]
            {
                term = alias
            }
            if case .collated(_, let collation) = term {
                guard collation.sqlName == "BINARY" || StringCollation(collation) != nil else {
                    return nil
                }
                return TermCollation(comparison: StringCollation(collation))
            }
            // In SQL, a collation inside the term can affect the comparison, too.
            if hasCollation(in: [term]) { return nil }
        }
        return TermCollation(comparison: nil)
    }

    /// Returns whether a term contains a collation, or the alias of a term that contains one.
    func hasCollation(in terms: [QueryTerm]) -> Bool {
        func isCollation(_ term: QueryTerm) -> Bool {
            if case .collated = term { true } else { false }
        }
        return terms.contains { term in
            term.contains { part in
                if case .column(let name, _) = part {
                    return scope.aliases[name]?.contains(where: isCollation) == true
                }
                return isCollation(part)
            }
        }
    }
}
