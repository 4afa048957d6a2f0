import SQLPlusPlus

// If SQLite uses an index, it reads the value of every equal expression in the query from the
// index. This has two consequences:
//
// - Queries bind values, but indexes cannot, so SQLite would never use an index on `rate * 2`. If a
//   query contains an indexed expression in a comparison, the compiled expression has exactly the
//   SQL text of the index.
// - A value that is read from an index has no subtype: a Boolean is 0 or 1, and data looks like an
//   array. If types matter, a property is therefore read from the document, with an expression that
//   no index contains: `fl_value(+body, …)`. Floating-point numbers and strings can come from the
//   index, so an index alone is sufficient for `SELECT name FROM _ WHERE name > 'm'`.
//
// Example: SELECT flag FROM _ WHERE flag = true, with an index on flag, is
//   SELECT fl_result(iif(typeof(fl_value(s0.body, 'flag')) IN ('integer', 'blob'),
//                        fl_value(+s0.body, 'flag'), fl_value(s0.body, 'flag')))
//   FROM kv_default AS s0 WHERE fl_value(s0.body, 'flag') = 1

/// The indexed expressions of collections, read on demand.
final class IndexedExpressions {
    /// The SQL of the indexes, by table name.
    private var texts: [String: String] = [:]
    /// Whether an index contains an expression, for each expression that was looked up.
    private var answers: [String: [SQLText: Bool]] = [:]

    /// Returns whether an index of a collection contains an expression.
    ///
    /// A part of another expression also matches, which is harmless.
    ///
    /// - Throws: ``QuireError`` with code `notOpen` if the database is closed.
    func contain(
        _ expression: SQLText, of collection: DocumentCollection
    ) throws -> Bool {
        let table = collection.tables.liveTableName
        if let answer = answers[table]?[expression] { return answer }
        let text = try text(of: collection)
        let answer = !text.isEmpty && ByteSearch.contains(text, expression.string)
        answers[table, default: [:]][expression] = answer
        return answer
    }

    /// Returns whether a collection has indexes other than those for the store itself.
    fileprivate func areThere(in collection: DocumentCollection) throws -> Bool {
        try !text(of: collection).isEmpty
    }

    private func text(of collection: DocumentCollection) throws -> String {
        let table = collection.tables.liveTableName
        if let text = texts[table] { return text }
        let text = try collection.readSnapshot { connection in
            try StoredIndexes(tables: collection.tables, connection: connection.sqlite)
                .expressions()
        }
        texts[table] = text
        return text
    }
}

extension QueryCompiler {
    /// Returns the SQL of a term in the form of an index, or `nil` if no index contains it.
    ///
    /// The SQL contains the values of the term instead of placeholders.
    func indexedTerm(_ term: QueryTerm) throws -> SQLFragment? {
        guard let indexedExpressions, term.isComputed, sources.count == 1,
            usesStoredResults || !term.contains(where: \.differsInIndexes),
            case .documents(let collection, _) = sources[0].kind,
            try indexedExpressions.areThere(in: collection),
            // A term that isn't allowed in indexes is not in any index.
            let expression = try? SchemaExpression(term, of: collection),
            let text = try? expression.sql(.indexed),
            try indexedExpressions.contain(text, of: collection)
        else { return nil }
        return try "(\(schema: expression.sql(.queried)))"
    }

    /// Returns the SQL of the value at a path in a document or an item, with its type.
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
    /// Whether the term is a computation.
    fileprivate var isComputed: Bool {
        switch self {
        case .operation(let operation, _): !operation.isComparison
        case .call, .conditional: true
        default: false
        }
    }
}
