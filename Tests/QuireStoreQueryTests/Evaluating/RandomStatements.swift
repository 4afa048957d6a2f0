import Fleece
import Quire
import QuireTestSupport
import SQLPlusPlus

/// A generator of random statements on one or several sources.
struct RandomStatements {
    var terms: RandomTerms

    /// A source of a statement.
    private struct Source {
        let name: String
        var hasItems = false
    }

    init(seed: UInt64) {
        terms = RandomTerms(seed: seed)
    }

    /// Returns a random document as JSON, with the ID of another document.
    mutating func document(of count: Int) -> String {
        let reference =
            terms.random.once(in: 4) ? "null" : "\"doc\(terms.random.next(below: count))\""
        let body = terms.document().dropLast()
        return "\(body)\(body.count > 1 ? ", " : "")\"r\": \(reference)}"
    }

    /// Returns a statement whose result doesn't depend on the order in which rows are read.
    mutating func statement() -> SelectStatement {
        var sources = [Source(name: "x")]
        let joins = terms.random.once(in: 2) ? [] : joinClauses(&sources)
        var statement = SelectStatement(
            [], from: CollectionSource("_", as: joins.isEmpty ? nil : "x"), joining: joins)
        if !terms.random.once(in: 3) { statement.condition = condition(sources) }
        if terms.random.once(in: 3) {
            group(&statement, sources)
        } else {
            statement.columns = columns(1 + terms.random.next(below: 3), sources)
            statement.isDistinct = terms.random.once(in: 5)
        }
        if statement.grouping.isEmpty, !statement.isDistinct,
            !statement.columns.contains(where: { $0.term.isAggregate })
        {
            order(&statement, sources)
        }
        return statement.replacingTerms { term in
            switch term {
            case .parameter(let name): RandomTerms.parameters.value(ofParameter: name)
            // Engines choose their sequences and revisions differently.
            case .metadata(.sequence, let name), .metadata(.revisionID, let name):
                .metadata(.id, of: name)
            default: nil
            }
        }
    }

    // MARK: Sources

    private mutating func joinClauses(_ sources: inout [Source]) -> [JoinClause] {
        var clauses: [JoinClause] = []
        for name in ["y", "z"].prefix(1 + terms.random.next(below: 2)) {
            if terms.random.once(in: 2) {
                let array = QueryTerm.property(
                    terms.one(of: RandomTerms.paths + [PropertyPath()]),
                    of: terms.one(of: sources).name)
                clauses.append(.unnest(array, as: name))
                sources.append(Source(name: name, hasItems: true))
            } else {
                let kind = terms.one(of: JoinClause.JoinKind.allCases)
                let others = sources
                sources.append(Source(name: name))
                clauses.append(
                    .join(
                        kind, CollectionSource("_", as: name),
                        on: kind == .cross ? nil : joinCondition(name, others)))
            }
        }
        return clauses
    }

    private mutating func joinCondition(_ name: String, _ others: [Source]) -> QueryTerm {
        let id = QueryTerm.metadata(.id, of: name)
        let reference = PropertyPath([.key("r")])
        let path = terms.one(of: RandomTerms.paths)
        let other = terms.one(of: others)
        let equality: [QueryTerm] =
            switch terms.random.next(below: 4) {
            case 0: [id, .property(reference, of: others[0].name)]
            case 1: [.property(path, of: other.name), .property(path, of: name)]
            case 2: [.property(reference, of: name), .metadata(.id, of: others[0].name)]
            default: [id, named(terms.value(2), [other])]
            }
        var condition = QueryTerm.operation(terms.one(of: [.equal, .equal, .is]), equality)
        let all = others + [Source(name: name)]
        if terms.random.once(in: 3) {
            condition = .operation(.and, [condition, named(terms.condition(1), all)])
        }
        return terms.random.once(in: 6) ? named(terms.condition(1), all) : condition
    }

    // MARK: Clauses

    private mutating func condition(_ sources: [Source]) -> QueryTerm {
        switch terms.random.next(below: 8) {
        case 0:
            .operation(terms.one(of: [.and, .or]), [named(terms.condition(1), sources), exists()])
        case 1...3:
            .operation(
                .and, [named(terms.condition(1), sources), named(terms.condition(1), sources)])
        default: named(terms.condition(), sources)
        }
    }

