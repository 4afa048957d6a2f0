import SQLPlusPlus

extension DocumentCollection {
    /// Returns the definitions of the collection's indexes, in the order of their names.
    ///
    /// Indexes that no configuration can describe are omitted, such as vector indexes, and those
    /// whose expressions another program stored in another language than SQL++.
    ///
    /// - Returns: The definitions. Creating an index with one of them has no effect.
    /// - Throws: ``QuireError`` with code `notOpen` if the database is closed or the collection is
    ///   deleted.
    func indexDefinitions() throws -> [IndexDefinition] {
        let configurations = try readSnapshot { connection in
            let sqlite = connection.sqlite
            guard try tables.exists(on: sqlite) else { throw collectionDeletedError(nil) }
            let unique = Dictionary(
                try UniqueIndexes(of: tables, on: sqlite).all().map { ($0.name, $0.rule) }
            ) { first, _ in first }
            let nearest = try NearestIndexes(of: tables, on: sqlite).all()
            return try IndexList(sqlite).records(of: tables).map { record in
                let configuration =
                    try nearest.first { $0.name == record.name }?.configuration
                    ?? Self.configuration(of: record, unique: unique[record.name], on: sqlite)
                return (record.name, configuration)
            }
        }
        return try configurations.compactMap { name, configuration -> IndexDefinition? in
            guard let configuration,
                let wanted = try? IndexSpecification(configuration).compiled(name, of: self),
                try find(wanted) == .same
            else { return nil }
            return IndexDefinition(name, configuration)
        }.sorted { $0.name < $1.name }
    }

    private static func configuration(
        of record: IndexRecord, unique: UniqueRule?, on connection: SQLiteConnection
    ) throws -> (any IndexConfiguration)? {
        guard let expressions = expressions(in: record.expression) else { return nil }
        switch record.kind {
        case .value:
            return ValueIndexConfiguration(
                expressions, where: record.condition, isUnique: unique != nil,
                uniqueTypes: unique?.types)
        case .fullText:
            let arguments = try tokenizerArguments(ofTable: record.tableName ?? "", on: connection)
            let language = arguments.firstRange(of: "\"stopwords=").map {
                String(arguments[$0.upperBound...].prefix { $0 != "\"" })
            }
            return FullTextIndexConfiguration(
                expressions, where: record.condition,
                ignoreAccents: !arguments.contains("\"remove_diacritics=0\""),
                language: language ?? "")
        case .array:
            return ArrayIndexConfiguration(
                path: UnnestedTable.path(in: record.tableName ?? ""),
                expressions: expressions.isEmpty ? nil : expressions)
        case .predictive, .vector, .nearest, nil: return nil
        }
    }

    /// Returns the expressions of a list in SQL++, or `nil` for another language.
    private static func expressions(in stored: String) -> [String]? {
        guard stored.hasPrefix("=n") else { return nil }
        let text = "[\(stored.dropFirst(2))]"
        guard case .array(let terms)? = try? QueryTerm.parse(text, knowing: QueryFunction.table)
        else { return nil }
        return terms.map(\.description)
    }

    /// Returns the end of the SQL of a full-text table, which contains the tokenizer's arguments.
    private static func tokenizerArguments(
        ofTable name: String, on connection: SQLiteConnection
    ) throws -> Substring {
        let statement = try connection.prepare(
            "SELECT sql FROM sqlite_master WHERE type = 'table' AND name = ?1",
            purpose: "read the definition of a full-text index")
        try statement.bind(name, at: 1)
        let sql = try statement.step() ? statement.string(at: 0) : ""
        // The name of an indexed property can contain the same text, but precedes the arguments.
        guard let start = sql.ranges(of: ", tokenize=").last else { return "" }
        return sql[start.upperBound...]
    }
}

extension NearestIndex {
    /// The configuration of the index.
    fileprivate var configuration: NearestIndexConfiguration? {
        guard let path = try? PropertyPath(path) else { return nil }
        var configuration = NearestIndexConfiguration(
            path.description, dimensions: dimensions, metric: metric)
        configuration.isLazy = isLazy
        configuration.notes = notes
        guard let types else { return configuration }
        guard let typePath = try? PropertyPath(types.path) else { return nil }
        configuration.types = NearestIndexConfiguration.Types(path: typePath, names: types.names)
        return configuration
    }
}
