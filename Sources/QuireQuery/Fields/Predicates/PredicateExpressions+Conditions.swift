import Foundation
import SQLPlusPlus

extension PredicateExpressions.Conjunction: TranslatableExpression {
    func translated(by translation: PredicateTranslation) throws(QuireError) -> PredicateOperand {
        .condition(
            .operation(.and, [try translation.condition(lhs), try translation.condition(rhs)]),
            presence: nil)
    }
}

extension PredicateExpressions.Disjunction: TranslatableExpression {
    func translated(by translation: PredicateTranslation) throws(QuireError) -> PredicateOperand {
        .condition(
            .operation(.or, [try translation.condition(lhs), try translation.condition(rhs)]),
            presence: nil)
    }
}

extension PredicateExpressions.Negation: TranslatableExpression {
    func translated(by translation: PredicateTranslation) throws(QuireError) -> PredicateOperand {
        .condition(try translation.condition(wrapped).negated, presence: nil)
    }
}

extension PredicateExpressions.Equal: TranslatableExpression {
    func translated(by translation: PredicateTranslation) throws(QuireError) -> PredicateOperand {
        try translation.comparison(.equal, of: lhs, and: rhs)
    }
}

extension PredicateExpressions.NotEqual: TranslatableExpression {
    func translated(by translation: PredicateTranslation) throws(QuireError) -> PredicateOperand {
        try translation.comparison(.notEqual, of: lhs, and: rhs)
    }
}

extension PredicateExpressions.Comparison: TranslatableExpression {
    func translated(by translation: PredicateTranslation) throws(QuireError) -> PredicateOperand {
        switch op {
        case .lessThan: try translation.comparison(.lessThan, of: lhs, and: rhs)
        case .lessThanOrEqual: try translation.comparison(.lessThanOrEqual, of: lhs, and: rhs)
        case .greaterThan: try translation.comparison(.greaterThan, of: lhs, and: rhs)
        case .greaterThanOrEqual: try translation.comparison(.greaterThanOrEqual, of: lhs, and: rhs)
        @unknown default: throw PredicateTranslation.refusal("the comparison operator")
        }
    }
}

extension PredicateTranslation {
    fileprivate func comparison(
        _ operation: BinaryOperator, of left: any PredicateExpression,
        and right: any PredicateExpression
    ) throws(QuireError) -> PredicateOperand {
        .condition(
            try PredicateOperand.comparison(
                operation, of: try operand(left), and: try operand(right)),
            presence: nil)
    }
}

// MARK: Values

extension PredicateExpressions.Variable: TranslatableExpression {
    func translated(by translation: PredicateTranslation) throws(QuireError) -> PredicateOperand {
        try translation.variable(key)
    }
}

extension PredicateExpressions.Value: TranslatableExpression {
    func translated(by translation: PredicateTranslation) throws(QuireError) -> PredicateOperand {
        if let range = (value as? any BoundedRange)?.bounds { return .range(range) }
        if (value as? any NilTestable)?.isNil == true { return .null }
        return .value(value)
    }
}

extension PredicateExpressions.NilLiteral: TranslatableExpression {
    func translated(by translation: PredicateTranslation) throws(QuireError) -> PredicateOperand {
        .null
    }
}

extension PredicateExpressions.KeyPath: TranslatableExpression {
    func translated(by translation: PredicateTranslation) throws(QuireError) -> PredicateOperand {
        let base = try translation.operand(root)
        switch kind {
        case .collectionCount where Root.Output.self is any QueryArray.Type:
            let count = try base.field().itemCount
            return .field(.computed(count), type: Output.self)
        case .collectionIsEmpty where Root.Output.self is any QueryArray.Type:
            let count = FieldOperand(try base.field().itemCount, type: Int.self)
            return .condition(try count.compare(.equal, 0), presence: nil)
        case .collectionFirst where Root.Output.self is any QueryArray.Type:
            return .field(.stored(try base.fieldPath().item(at: 0)), type: Output.self)
        case .bidirectionalCollectionLast where Root.Output.self is any QueryArray.Type:
            return .field(.stored(try base.fieldPath().item(at: -1)), type: Output.self)
        default:
            return .field(.stored(try base.fieldPath().property(keyPath)), type: Output.self)
        }
    }
}

// MARK: Optional values

extension PredicateExpressions.OptionalFlatMap: TranslatableExpression {
    func translated(by translation: PredicateTranslation) throws(QuireError) -> PredicateOperand {
        let optional = try translation.operand(self.wrapped)
        guard case .field(let source, _) = optional else {
            throw PredicateTranslation.refusal("an optional value that is not a property")
        }
        let isThere = try optional.field().isValued
        let inner = translation.naming(variable.key, .field(source, type: Wrapped.self))
        switch try inner.operand(transform) {
        case .condition(let term, nil): return .condition(term, presence: isThere)
        case .condition(let term, let presence?):
            return .condition(term, presence: .operation(.and, [isThere, presence]))
        case .field(let source, _): return .field(source, type: Result?.self)
        default: throw PredicateTranslation.refusal("the transformation of an optional value")
        }
    }
}

extension PredicateExpressions.ForcedUnwrap: TranslatableExpression {
    func translated(by translation: PredicateTranslation) throws(QuireError) -> PredicateOperand {
        // If the value is `nil`, Swift stops the program; in a query, the condition is not met.
        try translation.operand(inner)
    }
}

extension PredicateExpressions.NilCoalesce: TranslatableExpression {
    func translated(by translation: PredicateTranslation) throws(QuireError) -> PredicateOperand {
        let fallback = try translation.operand(rhs)
        switch try translation.operand(lhs) {
        case .condition(let term, let presence?):
            guard case .value(let value as Bool) = fallback else {
                throw PredicateTranslation.refusal("an alternative that is not a constant Boolean")
            }
            guard value else {
                return .condition(.operation(.and, [presence, term]), presence: nil)
            }
            return .condition(.operation(.or, [presence.negated, term]), presence: nil)
        case let optional:
            let field = try optional.field()
            let other: QueryTerm =
                fallback.isConstant
                ? .literal(try Literal(stored: try fallback.encodable()))
                : try fallback.field().term
            return .field(
                .computed(.call("IFMISSINGORNULL", [field.term, other])), type: RHS.Output.self)
        }
    }
}

// MARK: Ranges

extension PredicateExpressions.ClosedRange: TranslatableExpression {
    func translated(by translation: PredicateTranslation) throws(QuireError) -> PredicateOperand {
        .range(
            RangeBounds(
                lower: try translation.operand(lower).encodable(),
                upper: try translation.operand(upper).encodable()))
    }
}

extension PredicateExpressions.Range: TranslatableExpression {
    func translated(by translation: PredicateTranslation) throws(QuireError) -> PredicateOperand {
        .range(
            RangeBounds(
                lower: try translation.operand(lower).encodable(),
                upper: try translation.operand(upper).encodable(), isUpperIncluded: false))
    }
}

extension PredicateExpressions.RangeExpressionContains: TranslatableExpression {
    func translated(by translation: PredicateTranslation) throws(QuireError) -> PredicateOperand {
        guard case .range(let range) = try translation.operand(self.range) else {
            throw PredicateTranslation.refusal("a range with bounds that are not constant")
        }
        let field = try translation.field(element)
        return .condition(
            try field.isIn(range), presence: nil)
    }
}
