import Fleece
import SQLPlusPlus

/// Makes of a query's condition what the documents of one of its sources decide.
struct DocumentConditionCompiler {
    /// Which terms are about the documents in question.
    struct Scope: Sendable {
        /// The name of the source.
        let source: String
        /// Whether terms that name no source are about it.
        let isUnnamed: Bool
        /// What the statement's column aliases stand for.
        let aliases: [String: QueryTerm]

        fileprivate func contains(_ name: String?) -> Bool {
            name.map { $0 == source } ?? isUnnamed
        }
    }

    let scope: Scope
    let parameters: ParameterValues
    var places: SamplePlaces

    // MARK: Conditions

    /// A term as a condition.
    mutating func condition(_ term: QueryTerm) -> DocumentCondition {
        switch term {
        case .unary(.not, let operand): return .not(condition(operand))
        case .operation(.and, let operands): return .all(operands.map { condition($0) })
        case .operation(.or, let operands): return .any(operands.map { condition($0) })
        case .operation(let operation, let operands) where operands.count == 2:
            return comparison(operation, operand(operands[0]), operand(operands[1]))
        case .test(let test, let value): return .test(test, operand(value))
        case .between(let value, let lower, let upper, let isNegated):
            let (value, lower, upper) = (operand(value), operand(lower), operand(upper))
            guard value.fits(lower), value.fits(upper) else { return .constant(.unknown) }
            let between = DocumentCondition.between(value, lower: lower, upper: upper)
            return isNegated ? .not(between) : between
        case .membership(let value, .array(let items), let isNegated) where !items.isEmpty:
            let (value, items) = (operand(value), items.map { operand($0) })
            guard items.allSatisfy(value.fits) else { return .constant(.unknown) }
            let membership = DocumentCondition.oneOf(value, items)
            return isNegated ? .not(membership) : membership
        case .column(let name, let path):
            return column(name, path).map { condition($0) } ?? .constant(.unknown)
        case .missing, .literal, .parameter, .property: return .holds(operand(term))
        default: return .constant(.unknown)
        }
    }

    private func comparison(
        _ operation: BinaryOperator, _ left: DocumentCondition.Operand,
        _ right: DocumentCondition.Operand
    ) -> DocumentCondition {
        // The column of the ID turns what it is compared with into text.
        guard left.fits(right) else { return .constant(.unknown) }
        return switch operation {
        case .equal: .compare(.equal, left, right)
        case .notEqual: .compare(.notEqual, left, right)
        case .is: .same(left, right)
        case .isNot: .not(.same(left, right))
        case .lessThan: .compare(.lessThan, left, right)
        case .lessThanOrEqual: .compare(.lessThanOrEqual, left, right)
        case .greaterThan: .compare(.greaterThan, left, right)
        case .greaterThanOrEqual: .compare(.greaterThanOrEqual, left, right)
        default: .constant(.unknown)
        }
    }

    // MARK: Values

    private mutating func operand(_ term: QueryTerm) -> DocumentCondition.Operand {
        switch term {
        case .missing: .missing
        case .literal(let literal): .init(literal)
        case .parameter(let name): .init(parameters[name])
        case .property(let path, let name):
            scope.contains(name) && !path.isEmpty ? .place(places.number(of: path)) : .unknown
        case .metadata(.id, let name):
            scope.contains(name) ? .place(SamplePlaces.documentID) : .unknown
        case .unary(.negate, .literal(let literal)): .init(negated: literal)
        case .column(let name, let path): column(name, path).map { operand($0) } ?? .unknown
        default: .unknown
        }
    }

    /// What a column's alias stands for; in a column itself no alias means another column.
    private func column(_ name: String, _ path: PropertyPath) -> QueryTerm? {
        guard let term = scope.aliases[name] else { return nil }
        if path.isEmpty { return term }
        guard case .property(let base, let source) = term else { return nil }
        return .property(PropertyPath(base.components + path.components), of: source)
    }
}

extension DocumentCondition.Operand {
    fileprivate init(_ literal: Literal) {
        switch literal {
        case .null: self = .null
        case .boolean(let value): self = .integer(value ? 1 : 0)
        case .integer(let value): self = .integer(value)
        case .double(let value): self = value.isNaN ? .missing : .double(value)
        case .string(let value): self = .text(ConstantText(value))
        }
    }

    fileprivate init(negated literal: Literal) {
        switch literal {
        case .integer(let value) where value != .min: self = .integer(-value)
        case .double(let value) where !value.isNaN: self = .double(-value)
        default: self = .unknown
        }
    }

    fileprivate init(_ parameter: FleeceValue?) {
        switch parameter?.kind {
        case .null: self = .null
        case .boolean: self = .integer(parameter?.boolean == true ? 1 : 0)
        case .integer: self = (parameter?.int64).map { .integer($0) } ?? .unknown
        case .float, .double: self = .init(.double(parameter?.double ?? .nan))
        case .string: self = (parameter?.string).map { .text(ConstantText($0)) } ?? .unknown
        case .undefined, .data, .array, .dictionary, nil: self = .unknown
        }
    }

    private var isDocumentID: Bool {
        if case .place(SamplePlaces.documentID) = self { true } else { false }
    }

    private var isText: Bool {
        if case .text = self { true } else { false }
    }

    /// Whether SQLite compares the two as they are.
    fileprivate func fits(_ other: Self) -> Bool {
        !isDocumentID && !other.isDocumentID || isDocumentID && other.isText
            || other.isDocumentID && isText
    }

    /// The value, unless it is that of a document.
    var constant: ScalarValue? {
        switch self {
        case .unknown, .place: nil
        case .missing: .missing
        case .null: .null
        case .integer(let value): .integer(value)
        case .double(let value): .double(value)
        case .text(let text): .text(text.bytes)
        }
    }
}
