import SQLPlusPlus

extension QueryCompiler {
    /// Adds the sources of a statement.
    ///
    /// - Throws: ``QuireError`` with code `invalidQuery` if a collection doesn't exist, or if two
    ///   sources have the same name.
    mutating func addSources(of statement: SelectStatement) throws {
        try add(statement.source.name, .documents(collection(statement.source), isOptional: false))
        for further in statement.joinClauses {
            switch further {
            case .join(let kind, let source, let condition):
                guard (condition == nil) == (kind == .cross) else {
                    throw QuireError.invalidQuery(
                        kind == .cross
                            ? "a CROSS JOIN has no condition" : "a JOIN requires a condition")
                }
                try add(
                    source.name,
                    .documents(collection(source), isOptional: kind == .left))
            case .unnest(_, let name):
                try add(name, .items)
            }
        }
    }

    private mutating func add(_ name: String, _ kind: CompiledSource.Kind) throws {
        guard !sources.contains(where: { $0.name.lowercased() == name.lowercased() }) else {
            throw QuireError.invalidQuery("two sources have the name \(name)")
        }
        sources.append(CompiledSource(name, kind, number: sources.count))
    }

    private func collection(_ source: CollectionSource) throws -> DocumentCollection {
        try database.collection(namedIn: source)
    }

    /// Returns the source with the given name, or the first source if the name is `nil`.
    func source(_ name: String?) throws -> CompiledSource {
        guard let name else {
            guard let first = sources.first else {
                throw QuireError.invalidQuery("there is no source")
            }
            return first
        }
        guard let source = sources.first(where: { $0.name == name }) else {
            throw QuireError.invalidQuery("\(name) is not the name of a source")
        }
        return source
    }

    /// Returns the source of a property.
    ///
    /// The property must name the source if there are several.
    func source(of path: PropertyPath, _ name: String?) throws -> CompiledSource {
        guard name != nil || sources.count == 1 else {
            let text = path.isEmpty ? "*" : path.description
            throw QuireError.invalidQuery("\(text) does not name its source")
        }
        return try source(name)
    }

    // MARK: FROM

    /// Returns the SQL of the `FROM` clause with all joins.
    func from(_ statement: SelectStatement) throws -> SQLFragment {
        let tables = try tables(of: statement)
        guard let nearest else { return " FROM \(tables)" }
        return try " FROM fl_each(\(rows(of: nearest, in: statement))) AS n0 CROSS JOIN \(tables)"
    }

    /// Returns the SQL of the tables of a statement with all joins.
    func tables(of statement: SelectStatement) throws -> SQLFragment {
        var sql = table(of: sources[0], statement)
        for (further, source) in zip(statement.joinClauses, sources.dropFirst()) {
            switch further {
            case .join(let kind, _, let condition):
                sql.append(kind == .left ? " LEFT JOIN " : " JOIN ")
                sql.append(table(of: source, statement))
                guard let condition else { continue }
                try rejectAggregates(in: condition, "ON")
                var conditions = [try "(\(term(condition)))" as SQLFragment]
                // Exclude deleted documents in the ON condition, so that a left join keeps the row
                // without a match.
                if kind == .left, let isLive = liveness(of: source, statement) {
                    conditions.append(isLive)
                }
                sql.append(" ON \(.joined(conditions, separator: " AND "))")
            case .unnest(let array, _):
                try rejectAggregates(in: array, "UNNEST")
                sql.append(try " JOIN \(each(array)) AS \(source.alias)")
            }
        }
        for use in fullText {
            sql.append(
                " JOIN \(name: use.table) AS \(use.alias) ON \(use.alias).docid = \(use.source.alias).rowid"
            )
        }
        return sql
    }

    func table(of source: CompiledSource, _ statement: SelectStatement) -> SQLFragment {
        guard case .documents(let collection, _) = source.kind else { return "" }
        guard mentionsDeleted(source, statement),
            !fullText.contains(where: { $0.source.name == source.name })
        else { return "\(table: collection.tables) AS \(source.alias)" }
        let columns: SQLFragment = "key, sequence, flags, version, body, expiration"
        return """
            (SELECT \(columns) FROM \(table: collection.tables) UNION ALL \
            SELECT \(columns) FROM \(deleted: collection.tables)) AS \(source.alias)
            """
    }

