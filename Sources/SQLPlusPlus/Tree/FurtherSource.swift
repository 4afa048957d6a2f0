/// What follows the first collection in `FROM`: another collection, or the items of an array.
public enum FurtherSource: Hashable, Sendable {
    /// How a collection is joined to what stands before it.
    public enum JoinKind: String, Hashable, Sendable, CaseIterable {
        /// Pairs that meet the condition.
        case inner = "JOIN"

        /// Pairs that meet the condition, and once what has no partner, with MISSING for it.
        case left = "LEFT JOIN"

        /// All pairs; there is no condition.
        case cross = "CROSS JOIN"
    }

    /// The documents of a collection, in pairs with what stands before; a cross join has no
    /// condition, the others have one.
    case join(JoinKind, CollectionSource, on: QueryTerm?)

    /// The items of an array of what stands before, called by a name.
    case unnest(QueryTerm, as: String)

    /// The name by which the statement calls this source.
    public var name: String {
        switch self {
        case .join(_, let source, _): source.name
        case .unnest(_, let name): name
        }
    }
}
