import SQLPlusPlus

/// The documents that the results of a query may depend on.
struct QueryDependencies {
    /// A test whether a document of a collection can affect the results.
    enum Test {
        /// All documents can affect the results.
        case everything
        /// Documents that satisfy this condition can affect the results.
        ///
        /// It is the part of the statement's required condition that refers to one source.
        case condition(QueryTerm, TermPreparation.Scope)
    }

    /// A collection that the query reads from.
    ///
    /// The query may use the collection under several names.
    struct Part {
        let collection: DocumentCollection
        var tests: [Test]
    }

    private(set) var parts: [Part] = []

    /// Determines the dependencies of a statement.
    ///
    /// - Throws: ``QuireError`` with code `invalidQuery` if a collection does not exist.
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
            // In an outer join, a new document can replace a row without a match.
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

    /// Whether the results depend on documents that are not in the results.
    ///
    /// Examples are deleted documents, which have no body, and a full-text rank, which depends on
    /// the words of all documents.
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

    /// Adds the collections that queries inside a term read from.
    private mutating func addSources(in term: QueryTerm, _ database: Database) throws {
        if case .exists(let statement) = term {
            try addSources(of: statement, in: database, dependingOnEverything: true)
        }
        for child in term.children { try addSources(in: child, database) }
    }
}

extension SelectStatement {
    /// The condition that every row satisfies, which consists of the conditions of `WHERE` and of
    /// inner joins.
    fileprivate var requiredCondition: QueryTerm? {
        let joined = joinClauses.compactMap { source -> QueryTerm? in
            guard case .join(.inner, _, let condition) = source else { return nil }
            return condition
        }
        let conditions = [condition].compactMap { $0 } + joined
        return conditions.count > 1 ? .operation(.and, conditions) : conditions.first
    }
}
