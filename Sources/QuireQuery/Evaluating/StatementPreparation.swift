package import SQLPlusPlus

/// A preparation of a statement's terms, which share the properties of one row.
struct StatementPreparation {
    private let columns: [ResultColumn]
    private var scope: TermPreparation.Scope
    let parameters: ParameterValues
    private let computed: [QueryTerm: Int]
    private(set) var locations = PropertyLocations()
    private(set) var innerStatements: InnerStatements

    init(
        _ statement: SelectStatement, parameters: ParameterValues, computed: [QueryTerm],
        depth: Int
    ) {
        self.computed = Dictionary(zip(computed, 0...)) { first, _ in first }
        columns = statement.columns
        let aliases = statement.columns.terms
        scope =
            statement.joinClauses.isEmpty
            ? .anySource(aliases)
            : TermPreparation.Scope(
                source: statement.source.name, isUnnamed: true, aliases: aliases,
                hasSeveralSources: true)
        self.parameters = parameters
        innerStatements = InnerStatements(depth: depth)
    }

    /// The terms of the statement's column aliases.
    var aliases: [String: QueryTerm] { scope.aliases }

    var preparation: TermPreparation {
        TermPreparation(
            scope: scope, parameters: parameters, locations: locations,
            innerStatements: innerStatements, computed: computed, allowsAggregates: true)
    }

    /// Adds a source, which terms can use from now on.
    mutating func add(source name: String, hasItems: Bool) throws {
        let names = scope.joined.map(\.name) + [scope.source ?? ""]
        guard !names.contains(where: { $0.lowercased() == name.lowercased() }) else {
            throw QuireError.invalidQuery("two sources have the name \(name)")
        }
        scope.joined.append(
            JoinedSourceName(name: name, number: scope.joined.count, hasItems: hasItems))
    }

    func unsupported(_ what: String) -> QuireError { preparation.unsupported(what) }

    mutating func term(_ term: QueryTerm, isTyped: Bool = false) throws -> PreparedTerm {
        var preparation = preparation
        let root = try isTyped ? preparation.typedNode(term) : preparation.node(term)
        locations = preparation.locations
        innerStatements = preparation.innerStatements ?? innerStatements
        return preparation.term(root)
    }

    /// Prepares a term whose values are compared.
    mutating func key(
        _ term: QueryTerm, isTyped: Bool = false
    ) throws -> StatementEvaluator.Key {
        let preparation = preparation
        guard let collation = preparation.collation(of: [term]) else {
            // A collation inside the term only affects comparisons in the term itself.
            if term.isTruthValue {
                return .init(term: try self.term(term, isTyped: isTyped), collation: nil)
            }
            throw unsupported("A collation inside a term by which rows are compared")
        }
        return .init(
            term: try self.term(term, isTyped: isTyped), collation: collation.comparison)
    }

    /// Prepares a term by which rows are sorted.
    ///
    /// An integer is the number of a column, beginning with 1.
    mutating func key(_ ordering: OrderingTerm) throws -> StatementEvaluator.Key {
        var term = ordering.term
        if case .literal(.integer(let number)) = term {
            guard number >= 1, number <= columns.count else {
                throw QuireError(.invalidQuery, "ORDER BY \(number): there is no such column.")
            }
            term = columns[Int(number) - 1].term
        }
        var key = try key(term)
        key.isAscending = ordering.direction == .ascending
        return key
    }
}

/// The queries in `EXISTS` of a statement.
package struct InnerStatements {
    /// The maximum nesting depth of queries.
    private static let depthLimit = 16

    package private(set) var all: [StatementEvaluator] = []
    /// The nesting depth of the statement.
    private let depth: Int

    package init(depth: Int) {
        self.depth = depth
    }

    /// Adds a query.
    ///
    /// - Returns: The number of the query.
    package mutating func add(
        _ statement: SelectStatement, _ parameters: ParameterValues
    ) throws -> Int {
        guard depth < Self.depthLimit else {
            throw QuireError.invalidQuery("its queries in EXISTS are nested too deep")
        }
        all.append(try StatementEvaluator(statement, parameters: parameters, depth: depth + 1))
        return all.count - 1
    }
}

extension SelectStatement {
    /// Whether the rows are groups of documents.
    package var isGrouped: Bool {
        !grouping.isEmpty || columns.contains { $0.term.contains(where: \.isAggregate) }
    }
}
