/// A test for NULL and MISSING.
///
/// The result is TRUE or FALSE, except where noted.
///
/// ```swift
/// let hasRate = QueryTerm.test(.isValued, rate)
/// print(hasRate)  // roomRate IS VALUED
/// ```
public enum NullTest: Hashable, Sendable, CaseIterable {
    /// Whether the value is NULL; MISSING if the value is MISSING.
    case isNull

    /// Whether the value is not NULL; MISSING if the value is MISSING.
    case isNotNull

    /// Whether the value is MISSING.
    case isMissing

    /// Whether the value is not MISSING. NULL is not MISSING.
    case isNotMissing

    /// Whether the value is neither NULL nor MISSING.
    case isValued

    /// Whether the value is NULL or MISSING.
    case isNotValued

    /// The text of the test after its operand.
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
