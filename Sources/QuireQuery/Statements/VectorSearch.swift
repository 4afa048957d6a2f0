package import QuireSearch
package import SQLPlusPlus

/// A search for the documents nearest to a vector, which a statement contains as calls of
/// `APPROX_VECTOR_DISTANCE`.
///
/// The rules are those of Couchbase Lite:
///
/// - The function is allowed in the select list, in `WHERE` except inside `OR`, and in `ORDER BY`. All calls
///   of a statement are equal.
/// - A statement without a condition, or whose only condition is an upper limit of the distance, is simple: it
///   returns the nearest documents and requires `LIMIT`, at most 10,000. Any other statement returns all
///   documents that satisfy its condition and have a vector.
package struct VectorSearch: Hashable, Sendable {
    /// The name of the function.
    package static let function = "APPROX_VECTOR_DISTANCE"
    /// The maximum limit of a simple statement.
    package static let maxLimit = 10_000

    /// The property that contains the vectors.
    package let property: PropertyPath
    /// The name of the source whose documents are searched, or `nil` if the statement has only one.
    package let source: String?
    /// The vector to which distances are computed, a term that uses no documents.
    package let target: QueryTerm
    /// The metric that the statement names, or `nil` for the metric of the index.
    ///
    /// Without an index, it is ``DistanceMetric/euclideanSquared``.
    package let metric: DistanceMetric?
    /// Whether the statement returns the nearest documents of all.
    package let isSimple: Bool
    /// The distance, as it occurs in the ``statement``.
    package let distance: QueryTerm
    /// The statement, completed: all calls are equal to ``distance``, documents without a vector are left out, and a
    /// simple statement is ordered by the distance.
    ///
    /// The search in this statement has the same properties.
    package let statement: SelectStatement

    /// Returns the search of a statement, or `nil` if it has none.
    ///
    /// A search inside `EXISTS` belongs to the query in it.
    ///
    /// - Parameter statement: A statement.
    /// - Throws: ``QuireError`` with code `invalidQuery` if the search breaks a rule.
    /// - Complexity: O(*n*) in the size of the statement.
    package init?(in statement: SelectStatement) throws {
        let calls = VectorSearchCalls(statement)
        guard let call = try calls.call() else { return nil }
        try calls.checkClauses()
        (property, source, target, metric) = (call.property, call.source, call.target, call.metric)
        let distance = call.term
        self.distance = distance
        var completed = statement.replacingCalls(with: distance)
        // A completed statement is recognized, so that completing it again has no effect.
        let hasVector = QueryTerm.test(.isValued, distance)
        let conditions = (completed.condition?.conjuncts ?? []).filter { $0 != hasVector }
        completed.condition = .all(conditions + [hasVector])
        isSimple =
            conditions.isEmpty
            || conditions.count == 1 && calls.isUpperLimit(conditions[0], of: distance)
        if isSimple { try completed.limitToNearest(distance, calls) }
        self.statement = completed
    }
}

extension SelectStatement {
    /// Whether the statement calls `APPROX_VECTOR_DISTANCE`, not counting queries in `EXISTS`.
    fileprivate var hasCalls: Bool {
        terms.contains { $0.contains(where: \.isApproximateDistance) }
    }

    /// Returns the statement with all calls replaced, except those in `EXISTS`.
    fileprivate func replacingCalls(with distance: QueryTerm) -> SelectStatement {
        replacingTerms { term in
            switch term {
            case .exists: term
            case _ where term.isApproximateDistance: distance
            default: nil
            }
        }
    }

