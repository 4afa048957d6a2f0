import SQLPlusPlus

// An array index finds the documents with an item that satisfies a condition. If a statement with
// `UNNEST`, `ANY` or `IN` requires such an item, only these documents are read:
//
//   SELECT … FROM _ AS h UNNEST h.reviews AS r WHERE r.city = 'Oslo'
//   … WHERE s0.rowid IN (SELECT docid FROM "…" WHERE fl_unnested_value(body, 'city') = 'Oslo')
//
// The items are still read from the documents, because the table of the index doesn't contain their
// types.

extension QueryCompiler {
    /// Returns conditions on documents that follow from conditions on `UNNEST` items, and for which
    /// array indexes exist.
    func arrayIndexConditions(of statement: SelectStatement) throws -> [SQLFragment] {
        var arrays: [String: QueryTerm] = [:]
        for case .unnest(let array, let name) in statement.joinClauses { arrays[name] = array }
        guard !arrays.isEmpty, !readsDeleted, let condition = statement.condition else { return [] }
        return try condition.conjuncts.compactMap { conjunct in
            guard
                let comparison = ItemComparison(
                    conjunct,
                    itemOf: { term in
                        guard case .property(let path, let name?) = term, arrays[name] != nil else {
                            return nil
                        }
                        return (name, path)
                    }), let items = try nestedArray(comparison.item, in: arrays)
            else { return nil }
            return try self.condition(comparison, items.paths, of: items.source)
        }
    }

    /// Returns conditions on documents that follow from conditions such as `'sea' IN tags`, and for
    /// which array indexes exist.
    ///
    /// Only the conditions at the top level are examined: unlike these conditions, `'sea' IN tags` is
    /// missing if the document has no `tags`.
    func arrayIndexConditions(ofMembershipsIn statement: SelectStatement) throws -> [SQLFragment] {
        guard let condition = statement.condition else { return [] }
        return try condition.conjuncts.flatMap { conjunct -> [SQLFragment] in
            guard case .membership(let value, in: let array, isNegated: false) = conjunct,
                value.isValuedLiteral, case .property = array
            else { return [] }
            return try arrayIndexConditions(
                of: QuantifiedTerm(
                    .any, "item", in: array,
                    satisfies: .operation(.is, [.variable("item", PropertyPath()), value])))
        }
    }

    /// Returns conditions on a document that follow from conditions on `ANY` items, and for which
    /// array indexes exist.
    func arrayIndexConditions(of quantified: QuantifiedTerm) throws -> [SQLFragment] {
        guard quantified.quantifier == .any, quantifierDepth == 0, !readsDeleted,
            case .property(let path, let name) = quantified.collection, !path.isEmpty
        else { return [] }
        let source = try source(of: path, name)
        return try quantified.condition.conjuncts.compactMap { conjunct in
            guard
                let comparison = ItemComparison(
                    conjunct,
                    itemOf: { term in
                        guard case .variable(quantified.variable, let path) = term else {
                            return nil
                        }
                        return (quantified.variable, path)
                    })
            else { return nil }
            return try condition(comparison, [path.storedText], of: source)
        }
    }

    /// Returns the source and the paths of the nested arrays that lead from a document to the items
    /// of an `UNNEST`.
    private func nestedArray(
        _ name: String, in arrays: [String: QueryTerm]
    ) throws -> (source: CompiledSource, paths: [String])? {
        guard case .property(let path, let parent)? = arrays[name], !path.isEmpty else {
            return nil
        }
        if let parent, arrays[parent] != nil, parent != name {
            guard let outer = try nestedArray(parent, in: arrays.filter { $0.key != name }) else {
                return nil
            }
            return (outer.source, outer.paths + [path.storedText])
        }
        return (try source(of: path, parent), [path.storedText])
    }

