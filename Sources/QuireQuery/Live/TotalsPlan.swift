package import SQLPlusPlus

/// The way in which a live query for the rows of a statement is updated.
package enum TotalsPlan: Sendable {
    /// The counts and sums of the statement's only row are updated.
    case incremental
    /// The query is run again after each change, for a reason that continues "because".
    case rerun(reason: String)

    package init(_ statement: SelectStatement) {
        self = Self.reason(toRerun: statement).map { .rerun(reason: $0) } ?? .incremental
    }

    private static func reason(toRerun statement: SelectStatement) -> String? {
        if !statement.joinClauses.isEmpty { return "it joins documents" }
        if !statement.grouping.isEmpty { return "it groups documents" }
        if !statement.isGrouped { return "its rows are not counts or sums" }
        if statement.limit != nil || statement.offset != nil || !statement.ordering.isEmpty {
            return "its only row has an order or a limit"
        }
        let columns = statement.columns.map(\.term)
        if columns.contains(where: { $0.contains(where: isOtherAggregate) }) {
            return "it computes an aggregate other than a count, a sum or an average"
        }
        if columns.contains(where: dependsOnDocument) {
            return "it selects a property of any document"
        }
        let terms = [statement.condition].compactMap { $0 } + columns
        let isNamed = terms.contains { $0.contains(where: namesSource) }
        if isNamed { return "its terms name the source" }
        if let reason = LivePlan.reason(toRerun: terms, allowingParameters: true) { return reason }
        return nil
    }

    private static func isOtherAggregate(_ term: QueryTerm) -> Bool {
        term.isAggregate && !isTotal(term)
    }

    private static func isTotal(_ term: QueryTerm) -> Bool {
        guard case .call(let name, _) = term else { return false }
        switch QueryFunction.all[name]?.aggregate {
        case .count?, .sum?, .average?: return true
        case .minimum?, .maximum?, .array?, nil: return false
        }
    }

    private static func dependsOnDocument(_ term: QueryTerm) -> Bool {
        switch term {
        case .property, .metadata, .column, .star: true
        default: isTotal(term) ? false : term.children.contains(where: dependsOnDocument)
        }
    }

    private static func namesSource(_ term: QueryTerm) -> Bool {
        switch term {
        case .property(_, let name), .metadata(_, let name): name != nil
        default: false
        }
    }

    /// A sentence for the explanation of a query.
    package var explanation: String {
        switch self {
        case .incremental:
            "A live query is updated incrementally, as long as all summed values are integers."
        case .rerun(let reason):
            "A live query is run again after each change, because \(reason)."
        }
    }
}
