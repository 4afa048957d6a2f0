import Foundation
import SQLPlusPlus

/// A side of a condition: a term, and the Swift type of its values.
///
/// What holds of a stored document is what Swift says of the loaded model: `nil`, which is stored as
/// null or not at all, equals `nil` alone and comes neither before nor after anything.
struct FieldOperand {
    let term: QueryTerm
    let isOptional: Bool
    /// Whether some values may be stored as text, because no number is faithful to them.
    let isDecimal: Bool
    private let isUnordered: Bool

    init(_ term: QueryTerm, type: any Any.Type) {
        self.term = term
        isOptional = type is any NilTestable.Type
        isDecimal = type == Decimal.self || type == Decimal?.self
        isUnordered = type is any UnorderedCollection.Type
    }

    /// Whether there is a value.
    var isValued: QueryTerm { .test(.isValued, term) }

    // MARK: Comparing with a value

    /// Compares the field with a value.
    ///
    /// - Throws: ``QuireError`` with code `invalidQuery` if the value has no form to compare.
    func compare(
        _ operation: BinaryOperator, _ value: some Encodable
    ) throws(QuireError) -> QueryTerm {
        switch operation {
        case .equal: return try isEqual(to: StoredOperand(value), value)
        case .notEqual:
            let operand = try StoredOperand(value)
            if case .literal(let literal) = operand, literal != .null {
                return .operation(.isNot, [term, .literal(literal)])
            }
            return try isEqual(to: operand, value).negated
        default: return try order(operation, Literal(stored: value))
        }
    }

    /// Equality is `IS`, to which missing is a value, so that its opposite is that of Swift.
    private func isEqual(
        to operand: StoredOperand, _ value: some Encodable
    ) throws(QuireError) -> QueryTerm {
        switch operand {
        case .literal(.null): return .test(.isNotValued, term)
        case .literal(let literal): return .operation(.is, [term, .literal(literal)])
        case .array(let items):
            guard !isUnordered else {
                throw QuireError(
                    .invalidQuery,
                    """
                    \(term) cannot be compared with a value of type \(type(of: value)): its items \
                    are stored in no order.
                    """)
            }
            guard case .property(let path, let name) = term else {
                throw QuireError(
                    .invalidQuery, "\(term) cannot be compared with an array: it is no property.")
            }
            var conditions: [QueryTerm] = [
                .operation(.is, [.call("ISARRAY", [term]), .literal(.boolean(true))]),
                .operation(
                    .is,
                    [.call("ARRAY_LENGTH", [term]), .literal(.integer(Int64(items.count)))]),
            ]
            for (index, item) in items.enumerated() {
                let place = QueryTerm.property(path.appending(index: index), of: name)
                let operand = FieldOperand(place, type: Never.self)
                conditions.append(try operand.isEqual(to: item, value))
            }
            return .operation(.and, conditions)
        }
    }

    private func order(
        _ operation: BinaryOperator, _ literal: Literal
    ) throws(QuireError) -> QueryTerm {
        guard literal != .null else {
            throw QuireError(
                .invalidQuery, "\(term) is compared with nil, which has no order.")
        }
        let limit = QueryTerm.literal(literal)
        let comparison = QueryTerm.operation(operation, [term, limit])
        guard !isDecimal else { return try decimalOrder(operation, comparison, literal) }
        // To the database null is greater than every number and text.
        guard isOptional, operation.isGreater else { return comparison }
        return .operation(.and, [comparison, isBelowNull])
    }

    /// A decimal that no number is faithful to is stored as text, and texts are greater than numbers.
    private func decimalOrder(
        _ operation: BinaryOperator, _ comparison: QueryTerm, _ literal: Literal
    ) throws(QuireError) -> QueryTerm {
        if case .string(let text) = literal {
            throw QuireError(
                .invalidQuery,
                "\(term) cannot be put in order with \(text), which no number is faithful to.")
        }
        let number = QueryTerm.operation(
            operation, [.call("TONUMBER", [term]), .literal(literal)])
        let isText = QueryTerm.call("ISSTRING", [term])
        guard operation.isGreater else {
            return .operation(.or, [comparison, .operation(.and, [isText, number])])
        }
        return .operation(
            .and,
            [
                comparison, isBelowNull,
                .operation(.or, [.call("ISNUMBER", [term]), .operation(.and, [isText, number])]),
            ])
    }

