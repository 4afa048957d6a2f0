/// An operator between two operands.
public enum BinaryOperator: Hashable, Sendable, CaseIterable {
    /// Whether any operand is true.
    case or

    /// Whether all operands are true.
    case and

    /// Whether the operands are equal; MISSING if one of them is.
    case equal

    /// Whether the operands are not equal; MISSING if one of them is.
    case notEqual

    /// Whether the operands are equal, where MISSING is a value as any other.
    case `is`

    /// Whether the operands are not equal, where MISSING is a value as any other.
    case isNot

    /// Whether a text matches a pattern of `%`, `_` and characters.
    case like

    /// Whether a text does not match a pattern.
    case notLike

    /// Whether the left operand comes before the right one.
    case lessThan

    /// Whether the left operand comes before the right one or is equal to it.
    case lessThanOrEqual

    /// Whether the left operand comes after the right one.
    case greaterThan

    /// Whether the left operand comes after the right one or is equal to it.
    case greaterThanOrEqual

    /// The sum.
    case add

    /// The difference.
    case subtract

    /// The product.
    case multiply

    /// The quotient, a whole number if both operands are.
    case divide

    /// The remainder of the division, with the sign of the left operand.
    case remainder

    /// The texts of the operands one after the other.
    case concatenate

    /// The spelling, and how tightly the operator holds its operands.
    private var notation: (spelling: String, precedence: Precedence) {
        switch self {
        case .or: ("OR", .disjunction)
        case .and: ("AND", .conjunction)
        case .equal: ("=", .equality)
        case .notEqual: ("!=", .equality)
        case .is: ("IS", .equality)
        case .isNot: ("IS NOT", .equality)
        case .like: ("LIKE", .equality)
        case .notLike: ("NOT LIKE", .equality)
        case .lessThan: ("<", .relational)
        case .lessThanOrEqual: ("<=", .relational)
        case .greaterThan: (">", .relational)
        case .greaterThanOrEqual: (">=", .relational)
        case .add: ("+", .additive)
        case .subtract: ("-", .additive)
        case .multiply: ("*", .multiplicative)
        case .divide: ("/", .multiplicative)
        case .remainder: ("%", .multiplicative)
        case .concatenate: ("||", .concatenation)
        }
    }

    /// The spelling in a query's text.
    public var spelling: String { notation.spelling }

    /// Whether the operator can be repeated without parentheses: `a + b + c`, but not
    /// `a LIKE b LIKE c`.
    public var isChainable: Bool { self != .like && self != .notLike }

    var precedence: Precedence { notation.precedence }
}
