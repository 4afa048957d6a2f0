/// A binary operator.
///
/// ```swift
/// let total = QueryTerm.operation(.add, [rate, .literal(.integer(20))])
/// print(total, BinaryOperator.add.spelling)  // roomRate + 20 +
/// ```
public enum BinaryOperator: Hashable, Sendable, CaseIterable {
    /// Logical OR: true if any operand is true.
    case or

    /// Logical AND: true if all operands are true.
    case and

    /// Equality, or MISSING if an operand is MISSING.
    case equal

    /// Inequality, or MISSING if an operand is MISSING.
    case notEqual

    /// Equality that treats MISSING like any other value.
    case `is`

    /// Inequality that treats MISSING like any other value.
    case isNot

    /// Whether a string matches a pattern of `%`, `_` and characters.
    case like

    /// Whether a string does not match a pattern.
    case notLike

    /// Whether the left operand is less than the right one.
    case lessThan

    /// Whether the left operand is less than or equal to the right one.
    case lessThanOrEqual

    /// Whether the left operand is greater than the right one.
    case greaterThan

    /// Whether the left operand is greater than or equal to the right one.
    case greaterThanOrEqual

    /// The sum.
    case add

    /// The difference.
    case subtract

    /// The product.
    case multiply

    /// The quotient, which is an integer if both operands are integers.
    case divide

    /// The remainder of the division, with the sign of the left operand.
    case remainder

    /// The concatenation of the operands as strings.
    case concatenate

    /// The spelling and the precedence of the operator.
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