    private var isBelowNull: QueryTerm { .operation(.lessThan, [term, .literal(.null)]) }

    // MARK: Comparing with another field

    /// Compares the field with another one.
    func compare(
        _ operation: BinaryOperator, _ other: FieldOperand
    ) throws(QuireError) -> QueryTerm {
        guard !isUnordered else {
            throw QuireError(
                .invalidQuery, "\(term) cannot be compared: its items are stored in no order.")
        }
        switch operation {
        case .equal:
            let same = QueryTerm.operation(.is, [term, other.term])
            guard isOptional || other.isOptional else { return same }
            return .operation(
                .or,
                [
                    same,
                    .operation(
                        .and, [.test(.isNotValued, term), .test(.isNotValued, other.term)]),
                ])
        case .notEqual: return try compare(.equal, other).negated
        default:
            guard !isDecimal, !other.isDecimal else {
                throw QuireError(
                    .invalidQuery, "\(term) and \(other.term) have no order in a query.")
            }
            let comparison = QueryTerm.operation(operation, [term, other.term])
            guard isOptional || other.isOptional else { return comparison }
            return .operation(.and, [comparison, isValued, other.isValued])
        }
    }

    // MARK: Ranges and lists

    /// Whether the field is between two values, the first one included, the second one by choice.
    func isBetween(
        _ lower: some Encodable, _ upper: some Encodable, isUpperIncluded: Bool = true
    ) throws(QuireError) -> QueryTerm {
        let least = try Literal(stored: lower)
        let greatest = try Literal(stored: upper)
        guard isUpperIncluded, !isDecimal, least != .null, greatest != .null else {
            return .operation(
                .and,
                [
                    try compare(.greaterThanOrEqual, lower),
                    try compare(isUpperIncluded ? .lessThanOrEqual : .lessThan, upper),
                ])
        }
        return .between(
            term, lower: .literal(least), upper: .literal(greatest), isNegated: false)
    }

    /// Whether the field equals one of some values.
    func isOne(of values: [any Encodable]) throws(QuireError) -> QueryTerm {
        var literals: [QueryTerm] = []
        var hasNil = false
        for value in values {
            let literal = try Literal(stored: value)
            if literal == .null { hasNil = true } else { literals.append(.literal(literal)) }
        }
        let isNil = QueryTerm.test(.isNotValued, term)
        guard !literals.isEmpty else { return hasNil ? isNil : .literal(.boolean(false)) }
        let isListed = QueryTerm.membership(term, in: .array(literals), isNegated: false)
        return hasNil ? .operation(.or, [isListed, isNil]) : isListed
    }
}

extension QueryTerm {
    /// The condition that this one does not hold: that it is false or cannot be told.
    var negated: QueryTerm { .operation(.isNot, [self, .literal(.boolean(true))]) }
}

extension BinaryOperator {
    fileprivate var isGreater: Bool { self == .greaterThan || self == .greaterThanOrEqual }
}

/// Tells optional types from others.
protocol NilTestable {
    /// Whether there is no value.
    var isNil: Bool { get }
}

extension Optional: NilTestable {
    var isNil: Bool { if case .none = self { true } else { false } }
}

/// Types whose equal values may be stored as different arrays.
private protocol UnorderedCollection {}

extension Set: UnorderedCollection {}
extension Dictionary: UnorderedCollection {}
extension Array: UnorderedCollection where Element: UnorderedCollection {}
extension Optional: UnorderedCollection where Wrapped: UnorderedCollection {}