    /// Returns a condition with another query.
    private mutating func exists() -> QueryTerm {
        let isGrouped = terms.random.once(in: 3)
        let column = isGrouped ? QueryTerm.call("COUNT", [.star]) : terms.value(2)
        let inner = QueryTerm.exists(
            SelectStatement(
                [ResultColumn(column)], from: CollectionSource("_"), where: terms.condition(1),
                groupedBy: isGrouped && terms.random.once(in: 2) ? [terms.value(2)] : [],
                limit: terms.random.once(in: 4) ? .literal(.integer(0)) : nil))
        return terms.random.once(in: 2) ? inner : .unary(.not, inner)
    }

    private mutating func columns(_ count: Int, _ sources: [Source]) -> [ResultColumn] {
        (0..<count).map { number in
            let term = terms.random.once(in: 4) ? terms.condition(1) : terms.value(1)
            return ResultColumn(named(term, sources), as: "c\(number)")
        }
    }

    private mutating func group(_ statement: inout SelectStatement, _ sources: [Source]) {
        let keys = (0..<terms.random.next(below: 3)).map { _ in named(terms.value(2), sources) }
        // A key can be represented by any of the values that equal it, so its type is selected.
        statement.columns = keys.enumerated().map { number, key in
            ResultColumn(.operation(.is, [key, key]), as: "k\(number)")
        }
        for number in 0..<1 + terms.random.next(below: 3) {
            statement.columns.append(ResultColumn(aggregate(sources), as: "a\(number)"))
        }
        statement.grouping = keys
        guard !keys.isEmpty else { return }
        if terms.random.once(in: 3) {
            statement.groupCondition = .operation(
                terms.one(of: [.greaterThan, .lessThan, .notEqual]),
                [aggregate(sources), .literal(.integer(Int64(terms.random.next(below: 4))))])
        }
        if terms.random.once(in: 3) {
            statement.ordering = ordering(keys)
        }
    }

    private mutating func aggregate(_ sources: [Source]) -> QueryTerm {
        if terms.random.once(in: 4) { return .call("COUNT", [.star]) }
        let name = terms.one(of: ["COUNT", "MIN", "MAX", "SUM", "AVG"])
        return .call(name, [named(terms.value(2), sources)])
    }

    private mutating func ordering(_ keys: [QueryTerm]) -> [OrderingTerm] {
        keys.map { key in OrderingTerm(key, terms.one(of: [.ascending, .descending])) }
    }

    /// Sorts the rows completely, and limits their number.
    private mutating func order(_ statement: inout SelectStatement, _ sources: [Source]) {
        guard !terms.random.once(in: 3) else { return }
        var keys = (0..<terms.random.next(below: 3)).map { _ in named(terms.value(2), sources) }
        if terms.random.once(in: 4), let first = keys.first {
            keys[0] = .collated(first, terms.one(of: RandomTerms.collations))
        }
        statement.ordering = ordering(keys)
        let name: (Source) -> String? = { sources.count > 1 ? $0.name : nil }
        statement.ordering += sources.map {
            OrderingTerm(
                $0.hasItems ? .property(PropertyPath(), of: $0.name) : .metadata(.id, of: name($0)))
        }
        if terms.random.once(in: 2) {
            statement.limit = .literal(.integer(Int64(terms.random.next(below: 12))))
            if terms.random.once(in: 2) {
                statement.offset = .literal(.integer(Int64(terms.random.next(below: 6))))
            }
        }
    }

    // MARK: Names

    private mutating func named(_ term: QueryTerm, _ sources: [Source]) -> QueryTerm {
        Self.named(term, sources, &terms)
    }

    /// Returns the term with a source for each property, if there are several.
    private static func named(
        _ term: QueryTerm, _ sources: [Source], _ terms: inout RandomTerms
    ) -> QueryTerm {
        guard sources.count > 1 || sources[0].name != "x" else { return term }
        var random = terms
        let named = term.replacingTerms { term in
            switch term {
            case .property(let path, nil):
                let source = random.one(of: sources)
                let isItem = source.hasItems && random.random.once(in: 2)
                return .property(isItem ? PropertyPath() : path, of: source.name)
            case .metadata(let field, nil):
                return .metadata(field, of: random.one(of: sources).name)
            default: return nil
            }
        }
        terms = random
        return named
    }
}

extension Parameters {
    /// Returns the value of a parameter as a term.
    fileprivate func value(ofParameter name: String) -> QueryTerm? {
        guard let bytes = try? ParameterValues(self).encoded(name),
            let value = FleeceStorage(bytes).root
        else { return nil }
        return try? .constant(stored: value)
    }
}
