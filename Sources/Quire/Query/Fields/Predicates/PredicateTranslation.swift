public import Foundation
import SQLPlusPlus

/// Makes a term of one of Foundation's predicates, expression by expression.
struct PredicateTranslation {
    /// What the variables stand for: the model, items of arrays, unwrapped optionals.
    private var variables: [PredicateExpressions.VariableID: PredicateOperand] = [:]

    init(model: PredicateExpressions.VariableID, _ type: any Any.Type) {
        variables[model] = .field(.place(.model), type: type)
    }

    /// The translation inside of a closure.
    func naming(
        _ variable: PredicateExpressions.VariableID, _ operand: PredicateOperand
    ) -> PredicateTranslation {
        var inner = self
        inner.variables[variable] = operand
        return inner
    }

    func variable(
        _ key: PredicateExpressions.VariableID
    ) throws(QuireError) -> PredicateOperand {
        guard let operand = variables[key] else {
            throw Self.refusal("a variable of another predicate")
        }
        return operand
    }

    /// Translates an expression.
    ///
    /// - Throws: ``QuireError`` with code `invalidQuery` that names what cannot be said in a query.
    func operand(_ expression: any PredicateExpression) throws(QuireError) -> PredicateOperand {
        guard let expression = expression as? any TranslatableExpression else {
            let name = "\(type(of: expression))".prefix { $0 != "<" }
            throw Self.refusal("\(name)")
        }
        return try expression.translated(by: self)
    }

    /// Translates an expression that is a condition.
    func condition(_ expression: any PredicateExpression) throws(QuireError) -> QueryTerm {
        try operand(expression).condition()
    }

    /// Translates an expression that is a property, or is computed of one.
    func field(_ expression: any PredicateExpression) throws(QuireError) -> FieldOperand {
        try operand(expression).field()
    }

    /// Translates an expression that is a text from outside.
    func text(_ expression: any PredicateExpression) throws(QuireError) -> String {
        guard case .value(let value) = try operand(expression), let text = value as? String else {
            throw Self.refusal("a search for what is no text")
        }
        return text
    }

    static func refusal(_ what: String) -> QuireError {
        QuireError(.invalidQuery, "The predicate cannot be a query: \(what) cannot be said in one.")
    }
}

/// An expression of a predicate that has a term.
protocol TranslatableExpression {
    func translated(by translation: PredicateTranslation) throws(QuireError) -> PredicateOperand
}

/// What an expression of a predicate is to a query.
enum PredicateOperand {
    case field(FieldSource, type: any Any.Type)
    case value(Any)
    case null
    /// A condition. With a presence it is optional: `nil` where that does not hold.
    case condition(QueryTerm, presence: QueryTerm?)
    case range(PredicateRange)

    func field() throws(QuireError) -> FieldOperand {
        guard case .field(let source, let type) = self else {
            throw PredicateTranslation.refusal("a comparison of what is no property")
        }
        return FieldOperand(source.term, type: type)
    }

    func place() throws(QuireError) -> FieldPlace {
        guard case .field(let source, _) = self else {
            throw PredicateTranslation.refusal("a property of what is not stored")
        }
        return try source.place()
    }

    func condition() throws(QuireError) -> QueryTerm {
        switch self {
        case .field(let source, let type) where type == Bool.self || type == Bool?.self:
            return try FieldOperand(source.term, type: type).compare(.equal, true)
        case .value(let value as Bool): return .literal(.boolean(value))
        case .condition(let term, nil): return term
        case .condition(let term, let presence?): return .operation(.and, [presence, term])
        default: throw PredicateTranslation.refusal("a condition that is none")
        }
    }

    /// The value as a query compares it.
    func encodable() throws(QuireError) -> any Encodable {
        switch self {
        case .null: return String?.none
        case .value(let value as any Encodable): return value
        case .value(let value as Character): return String(value)
        default: throw PredicateTranslation.refusal("a value that is not Encodable")
        }
    }

    /// Whether this is a value from outside.
    var isConstant: Bool {
        switch self {
        case .value, .null: true
        default: false
        }
    }
}

/// A range from outside, in which values lie.
struct PredicateRange {
    let lower: any Encodable
    let upper: any Encodable
    let isUpperIncluded: Bool
}

extension PredicateOperand {
    /// Compares two operands.
    static func compare(
        _ operation: BinaryOperator, _ left: PredicateOperand, _ right: PredicateOperand
    ) throws(QuireError) -> QueryTerm {
        switch (left, right) {
        case (.field, .field): return try left.field().compare(operation, right.field())
        case (.field, _) where right.isConstant:
            return try left.field().compare(operation, right.encodable())
        case (_, .field) where left.isConstant:
            return try right.field().compare(operation.mirrored, left.encodable())
        case (.condition, _) where right.isConstant:
            return try left.compare(operation, truth: right)
        case (_, .condition) where left.isConstant:
            return try right.compare(operation, truth: left)
        default: throw PredicateTranslation.refusal("this comparison")
        }
    }

    /// Compares a condition with a truth value.
    private func compare(
        _ operation: BinaryOperator, truth: PredicateOperand
    ) throws(QuireError) -> QueryTerm {
        guard case .condition(let term, let presence) = self,
            operation == .equal || operation == .notEqual
        else { throw PredicateTranslation.refusal("an order of conditions") }
        let isPresent = presence ?? .literal(.boolean(true))
        let isEqual: QueryTerm
        switch truth {
        case .null: isEqual = isPresent.negated
        case .value(let value as Bool):
            isEqual = .operation(.and, [isPresent, value ? term : term.negated])
        default: throw PredicateTranslation.refusal("this comparison of a condition")
        }
        return operation == .equal ? isEqual : isEqual.negated
    }
}

extension BinaryOperator {
    /// The operator with its sides changed.
    fileprivate var mirrored: BinaryOperator {
        switch self {
        case .lessThan: .greaterThan
        case .lessThanOrEqual: .greaterThanOrEqual
        case .greaterThan: .lessThan
        case .greaterThanOrEqual: .lessThanOrEqual
        default: self
        }
    }
}

extension QueryCondition {
    /// Makes a condition of one of Foundation's predicates.
    ///
    /// Properties, comparisons, `&&`, `||`, `!`, optional chaining, `??`, ranges, `contains`,
    /// `allSatisfy`, `starts(with:)`, subscripts, `count`, `isEmpty`, sums and products have their
    /// counterparts in queries. What has none, such as a regular expression, is remembered as an
    /// error that names it, and thrown when the query runs.
    ///
    /// - Parameter predicate: The predicate.
    public init(_ predicate: Predicate<Root>) {
        self.init(
            Result { () throws(QuireError) in
                try PredicateTranslation(model: predicate.variable.key, Root.self)
                    .condition(predicate.expression)
            })
    }
}
