import SQLPlusPlus

/// A full-text index that a statement asks.
struct FullTextUse {
    let index: String
    let source: CompiledSource
    /// The table of the index.
    let table: String
    /// The table's name in the statement, `f0` and so on.
    let alias: SQLFragment
}

extension QueryCompiler {
    /// Finds the full-text queries of a condition: at its top or under AND.
    ///
    /// - Throws: ``QuireError`` with code `missingIndex` if there is no such index, `invalidQuery` if
    ///   one is asked twice.
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
                "The query asks the full-text index \(index) of what is no document.")
        }
        guard let table = try collection.fullTextTable(of: index) else {
            throw collection.missing(fullTextIndex: index)
        }
        guard !fullText.contains(where: { $0.table == table && $0.source.name == source.name })
        else { throw Self.invalid("the full-text index \(index) is asked twice") }
        fullText.append(
            FullTextUse(
                index: index, source: source, table: table, alias: "f\(number: fullText.count)"))
    }

    private func use(_ index: String, _ name: String?) throws -> FullTextUse? {
        let source = try source(name)
        return fullText.first { $0.index == index && $0.source.name == source.name }
    }

    /// A condition at its top, where full-text queries may stand.
    func topCondition(_ condition: QueryTerm) throws -> SQLFragment {
        switch condition {
        case .operation(.and, let operands):
            return Self.chain(try operands.map { try "(\(topCondition($0)))" }, " AND ")
        case .match(let index, let name, let query):
            guard let use = try use(index, name) else { break }
            return try "\(use.alias).\(name: use.table) MATCH CAST(\(term(query)) AS TEXT)"
        default: break
        }
        return try term(condition)
    }

    /// How well a row fits the query on an index.
    func rank(_ index: String, _ name: String?) throws -> SQLFragment {
        guard let use = try use(index, name) else {
            throw Self.invalid("RANK(\(index)) needs MATCH(\(index), …) in WHERE")
        }
        return "quire_rank(matchinfo(\(use.alias).\(name: use.table)))"
    }
}

extension DocumentCollection {
    /// The table of a full-text index.
    ///
    /// - Returns: Its name, or `nil` if there is no such index.
    /// - Throws: ``QuireError`` if SQLite refuses.
    func fullTextTable(of index: String) throws -> String? {
        let table = keyStore.fullTextTableName(index)
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
