public import Foundation
import SQLPlusPlus

/// A translation of a Foundation predicate to a query term.
struct PredicateTranslation {
    /// The operands of the predicate's variables: the model, array items and unwrapped optional
    /// values.
    private var variables: [PredicateExpressions.VariableID: PredicateOperand] = [:]

    init(model: PredicateExpressions.VariableID, _ type: any Any.Type) {
        variables[model] = .field(.stored(.model(type)), type: type)
    }

    /// Returns a translation for the body of a closure, with one more variable.
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
    /// - Throws: ``QuireError`` with code `invalidQuery` and a message that names the unsupported
    ///   expression.
    func operand(_ expression: any PredicateExpression) throws(QuireError) -> PredicateOperand {
        guard let expression = expression as? any TranslatableExpression else {
            let name = "\(type(of: expression))".prefix { $0 != "<" }
            throw Self.refusal("\(name)")
        }
        return try expression.translated(by: self)
    }

    /// Translates an expression to a condition.
    func condition(_ expression: any PredicateExpression) throws(QuireError) -> QueryTerm {
        try operand(expression).condition()
    }

    /// Translates a property, or an expression that is computed from a property.
    func field(_ expression: any PredicateExpression) throws(QuireError) -> FieldOperand {
        try operand(expression).field()
    }

    /// Translates a constant string expression.
    func text(_ expression: any PredicateExpression) throws(QuireError) -> String {
        guard case .value(let value) = try operand(expression), let text = value as? String else {
            throw Self.refusal("a search for a value that is not a string")
        }
        return text
    }

    static func refusal(_ what: String) -> QuireError {
        QuireError(
            .invalidQuery,
            "The predicate cannot be translated to a query: \(what) is not supported.")
    }
}

/// A predicate expression that can be translated to a query.
protocol TranslatableExpression {
    func translated(by translation: PredicateTranslation) throws(QuireError) -> PredicateOperand
}

/// The translation of a predicate expression.
enum PredicateOperand {
    case field(FieldSource, type: any Any.Type)
    case value(Any)
    case null
    /// A condition.
    ///
    /// If `presence` is not `nil`, the condition is optional: its value is `nil` if `presence` is
    /// not true.
    case condition(QueryTerm, presence: QueryTerm?)
    case range(RangeBounds)

    /// Returns a condition on the field that the operand is.
    func condition(
        _ make: (FieldOperand) throws(QuireError) -> QueryTerm
    ) throws(QuireError) -> PredicateOperand {
        let field = try field()
        return .condition(try field.condition(make).requiring(field.requirements), presence: nil)
    }

    func field() throws(QuireError) -> FieldOperand {
        guard case .field(let source, let type) = self else {
            throw PredicateTranslation.refusal("a comparison of a value that is not a property")
        }
        return FieldOperand(source, type: type)
    }

    func fieldPath() throws(QuireError) -> FieldPath {
        guard case .field(let source, _) = self else {
            throw PredicateTranslation.refusal("a property of a value that is not stored")
        }
        return try source.fieldPath()
    }

    func condition() throws(QuireError) -> QueryTerm {
        switch self {
        case .field(let source, let type) where type == Bool.self || type == Bool?.self:
            return try FieldOperand(source, type: type).comparison(.equal, with: true)
        case .value(let value as Bool): return .literal(.boolean(value))
        case .condition(let term, nil): return term
        case .condition(let term, let presence?): return .operation(.and, [presence, term])
        default: throw PredicateTranslation.refusal("a condition that is not a Boolean expression")
        }
    }

    /// Returns the value as an operand of a comparison.
    func encodable() throws(QuireError) -> any Encodable {
        switch self {
        case .null: return String?.none
        case .value(let value as any Encodable): return value
        case .value(let value as Character): return String(value)
        default: throw PredicateTranslation.refusal("a value that is not Encodable")
        }
    }

    /// Whether the operand is a constant.
    var isConstant: Bool {
        switch self {
        case .value, .null: true
        default: false
        }
    }
}

extension PredicateOperand {
    /// Returns a condition that compares two operands.
    static func comparison(
        _ operation: BinaryOperator, of left: PredicateOperand, and right: PredicateOperand
    ) throws(QuireError) -> QueryTerm {
        switch (left, right) {
        case (.field, .field):
            let (left, right) = (try left.field(), try right.field())
            return try left.compare(operation, right)
                .requiring(left.requirements + right.requirements)
        case (.field, _) where right.isConstant:
            let field = try left.field()
            return try field.comparison(operation, with: right.encodable())
                .requiring(field.requirements)
        case (_, .field) where left.isConstant:
            return try comparison(operation.mirrored, of: right, and: left)
        case (.condition, _) where right.isConstant:
            return try left.compare(operation, truth: right)
        case (_, .condition) where left.isConstant:
            return try right.compare(operation, truth: left)
        default: throw PredicateTranslation.refusal("this comparison")
        }
    }

    /// Returns a condition that compares this condition with a Boolean.
    private func compare(
        _ operation: BinaryOperator, truth: PredicateOperand
    ) throws(QuireError) -> QueryTerm {
        guard case .condition(let term, let presence) = self,
            operation == .equal || operation == .notEqual
        else { throw PredicateTranslation.refusal("an ordering of conditions") }
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
    /// The equivalent operator for swapped operands.
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

extension QueryField where Value == Bool {
    /// Creates a condition from a Foundation predicate.
    ///
    /// Queries support properties, comparisons, `&&`, `||`, `!`, optional chaining, `??`, ranges,
    /// `contains`, `allSatisfy`, `starts(with:)`, subscripts, `count`, `isEmpty`, sums and
    /// products. If the predicate contains another expression, such as a regular expression,
    /// running the query throws an error that names it.
    ///
    /// - Parameter predicate: The predicate, usually from the macro `#Predicate`.
    public init(_ predicate: Predicate<Root>) {
        self.init(
            condition: Result { () throws(QuireError) in
                try PredicateTranslation(model: predicate.variable.key, Root.self)
                    .condition(predicate.expression)
            })
    }
}