    /// Completes a simple statement.
    fileprivate mutating func limitToNearest(
        _ distance: QueryTerm, _ calls: VectorSearchCalls
    ) throws {
        switch limit {
        case nil:
            throw QuireError.invalidQuery(
                "\(VectorSearch.function) without another condition requires LIMIT, from 1 to "
                    + "\(VectorSearch.maxLimit)")
        case .literal(.integer(let count))? where count > VectorSearch.maxLimit:
            throw QuireError.invalidQuery(
                "\(VectorSearch.function) without another condition allows LIMIT up to "
                    + "\(VectorSearch.maxLimit), not \(count)")
        case .literal(.integer(..<0))?, .unary(.negate, .literal(.integer))?:
            limit = .literal(.integer(0))
        default: break
        }
        guard !isGrouped else {
            throw QuireError.invalidQuery(
                "\(VectorSearch.function) in a statement with groups or aggregates requires another "
                    + "condition in WHERE")
        }
        guard let first = ordering.first else {
            ordering = [OrderingTerm(distance)]
            return
        }
        guard calls.ordered(by: first) == distance, first.direction == .ascending else {
            throw QuireError.invalidQuery(
                "without another condition, ORDER BY must begin with \(VectorSearch.function), "
                    + "ascending")
        }
    }
}

/// The calls of `APPROX_VECTOR_DISTANCE` in a statement.
private struct VectorSearchCalls {
    /// A call with its arguments.
    struct Call {
        let property: PropertyPath
        let source: String?
        let target: QueryTerm
        let metric: DistanceMetric?

        var term: QueryTerm {
            .call(
                VectorSearch.function,
                [.property(property, of: source), target]
                    + (metric.map { [.literal(.string($0.name))] } ?? []))
        }
    }

    private let statement: SelectStatement
    private let aliases: [String: QueryTerm]

    init(_ statement: SelectStatement) {
        self.statement = statement
        aliases = statement.columns.terms
    }

    /// Returns the call, or `nil` if the statement has none.
    func call() throws -> Call? {
        guard statement.hasCalls else { return nil }
        var found: Call?
        for term in statement.terms {
            for arguments in term.approximateDistances {
                let call = try call(with: arguments)
                guard let first = found else {
                    found = call
                    continue
                }
                guard first.property == call.property, first.source == call.source,
                    first.target == call.target,
                    first.metric == call.metric || first.metric == nil || call.metric == nil
                else { throw refusal("with different arguments: a statement can have one search") }
                if first.metric == nil { found = call }
            }
        }
        return found
    }

    private func refusal(_ reason: String) -> QuireError {
        .invalidQuery("\(VectorSearch.function) \(reason)")
    }

    // MARK: Arguments

    private func call(with arguments: [QueryTerm]) throws -> Call {
        _ = try QueryFunction.named(VectorSearch.function, argumentCount: arguments.count)
        guard case .property(let path, let source) = resolved(arguments[0]), !path.isEmpty,
            source.map(isDocument) ?? true
        else { throw refusal("requires a property of a document as its first argument") }
        let target = arguments[1]
        let usesDocument = target.contains { part in
            switch part {
            case .property, .column, .metadata, .variable, .rank, .match, .exists: true
            default: false
            }
        }
        guard !usesDocument else {
            throw refusal(
                "requires a constant or a parameter as its second argument; VECTOR_DISTANCE compares "
                    + "two properties")
        }
        let metric = arguments.count > 2 ? try metric(arguments[2]) : nil
        if arguments.count > 3 {
            guard case .literal(.integer(1...)) = arguments[3] else {
                throw refusal("requires an integer of at least 1 as its number of probes")
            }
        }
        if arguments.count > 4, arguments[4] != .literal(.boolean(false)) {
            throw refusal(
                "allows only FALSE as its fifth argument; VECTOR_DISTANCE computes exact distances")
        }
        return Call(property: path, source: source, target: target, metric: metric)
    }