    /// Whether the query only reads live documents of a single collection, without full-text
    /// indexes.
    var hasPlainSource: Bool {
        sources.count == 1 && fullText.isEmpty && !readsDeleted && nearest == nil
    }

    /// Returns the conditions that exclude deleted documents.
    ///
    /// The conditions on the optional documents of an outer join are not included, because they are
    /// part of the join.
    func liveness(_ statement: SelectStatement) -> [SQLFragment] {
        sources.compactMap { source in
            guard case .documents(_, isOptional: false) = source.kind else { return nil }
            return liveness(of: source, statement)
        }
    }

    private func liveness(
        of source: CompiledSource, _ statement: SelectStatement
    ) -> SQLFragment? {
        guard case .documents(let collection, _) = source.kind,
            collection.mayHaveDeletedAmongLive, !mentionsDeleted(source, statement)
        else { return nil }
        return "(\(source.alias).flags & 1) = 0"
    }

    /// Returns whether a statement refers to the deletion state of documents, and therefore
    /// includes deleted documents.
    func mentionsDeleted(_ source: CompiledSource, _ statement: SelectStatement) -> Bool {
        let isFirst = source.name == sources.first?.name
        return statement.terms.contains { term in
            term.contains {
                guard case .metadata(.deleted, let name) = $0 else { return false }
                return name.map { $0 == source.name } ?? isFirst
            }
        }
    }

    /// Returns columns that are not part of the result, but keep rows without an ordering in the
    /// order of insertion.
    ///
    /// If a query used only the IDs of documents, SQLite would return them in the order of the IDs.
    func scanned(_ statement: SelectStatement) -> [SQLFragment] {
        guard !statement.isDistinct, statement.ordering.isEmpty, statement.grouping.isEmpty,
            !statement.columns.contains(where: { $0.term.contains(where: \.isAggregate) })
        else { return [] }
        return sources.compactMap { source in
            guard case .documents = source.kind, !mentionsContent(source, statement) else {
                return nil
            }
            return "\(source.alias).flags"
        }
    }

    /// Returns whether a statement uses more of a source than the IDs of its documents.
    private func mentionsContent(
        _ source: CompiledSource, _ statement: SelectStatement
    ) -> Bool {
        let isFirst = source.name == sources.first?.name
        return statement.terms.contains { term in
            term.contains {
                switch $0 {
                case .property(_, let name): name.map { $0 == source.name } ?? isFirst
                case .metadata(let field, let name):
                    field != .id && name.map { $0 == source.name } ?? isFirst
                default: false
                }
            }
        }
    }

    /// Returns the SQL of the items of an array as a table.
    func each(_ array: QueryTerm) throws -> SQLFragment {
        switch array {
        case .property(let path, let name) where !path.isEmpty:
            let source = try source(of: path, name)
            guard case .documents = source.kind else { break }
            return "fl_each(\(source.alias).body, \(path: path))"
        // A null value in a document is an item, but a null literal in a query is not.
        case .literal(.null): return "fl_each(NULL)"
        default: break
        }
        return try "fl_each(\(typed(array)))"
    }
}

extension QueryTerm {
    /// Whether the condition lists the IDs of documents, which are then looked up one by one.
    var namesDocuments: Bool {
        switch self {
        case .operation(.equal, let operands), .operation(.is, let operands):
            operands.contains(where: \.isDocumentID)
        case .membership(let operand, in: .array, isNegated: false): operand.isDocumentID
        default: false
        }
    }

    private var isDocumentID: Bool {
        if case .metadata(.id, _) = self { true } else { false }
    }
}

extension SelectStatement {
    /// Whether the rows can be in any order, and all of them are returned.
    var isUnordered: Bool {
        !isDistinct && ordering.isEmpty && grouping.isEmpty && limit == nil && offset == nil
    }

    /// Whether the columns use properties other than those in the condition.
    ///
    /// An index on the condition doesn't contain these.
    var needsDocuments: Bool {
        var known: [PropertyPath] = []
        _ = condition?.contains { term in
            if case .property(let path, _) = term { known.append(path) }
            return false
        }
        let terms = columns.map(\.term)
        guard !terms.contains(where: { $0.contains(where: \.isAggregate) }) else { return false }
        return terms.contains { term in
            term.contains {
                switch $0 {
                case .property(let path, _): !known.contains(path)
                case .metadata: true
                default: false
                }
            }
        }
    }
}
