package import SQLPlusPlus

/// Conditions on the bodies of documents that the evaluator checks for each row of a statement.
package final class EvaluatedCondition: Sendable {
    /// The conditions, of which all must be true.
    package let terms: [QueryTerm]
    private let aliases: [String: QueryTerm]
    /// The prepared conditions, or `nil` if they contain parameters.
    private let prepared: PreparedConditions?

    /// Creates a condition, or returns `nil` if the evaluator rejects it.
    ///
    /// - Parameters:
    ///   - terms: The conditions, of which all must be true.
    ///   - aliases: The terms of the statement's column aliases.
    package init?(_ terms: [QueryTerm], _ aliases: [String: QueryTerm]) {
        var hasParameters = false
        func withoutParameters(_ term: QueryTerm) -> QueryTerm {
            term.replacingTerms { term in
                guard case .parameter = term else { return nil }
                hasParameters = true
                return .literal(.null)
            }
        }
        let known = terms.map(withoutParameters)
        let knownAliases = aliases.mapValues(withoutParameters)
        guard
            let prepared = try? PreparedConditions(
                known, aliases: knownAliases, parameters: ParameterValues())
        else {
            return nil
        }
        self.terms = terms
        self.aliases = aliases
        self.prepared = hasParameters ? nil : prepared
    }

    /// Returns the condition for one run of a statement.
    ///
    /// - Parameter parameters: The values of the query's parameters.
    /// - Returns: The condition, which can be bound to the statement.
    /// - Throws: ``QuireError`` with code `invalidQueryParameter` if a parameter has no value.
    package func rowCondition(_ parameters: ParameterValues) throws -> RowCondition {
        RowCondition(
            try prepared ?? PreparedConditions(terms, aliases: aliases, parameters: parameters))
    }
}

/// Prepared conditions, of which all must be true.
package struct PreparedConditions: Sendable {
    /// The term with the nodes of all conditions.
    let term: PreparedTerm
    let roots: [Int]
    let locations: PropertyLocations

    init(
        _ terms: [QueryTerm], aliases: [String: QueryTerm], parameters: ParameterValues
    ) throws {
        var preparation = TermPreparation(scope: .anySource(aliases), parameters: parameters)
        roots = try preparation.nodes(terms)
        term = preparation.term(roots[0])
        locations = preparation.locations
    }
}
