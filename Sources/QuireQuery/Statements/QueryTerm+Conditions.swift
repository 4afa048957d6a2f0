package import SQLPlusPlus

extension QueryTerm {
    /// The operands of a top-level AND, or the term itself.
    package var conjuncts: [QueryTerm] {
        guard case .operation(.and, let operands) = self else { return [self] }
        return operands.flatMap(\.conjuncts)
    }

    /// Whether the value is a Boolean, for which SQLite returns 0 or 1.
    package var isTruthValue: Bool {
        switch self {
        case .literal(.boolean), .unary(.not, _), .test, .between, .membership,
            .metadata(.deleted, _), .quantified, .exists, .match:
            true
        case .operation(let operation, _): operation.isComparison
        case .collated(let operand, _): operand.isTruthValue
        default: false
        }
    }
}

extension BinaryOperator {
    package var isComparison: Bool {
        switch self {
        case .or, .and, .equal, .notEqual, .is, .isNot, .like, .notLike, .lessThan,
            .lessThanOrEqual, .greaterThan, .greaterThanOrEqual:
            true
        case .add, .subtract, .multiply, .divide, .remainder, .concatenate: false
        }
    }

    /// Whether the operator compares its operands with a collation.
    package var comparesTexts: Bool {
        switch self {
        case .equal, .notEqual, .is, .isNot, .lessThan, .lessThanOrEqual, .greaterThan,
            .greaterThanOrEqual:
            true
        default: false
        }
    }
}
