/// An operator before its operand.
public enum UnaryOperator: Hashable, Sendable, CaseIterable {
    /// The opposite truth value.
    case not

    /// The number with the opposite sign.
    case negate

    /// The spelling, and how tightly the operator holds its operand.
    private var notation: (spelling: String, precedence: Precedence) {
        switch self {
        case .not: ("NOT", .negation)
        case .negate: ("-", .prefix)
        }
    }

    /// The spelling in a query's text.
    public var spelling: String { notation.spelling }

    var precedence: Precedence { notation.precedence }
}