    private func condition(
        _ comparison: ItemComparison, _ paths: [String], of source: CompiledSource
    ) throws -> SQLFragment? {
        guard case .documents(let collection, isOptional: false) = source.kind else { return nil }
        let tables = UnnestedTable.tables(of: paths, in: collection.tables)
        let value: SQLFragment =
            comparison.path.isEmpty
            ? "fl_unnested_value(body)" : "fl_unnested_value(body, \(path: comparison.path))"
        guard let last = tables.last, try collection.hasIndex(on: last.name, beginning: value.text)
        else { return nil }
        var items: SQLFragment = "\(name: tables[0].name) AS i0"
        for (number, table) in tables.enumerated().dropFirst() {
            let outer = number - 1
            items.append(
                """
                 JOIN \(name: table.name) AS i\(number: number) \
                ON i\(number: number).docid = i\(number: outer).rowid
                """)
        }
        let body: SQLFragment = "i\(number: tables.count - 1).body"
        var inner = self
        inner.variables[ItemComparison.variable] =
            comparison.path.isEmpty
            ? "fl_unnested_value(\(body))"
            : "fl_unnested_value(\(body), \(path: comparison.path))"
        return try """
        \(source.alias).rowid IN (SELECT i0.docid FROM \(items) \
        WHERE \(inner.term(comparison.term)))
        """
    }
}

/// A comparison of an item, or of a property of an item, with values that don't depend on
/// documents.
private struct ItemComparison {
    /// The variable for the item's value.
    ///
    /// Variables of statements cannot have this name.
    static let variable = ""

    /// The name of the item in the statement.
    let item: String
    let path: PropertyPath
    /// The comparison, in which ``variable`` is the value.
    let term: QueryTerm

    init?(_ term: QueryTerm, itemOf: (QueryTerm) -> (String, PropertyPath)?) {
        let value = QueryTerm.variable(Self.variable, PropertyPath())
        let operand: QueryTerm
        let others: [QueryTerm]
        switch term {
        case .operation(.is, let operands)
        where operands.count == 2 && operands[1].isValuedLiteral:
            operand = operands[0]
            others = [operands[1]]
            self.term = .operation(.equal, [value, operands[1]])
        case .operation(let operation, let operands)
        where operands.count == 2 && operation.isOrder:
            operand = operands[0]
            others = [operands[1]]
            self.term = .operation(operation, [value, operands[1]])
        case .between(let compared, let lower, let upper, isNegated: false):
            operand = compared
            others = [lower, upper]
            self.term = .between(value, lower: lower, upper: upper, isNegated: false)
        case .membership(let compared, in: .array(let items), isNegated: false)
        where !items.isEmpty:
            operand = compared
            others = items
            self.term = .membership(value, in: .array(items), isNegated: false)
        default: return nil
        }
        guard let (item, path) = itemOf(operand),
            others.allSatisfy({ Self.isFixed($0, isWhole: path.isEmpty) })
        else { return nil }
        // The index has no entries for null items, but null satisfies `>` and `>=`, because it is
        // greater than numbers and strings. Null properties of items do have entries.
        if path.isEmpty, case .operation(let operation, _) = term, operation.isGreater {
            return nil
        }
        self.item = item
        self.path = path
    }

    private static func isFixed(_ term: QueryTerm, isWhole: Bool) -> Bool {
        switch term {
        case .literal(.null), .parameter: !isWhole
        case .literal: true
        default: false
        }
    }
}

extension BinaryOperator {
    fileprivate var isOrder: Bool {
        isGreater || self == .equal || self == .lessThan || self == .lessThanOrEqual
    }
}

extension QueryTerm {
    /// Whether the term is a literal value, for which `IS` and `=` are equivalent.
    fileprivate var isValuedLiteral: Bool {
        guard case .literal(let literal) = self else { return false }
        return literal != .null
    }
}

extension DocumentCollection {
    /// Returns whether a table has an index whose first expression is the given one.
    fileprivate func hasIndex(on table: String, beginning expression: SQLText) throws -> Bool {
        try read { connection in
            let find = try connection.sqlite.statement(
                """
                SELECT 1 FROM sqlite_master WHERE type = 'index' AND tbl_name = ?1 \
                AND instr(sql, ?2)
                """, purpose: "find an array index")
            defer { find.resetAndClear() }
            try find.bind(table, at: 1)
            try find.bind("(" + expression.string, at: 2)
            return try find.step()
        }
    }
}
