import Foundation
import SQLPlusPlus

extension PredicateExpressions.SequenceContains: TranslatableExpression {
    func translated(by translation: PredicateTranslation) throws(QuireError) -> PredicateOperand {
        let container = try translation.operand(sequence)
        let item = try translation.operand(element)
        switch container {
        case .value(let values as any Sequence):
            var list: [any Encodable] = []
            for value in values {
                guard let value = value as? any Encodable else {
                    throw PredicateTranslation.refusal("a list of values that are not Encodable")
                }
                list.append(value)
            }
            return try item.condition { operand throws(QuireError) in
                try operand.isOne(of: list)
            }
        case .field where LHS.Output.self is any QueryArray.Type:
            guard item.isConstant else {
                let terms = (try item.field().term, try container.field().term)
                return .condition(
                    .membership(terms.0, in: terms.1, isNegated: false), presence: nil)
            }
            let constant = try item.encodable()
            return try container.condition { operand throws(QuireError) in
                try operand.contains(item: constant)
            }
        case .field where LHS.Output.self is any QueryText.Type:
            guard let text = try item.encodable() as? String else {
                throw PredicateTranslation.refusal("a search for a value that is not a string")
            }
            return try container.condition { operand throws(QuireError) in
                operand.contains(text: text)
            }
        case .range(let range):
            return try item.condition { operand throws(QuireError) in try operand.isIn(range) }
        default: throw PredicateTranslation.refusal("\(LHS.Output.self) as a container")
        }
    }
}

extension PredicateExpressions.SequenceContainsWhere: TranslatableExpression {
    func translated(by translation: PredicateTranslation) throws(QuireError) -> PredicateOperand {
        try translation.quantified(
            .any, in: sequence, variable: variable, type: Element.self, satisfies: test)
    }
}

extension PredicateExpressions.SequenceAllSatisfy: TranslatableExpression {
    func translated(by translation: PredicateTranslation) throws(QuireError) -> PredicateOperand {
        try translation.quantified(
            .every, in: sequence, variable: variable, type: Element.self, satisfies: test)
    }
}

extension PredicateTranslation {
    fileprivate func quantified<Items: PredicateExpression, Item>(
        _ quantifier: QuantifiedTerm.Quantifier, in items: Items,
        variable: PredicateExpressions.Variable<Item>, type: Item.Type,
        satisfies test: any PredicateExpression
    ) throws(QuireError) -> PredicateOperand {
        guard Items.Output.self is any QueryArray.Type else {
            throw Self.refusal("a condition on the items of \(Items.Output.self)")
        }
        return try operand(items).condition { array throws(QuireError) in
            try array.quantified(quantifier) { name in
                Result { () throws(QuireError) in
                    try naming(
                        variable.key, .field(.stored(.item(name, keys: array.keys)), type: type)
                    )
                    .condition(test)
                }
            }.get()
        }
    }
}

extension PredicateExpressions.CollectionIndexSubscript: TranslatableExpression {
    func translated(by translation: PredicateTranslation) throws(QuireError) -> PredicateOperand {
        guard case .value(let index as Int) = try translation.operand(index),
            Wrapped.Output.self is any QueryArray.Type
        else { throw PredicateTranslation.refusal("a subscript with a variable index") }
        let fieldPath = try translation.operand(wrapped).fieldPath()
        return .field(.stored(try fieldPath.item(at: index)), type: Output.self)
    }
}

extension PredicateExpressions.DictionaryKeySubscript: TranslatableExpression {
    func translated(by translation: PredicateTranslation) throws(QuireError) -> PredicateOperand {
        guard case .value(let key as Key.Output) = try translation.operand(key) else {
            throw PredicateTranslation.refusal("a subscript with a variable key")
        }
        let fieldPath = try translation.operand(wrapped).fieldPath()
        return .field(.stored(try fieldPath.value(forDictionaryKey: key)), type: Output.self)
    }
}

// MARK: Strings

extension PredicateExpressions.SequenceStartsWith: TranslatableExpression {
    func translated(by translation: PredicateTranslation) throws(QuireError) -> PredicateOperand {
        guard Base.Output.self is any QueryText.Type else {
            throw PredicateTranslation.refusal("a prefix of \(Base.Output.self)")
        }
        let text = try translation.text(prefix)
        return try translation.operand(base).condition { operand throws(QuireError) in
            operand.hasPrefix(text)
        }
    }
}

extension PredicateExpressions.CollectionContainsCollection: TranslatableExpression {
    func translated(by translation: PredicateTranslation) throws(QuireError) -> PredicateOperand {
        guard Base.Output.self is any QueryText.Type else {
            throw PredicateTranslation.refusal("\(Base.Output.self) in \(Base.Output.self)")
        }
        let text = try translation.text(other)
        return try translation.operand(base).condition { operand throws(QuireError) in
            operand.contains(text: text)
        }
    }
}

// MARK: Numbers

extension PredicateExpressions.Arithmetic: TranslatableExpression {
    func translated(by translation: PredicateTranslation) throws(QuireError) -> PredicateOperand {
        let operation: ArithmeticOperation
        switch op {
        case .add: operation = .add
        case .subtract: operation = .subtract
        case .multiply: operation = .multiply
        @unknown default: throw PredicateTranslation.refusal("the arithmetic operator")
        }
        let source = try operation.source(
            try translation.number(lhs), try translation.number(rhs), constantType: Output.self)
        return .field(source, type: Output.self)
    }
}

extension PredicateExpressions.UnaryMinus: TranslatableExpression {
    func translated(by translation: PredicateTranslation) throws(QuireError) -> PredicateOperand {
        .field(.computed(try translation.number(wrapped).negated()), type: Output.self)
    }
}

extension PredicateTranslation {
    fileprivate func number(
        _ expression: any PredicateExpression
    ) throws(QuireError) -> FieldOperand {
        let operand = try operand(expression)
        if operand.isConstant { return try FieldOperand(arithmetic: try operand.encodable()) }
        let field = try operand.field()
        guard !field.isDecimal else { throw Self.refusal("Decimal arithmetic") }
        return field
    }
}
