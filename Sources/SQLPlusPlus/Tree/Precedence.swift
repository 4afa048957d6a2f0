/// The precedence levels of terms, from the lowest to the highest.
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

    /// The next higher level, which is the minimum for the right operand of a left-associative
    /// operator.
    var next: Precedence { Precedence(rawValue: rawValue + 1) ?? .primary }
}

extension QueryTerm {
    /// The precedence of the text of this term.
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

    /// Whether this term must be the last one of the equality level.
    ///
    /// Without parentheses, no operator of that level can follow the term. Unless the term is a
    /// test, none can precede it either.
    var endsItsLevel: Bool {
        switch self {
        case .test, .between, .membership: true
        case .operation(let binary, _): !binary.isChainable
        default: false
        }
    }
}
