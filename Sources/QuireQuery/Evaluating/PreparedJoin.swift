package import SQLPlusPlus

/// A source that is joined to the preceding ones.
package struct PreparedJoin: Sendable {
    package enum Kind: Sendable {
        /// The items of an array.
        ///
        /// If the array is not part of a document, the run must copy it.
        case items(PreparedTerm, isStored: Bool)
        case documents(PreparedDocuments)
    }

    package let kind: Kind
    /// The condition for rows after this source has been joined.
    package let filter: PreparedTerm?

    /// The terms that are evaluated on the rows of the statement.
    package var terms: [PreparedTerm] {
        let own: [PreparedTerm?] =
            switch kind {
            case .items(let array, _): [array]
            case .documents(let documents): [documents.condition, documents.key?.outer]
            }
        return (own + [filter]).compactMap { $0 }
    }
}

/// The documents of a joined source, and the condition of the join.
package struct PreparedDocuments: Sendable {
    let source: CollectionSource
    /// Whether the join is a `LEFT JOIN`.
    let isOptional: Bool
    /// The condition for the documents alone.
    let ownCondition: QueryTerm?
    let ownFilter: TermEvaluator?
    /// The other conditions of the join.
    let condition: PreparedTerm?
    /// An equality that the condition requires.
    let key: JoinKey?
}

/// An equality of a value of the joined document and a value of the preceding sources.
struct JoinKey: Sendable {
    /// The value of the preceding sources.
    let outer: PreparedTerm
    /// The value of the joined document.
    let inner: PreparedTerm
    let innerLocations: PropertyLocations
    /// The conversion of the inner value on the left and the outer value on the right.
    let adjustment: OperandAdjustment
    /// Whether missing values are equal.
    let matchesMissing: Bool
    /// Whether the inner value is the document ID.
    let isDocumentID: Bool
}

/// The condition of a statement, split into the parts that can be checked before all sources are
/// joined.
///
/// Example: in `FROM a JOIN b ON … UNNEST b.list AS x WHERE a.v = 1 AND b.v = 2 AND x = 3`, the
/// first term is checked before the join, the second one selects the documents of `b`, and the
/// third one is checked at the end.
struct ConditionParts {
    /// The part about the first source, whose properties name no source.
    private(set) var sourceCondition: QueryTerm?
    /// The part to check before the first join.
    private(set) var sourceFilter: QueryTerm?
    /// The parts to check after each join.
    private(set) var filters: [QueryTerm?] = []
    /// The parts about the documents of each joined source.
    private(set) var ownConditions: [[QueryTerm]] = []
    /// The part to check at the end.
    private(set) var rest: QueryTerm?
    let names: [String]

    init(of statement: SelectStatement) {
        names = statement.sourceNames
        guard !statement.joinClauses.isEmpty else {
            (sourceCondition, rest) = (statement.condition, statement.condition)
            return
        }
        var filters = Array(repeating: [QueryTerm](), count: names.count)
        ownConditions = Array(repeating: [], count: names.count)
        for term in statement.condition?.conjuncts ?? [] {
            let sources = term.sources(among: names) ?? []
            let last = sources.max() ?? names.count - 1
            if sources == [last], last > 0, statement.joinClauses[last - 1].isInner {
                ownConditions[last].append(term.removingSourceNames)
            } else {
                filters[last].append(term)
            }
        }
        sourceCondition = .all(filters[0].map(\.removingSourceNames))
        sourceFilter = .all(filters[0])
        rest = .all(filters[names.count - 1])
        filters[names.count - 1] = []
        self.filters = filters.dropFirst().map(QueryTerm.all)
    }
}

extension JoinClause {
    /// Whether the clause joins documents, and has no rows without one.
    fileprivate var isInner: Bool {
        if case .join(let kind, _, _) = self { kind != .left } else { false }
    }
}

extension QueryTerm {
    /// Returns the conjunction of terms, or `nil` if there are none.
    package static func all(_ terms: [QueryTerm]) -> QueryTerm? {
        terms.count > 1 ? .operation(.and, terms) : terms.first
    }

    /// Returns the numbers of the sources that the term uses, or `nil` if they are not known.
    ///
    /// - Parameter names: The names of all sources. A property without a name belongs to the first
    ///   one.
    /// - Returns: The numbers.
    package func sources(among names: [String]) -> Set<Int>? {
        var sources: Set<Int> = []
        let isUnknown = contains { term in
            switch term {
            case .property(_, let name), .metadata(_, let name):
                guard let number = name.map({ names.firstIndex(of: $0) }) ?? 0 else { return true }
                sources.insert(number)
                return false
            case .column, .exists, .match, .rank: return true
            default: return false
            }
        }
        return isUnknown ? nil : sources
    }

    /// The term whose properties don't name their source.
    var removingSourceNames: QueryTerm {
        replacingTerms { term in
            switch term {
            case .property(let path, _?): .property(path, of: nil)
            case .metadata(let field, _?): .metadata(field, of: nil)
            default: nil
            }
        }
    }
}
