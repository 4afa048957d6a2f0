import SQLPlusPlus

// SQLite takes the value of an expression out of an index that it uses, wherever the same expression
// stands in the query. Two things follow:
//
// - A query binds its values, an index cannot; so an index on `rate * 2` would never serve. Where a
//   query compares what an index has, it has the very text of the index.
// - What is read from an index has lost its subtype: a truth value is 0 or 1 then, and data looks
//   like an array. So where types matter a property is read from the document, by a text that no
//   index has: `fl_value(+body, …)`. Numbers that are doubles and texts may come from the index: an
//   index alone serves `SELECT name FROM _ WHERE name > 'm'`.
//
// Example: SELECT flag FROM _ WHERE flag = true, with an index on flag, is
//   SELECT fl_result(iif(typeof(fl_value(s0.body, 'flag')) IN ('integer', 'blob'),
//                        fl_value(+s0.body, 'flag'), fl_value(s0.body, 'flag')))
//   FROM kv_default AS s0 WHERE fl_value(s0.body, 'flag') = 1

/// The expressions that collections' indexes have, read when they are needed.
final class IndexedExpressions {
    /// The SQL text of the indexes, by the name of their table.
    private var texts: [String: String] = [:]
    /// Whether an index contains an expression, for the expressions that were looked up.
    private var answers: [String: [SQLText: Bool]] = [:]

    /// Returns whether an index of a collection contains an expression.
    ///
    /// The part of another expression also counts, which is harmless.
    ///
    /// - Throws: ``QuireError`` with code `notOpen` if the database is closed.
    fileprivate func contain(
        _ expression: SQLText, of collection: DocumentCollection
    ) throws -> Bool {
        let table = collection.keyStore.liveTableName
        if let answer = answers[table]?[expression] { return answer }
        let text = try text(of: collection)
        let answer = !text.isEmpty && ByteSearch.contains(text, expression.string)
        answers[table, default: [:]][expression] = answer
        return answer
    }

    /// Whether a collection has an index of its user's.
    fileprivate func areThere(in collection: DocumentCollection) throws -> Bool {
        try !text(of: collection).isEmpty
    }

    private func text(of collection: DocumentCollection) throws -> String {
        let table = collection.keyStore.liveTableName
        if let text = texts[table] { return text }
        let text = try collection.readSnapshot { connection in
            try StoredIndexes(keyStore: collection.keyStore, connection: connection.sqlite)
                .expressions()
        }
        texts[table] = text
        return text
    }
}

extension QueryCompiler {
    /// A term that is computed as an index has it, with its values in the SQL, or `nil` if none has
    /// it.
    func indexedTerm(_ term: QueryTerm) throws -> SQLFragment? {
        guard let indexedExpressions, term.isComputed, sources.count == 1,
            usesStoredResults || !term.contains(where: \.differsInIndexes),
            case .documents(let collection, _) = sources[0].kind,
            try indexedExpressions.areThere(in: collection),
            // What no index can have is in none.
            let expression = try? SchemaExpression(term, of: collection),
            let text = try? expression.sql(.indexed),
            try indexedExpressions.contain(text, of: collection)
        else { return nil }
        return try "(\(schema: expression.sql(.queried)))"
    }

    /// The value at a path of a document or an item, with its type.
    func typedValue(at path: PropertyPath, of source: CompiledSource) throws -> SQLFragment {
        try budget.count(path)
        let value = source.value(at: path)
        guard let indexedExpressions, let collection = source.collection else { return value }
        let exact = source.value(at: path, readingDocument: true)
        guard !visitsDocuments,
            try indexedExpressions.contain(SQLFragment.value(at: path).text, of: collection)
        else { return exact }
        return "iif(typeof(\(value)) IN ('integer', 'blob'), \(exact), \(value))"
    }
}

extension QueryTerm {
    /// Whether this computes something.
    fileprivate var isComputed: Bool {
        switch self {
        case .operation(let operation, _): !operation.isComparison
        case .call, .conditional: true
        default: false
        }
    }
}
