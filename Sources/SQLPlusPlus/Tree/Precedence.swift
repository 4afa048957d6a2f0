/// How tightly a term holds together, from the loosest to the tightest.
enum Precedence: Int, Comparable {
    case collation
    case disjunction
    case conjunction
    case negation
    case equality
    case relational
    case additive
    case multiplicative
    case concatenation
    case prefix
    case primary

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    /// The next tighter level: what the right operand of a left-associative operator must reach.
    var next: Precedence { Precedence(rawValue: rawValue + 1) ?? .primary }
}

extension QueryTerm {
    /// How tightly the text of this term holds together.
    var precedence: Precedence {
        switch self {
        case .operation(let binary, _): binary.precedence
        case .unary(let unary, _): unary.precedence
        case .test, .between, .membership: .equality
        case .collated: .collation
        case .literal(.integer(let number)) where number < 0: .prefix
        case .literal(.double(let number)) where number.sign == .minus: .prefix
        default: .primary
        }
    }

    /// Whether nothing of the level of equality may follow this term without parentheses, nor, but
    /// for tests, stand before it.
    var endsItsLevel: Bool {
        switch self {
        case .test, .between, .membership: true
        case .operation(let binary, _): !binary.isChainable
        default: false
        }
    }
}
