/// A test whether a value is there.
///
/// Each answers TRUE or FALSE except where told.
public enum ValueTest: Hashable, Sendable, CaseIterable {
    /// Whether the value is NULL; MISSING if the value is MISSING.
    case isNull

    /// Whether the value is not NULL; MISSING if the value is MISSING.
    case isNotNull

    /// Whether there is no value.
    case isMissing

    /// Whether there is a value, be it NULL.
    case isNotMissing

    /// Whether the value is neither NULL nor MISSING.
    case isValued

    /// Whether the value is NULL or MISSING.
    case isNotValued

    /// The spelling after the operand.
    public var spelling: String {
        switch self {
        case .isNull: "IS NULL"
        case .isNotNull: "IS NOT NULL"
        case .isMissing: "IS MISSING"
        case .isNotMissing: "IS NOT MISSING"
        case .isValued: "IS VALUED"
        case .isNotValued: "IS NOT VALUED"
        }
    }
}
