import SQLPlusPlus

/// Which documents a query's answer may depend on.
struct QueryDependencies {
    /// What decides whether a document of a collection may be in the answer.
    enum Test {
        /// Nothing does.
        case everything
        /// The condition that all rows meet, as far as it is about one source.
        case condition(QueryTerm, TermPreparation.Scope)
    }

    /// What a query reads from a collection, maybe under several names.
    struct Part {
        let collection: DocumentCollection
        var tests: [Test]
    }

    private(set) var parts: [Part] = []

    /// Finds out what a statement depends on.
    ///
    /// - Throws: ``QuireError`` with code `invalidQuery` if there is no such collection.
    init(of statement: SelectStatement, in database: Database) throws {
        try addSources(of: statement, in: database, dependingOnEverything: false)
    }

    private mutating func addSources(
        of statement: SelectStatement, in database: Database, dependingOnEverything: Bool
    ) throws {
        var compiler = QueryCompiler(database: database)
        try compiler.addSources(of: statement)
        let dependsOnEverything =
            dependingOnEverything || Self.dependsOnEverything(statement)
        let aliases = Dictionary(
            statement.columns.compactMap { column in column.alias.map { ($0, column.term) } }
        ) { _, last in last }
        let condition = statement.requiredCondition
        for (index, source) in compiler.sources.enumerated() {
            guard case .documents(let collection, let isOptional) = source.kind else { continue }
            // Where a partner may be missing, one that comes takes away the row without it.
            if isOptional || dependsOnEverything {
                add(.everything, of: collection)
            } else if let condition {
                let scope = TermPreparation.Scope(
                    source: source.name, isUnnamed: index == 0, aliases: aliases)
                add(.condition(condition, scope), of: collection)
            } else {
                add(.everything, of: collection)
            }
        }
        for term in statement.terms { try addSources(in: term, database) }
    }

    private mutating func add(_ test: Test, of collection: DocumentCollection) {
        if let index = parts.firstIndex(where: { $0.collection == collection }) {
            parts[index].tests.append(test)
        } else {
            parts.append(Part(collection: collection, tests: [test]))
        }
    }

    /// Whether documents matter that cannot be in the answer: deleted ones, which have no body, or
    /// all that a rank counts the words of.
    private static func dependsOnEverything(_ statement: SelectStatement) -> Bool {
        statement.terms.contains { term in
            term.contains { term in
                switch term {
                case .metadata(.deleted, _), .rank: true
                default: false
                }
            }
        }
    }

    /// Adds what queries within a term read.
    private mutating func addSources(in term: QueryTerm, _ database: Database) throws {
        if case .exists(let statement) = term {
            try addSources(of: statement, in: database, dependingOnEverything: true)
        }
        for child in term.children { try addSources(in: child, database) }
    }
}

extension SelectStatement {
    /// The condition that every row meets: that of `WHERE`, and of the joins that leave nothing in
    /// place of a partner.
    fileprivate var requiredCondition: QueryTerm? {
        let joined = furtherSources.compactMap { source -> QueryTerm? in
            guard case .join(.inner, _, let condition) = source else { return nil }
            return condition
        }
        let conditions = [condition].compactMap { $0 } + joined
        return conditions.count > 1 ? .operation(.and, conditions) : conditions.first
    }
}