    private func metric(_ term: QueryTerm) throws -> DistanceMetric {
        guard case .literal(.string(let name)) = term else {
            throw refusal("requires the name of a metric as its third argument")
        }
        if let metric = DistanceMetric(named: name) { return metric }
        let (plain, opposite) = ("COSINE", "DOT")
        switch name.uppercased() {
        case "COSINE_SIMILARITY":
            throw refusal("does not support \(name): use \(plain), which is 1 minus the similarity")
        case "DOT_PRODUCT_SIMILARITY":
            throw refusal("does not support \(name): use \(opposite), the negative of the product")
        default:
            throw refusal(
                "does not support the metric \(name.debugDescription): use "
                    + "\(DistanceMetric.list)")
        }
    }

    private func isDocument(_ name: String) -> Bool {
        if statement.source.name == name { return true }
        return statement.joinClauses.contains { clause in
            if case .join(_, let source, _) = clause { source.name == name } else { false }
        }
    }

    // MARK: Clauses

    /// Throws an error if a call is in a clause or a condition that cannot contain it.
    func checkClauses() throws {
        let joined = statement.joinClauses.compactMap { clause -> QueryTerm? in
            switch clause {
            case .join(_, _, let condition): condition
            case .unnest(let term, _): term
            }
        }
        let others =
            joined + statement.grouping
            + [statement.groupCondition, statement.limit, statement.offset].compactMap { $0 }
        guard !others.contains(where: uses) else {
            throw refusal("is only allowed in the select list, in WHERE and in ORDER BY")
        }
        let isInAlternative = statement.condition?.contains { part in
            guard case .operation(.or, let operands) = part else { return false }
            return operands.contains(where: uses)
        }
        if isInAlternative == true { throw refusal("is not allowed inside OR") }
    }

    /// Returns whether a term contains a call, or the column of one.
    private func uses(_ term: QueryTerm) -> Bool {
        term.contains { part in
            if part.isApproximateDistance { return true }
            guard case .column(let name, _) = part, let column = aliases[name] else { return false }
            return column.contains(where: \.isApproximateDistance)
        }
    }

    /// Returns whether a condition of the completed statement is an upper limit of the distance.
    func isUpperLimit(_ condition: QueryTerm, of distance: QueryTerm) -> Bool {
        guard case .operation(let operation, let operands) = condition, operands.count == 2 else {
            return false
        }
        func isDistance(_ term: QueryTerm) -> Bool {
            term == distance || resolved(term).isApproximateDistance
        }
        switch operation {
        case .lessThan, .lessThanOrEqual: return isDistance(operands[0]) && !uses(operands[1])
        case .greaterThan, .greaterThanOrEqual:
            return isDistance(operands[1]) && !uses(operands[0])
        default: return false
        }
    }

    /// Returns the distance if a term of the completed statement orders by it.
    func ordered(by ordering: OrderingTerm) -> QueryTerm? {
        var term = resolved(ordering.term)
        if case .literal(.integer(let number)) = term,
            let column = Int(exactly: number), statement.columns.indices.contains(column - 1)
        {
            term = statement.columns[column - 1].term
        }
        guard term.isApproximateDistance else { return nil }
        return try? call()?.term
    }

    /// Returns the term of a column, or the term itself.
    private func resolved(_ term: QueryTerm) -> QueryTerm {
        guard case .column(let name, let path) = term, let column = aliases[name] else {
            return term
        }
        if path.isEmpty { return column }
        guard case .property(let base, let source) = column else { return term }
        return .property(PropertyPath(base.components + path.components), of: source)
    }
}

extension QueryTerm {
    fileprivate var isApproximateDistance: Bool {
        if case .call(VectorSearch.function, _) = self { true } else { false }
    }

    /// The arguments of all calls in the term.
    fileprivate var approximateDistances: [[QueryTerm]] {
        if case .call(VectorSearch.function, let arguments) = self {
            return [arguments] + arguments.flatMap(\.approximateDistances)
        }
        return children.flatMap(\.approximateDistances)
    }
}

extension DistanceMetric {
    /// The names of all metrics for an error message.
    package static var list: String { "EUCLIDEAN, EUCLIDEAN_SQUARED, COSINE or DOT" }
}
