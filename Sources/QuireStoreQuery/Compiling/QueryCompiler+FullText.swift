import SQLPlusPlus

/// A full-text index that a statement uses.
struct FullTextUse {
    let index: String
    let source: CompiledSource
    /// The table of the index.
    let table: String
    /// The alias of the table in SQL: `f0`, `f1` and so on.
    let alias: SQLFragment
}

extension QueryCompiler {
    /// Adds the full-text indexes of a condition.
    ///
    /// They can be at the top level or in the operands of AND.
    ///
    /// - Throws: ``QuireError`` with code `missingIndex` if an index doesn't exist, `invalidQuery`
    ///   if an index is used twice.
    mutating func addFullTextIndexes(in condition: QueryTerm?) throws {
        switch condition {
        case .operation(.and, let operands):
            for operand in operands { try addFullTextIndexes(in: operand) }
        case .match(let index, let name, _): try addFullTextIndex(index, of: try source(name))
        default: break
        }
    }

    private mutating func addFullTextIndex(_ index: String, of source: CompiledSource) throws {
        guard case .documents(let collection, _) = source.kind else {
            throw QuireError(
                .missingIndex,
                "The full-text index \(index) requires a source with documents.")
        }
        guard let table = try collection.fullTextTable(of: index) else {
            throw collection.missing(fullTextIndex: index)
        }
        guard !fullText.contains(where: { $0.table == table && $0.source.name == source.name })
        else { throw QuireError.invalidQuery("the full-text index \(index) is used twice") }
        fullText.append(
            FullTextUse(
                index: index, source: source, table: table, alias: "f\(number: fullText.count)"))
    }

    private func use(_ index: String, _ name: String?) throws -> FullTextUse? {
        let source = try source(name)
        return fullText.first { $0.index == index && $0.source.name == source.name }
    }

    /// Returns the SQL of a top-level condition, which may contain full-text searches.
    func topCondition(_ condition: QueryTerm) throws -> SQLFragment {
        switch condition {
        case .operation(.and, let operands):
            return Self.chain(try operands.map { try "(\(topCondition($0)))" }, " AND ")
        case .match(let index, let name, let query):
            guard let use = try use(index, name) else { break }
            return try "\(use.alias).\(name: use.table) MATCH CAST(\(term(query)) AS TEXT)"
        default: break
        }
        return try term(condition.listOfAlternatives ?? condition)
    }

    /// Compiles a query whose rows are the documents that full-text searches found.
    ///
    /// The columns are sequence, flags, version, body and key, and for each index the rank, the
    /// offsets of the found words, and the texts of the indexed properties.
    ///
    /// - Parameters:
    ///   - collection: The collection of the documents that are searched.
    ///   - statement: The query.
    ///   - indexes: The full-text indexes in the order in which the condition uses them.
    /// - Returns: The compiled query.
    /// - Throws: The errors of ``compile(_:withKeys:)``.
    func compileMatches(
        of collection: DocumentCollection, _ statement: SelectStatement,
        in indexes: [StoredFullTextIndex]
    ) throws -> CompiledSelect {
        var columns: [SQLFragment] = [Self.documentColumns]
        for (number, index) in indexes.enumerated() {
            let alias: SQLFragment = "f\(number: number)"
            let table: SQLFragment =
                "\(alias).\(name: collection.tables.fullTextTableName(index.name))"
            columns.append(Self.rank(of: table))
            columns.append("offsets(\(table))")
            for property in index.properties { columns.append("\(alias).\(name: property)") }
        }
        return try compile(
            .joined(columns, separator: ", "), visiting: nil, of: collection,
            selectedBy: statement)
    }

    /// Returns the SQL of a row's relevance for a full-text search.
    func rank(_ index: String, _ name: String?) throws -> SQLFragment {
        guard let use = try use(index, name) else {
            throw QuireError.invalidQuery("RANK(\(index)) needs MATCH(\(index), …) in WHERE")
        }
        return Self.rank(of: "\(use.alias).\(name: use.table)")
    }

    private static func rank(of table: SQLFragment) -> SQLFragment {
        "quire_rank(matchinfo(\(table)))"
    }
}

extension DocumentCollection {
    /// Returns the table of a full-text index.
    ///
    /// - Returns: The name of the table, or `nil` if the index doesn't exist.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    func fullTextTable(of index: String) throws -> String? {
        let table = tables.fullTextTableName(index)
        return try read { connection in
            let find = try connection.sqlite.statement(
                "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?1",
                purpose: "find a full-text index")
            defer { find.resetAndClear() }
            try find.bind(table, at: 1)
            return try find.step() ? table : nil
        }
    }
}
