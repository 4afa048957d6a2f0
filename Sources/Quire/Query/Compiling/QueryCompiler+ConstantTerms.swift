import SQLPlusPlus

// A query binds its values, an index cannot; so an index on `rate * 2` would never serve. Where a
// query has an expression that an index has too, the values in it stand in the SQL as they do in the
// index.

/// The expressions with values in them that a collection's indexes have, read when they are needed.
final class ConstantTerms {
    private var terms: Set<QueryTerm>?

    fileprivate func terms(of collection: DocumentCollection) throws -> Set<QueryTerm> {
        if let terms { return terms }
        let read = Set(
            try collection.indexRecords().filter { $0.kind == .value }.flatMap(Self.terms))
        terms = read
        return read
    }

    /// Reads what the list says of an index; what it does not say in SQL++ has none.
    private static func terms(of record: IndexRecord) -> [QueryTerm] {
        guard record.expression.hasPrefix("=n"),
            let statement = try? SelectStatement.parse(
                "SELECT \(record.expression.dropFirst(2)) FROM _", knowing: FunctionRule.table)
        else { return [] }
        return statement.columns.map(\.term).filter(\.computesWithValues)
    }
}

extension QueryCompiler {
    /// A term as an index has it, with its values in the SQL, or `nil` if none has it.
    func constantTerm(_ term: QueryTerm) throws -> SQLFragment? {
        guard let constantTerms, term.computesWithValues, sources.count == 1,
            case .documents(let collection, _) = sources[0].kind,
            try constantTerms.terms(of: collection).contains(term)
        else { return nil }
        return try "(\(schema: SchemaExpression(term, of: collection).sql(.queried)))"
    }
}

extension QueryTerm {
    /// Whether this computes something out of documents and values.
    fileprivate var computesWithValues: Bool {
        switch self {
        case .operation(let operation, _) where !operation.isComparison: break
        case .call, .conditional: break
        default: return false
        }
        return contains { term in
            guard case .literal = term else { return false }
            return true
        }
    }
}
