import Foundation
package import SQLPlusPlus

/// An operand of a condition: a query term and the Swift type of its values.
///
/// Conditions follow the semantics of Swift for the decoded model. `nil` is stored as null or is
/// missing. It equals only `nil`, and is neither less nor greater than any value.
package struct FieldOperand {
    /// The value of the property, or its default value, with the default values inside it.
    package private(set) var term: QueryTerm
    /// The value without the default values inside it.
    let plainTerm: QueryTerm
    /// The value without the default value of the property.
    package let storedTerm: QueryTerm
    /// The default values inside the property, if it has any.
    package let inside: QueryTerm?
    /// The default value of the property, if it has one for every missing value.
    package private(set) var constant: QueryTerm?
    package let isOptional: Bool
    /// Whether the values are of type `Decimal`, see `DecimalField.swift`.
    package let isDecimal: Bool
    /// The conditions that must be true for the value to be defined.
    let requirements: [QueryTerm]
    /// Whether values can be above `Int64.max`.
    package let isUnsigned: Bool
    private let isUnordered: Bool
    /// The strategy for keys inside the value.
    package private(set) var keys = KeyStrategy.asIs

    package init(_ source: FieldSource, type: any Any.Type) {
        var inside: QueryTerm?
        var constant: QueryTerm?
        if case .stored(let fieldPath) = source {
            constant = fieldPath.defaults.constant(of: fieldPath)
            inside = fieldPath.isWholeDocument ? nil : FieldDefaults.inside(type, source.keys)
        }
        self.init(
            source.term, stored: source.storedTerm, inside: inside, type: type,
            requirements: source.requirements)
        self.constant = constant
        keys = source.keys
    }

    package init(
        _ term: QueryTerm, stored: QueryTerm? = nil, inside: QueryTerm? = nil, type: any Any.Type,
        requirements: [QueryTerm] = []
    ) {
        self.term = term.completed(by: inside)
        plainTerm = term
        storedTerm = stored ?? term
        self.inside = inside
        self.requirements = requirements
        isOptional = type is any NilTestable.Type
        isDecimal = type == Decimal.self || type == Decimal?.self
        isUnsigned = Self.isUnsigned(type)
        isUnordered = type is any UnorderedCollection.Type
    }

    /// Returns an operand with another term and without a default value.
    func replacingTerm(by term: QueryTerm) -> FieldOperand {
        var operand = self
        operand.term = term
        operand.constant = nil
        return operand
    }

    /// The value, in the same form for all equal values of Swift.
    ///
    /// In the database, null and missing are different, and so are a stored integer above `Int64.max`
    /// and a default value with the same bits.
    package var distinctTerm: QueryTerm {
        if isUnsigned, term != storedTerm {
            return .call("UNSIGNED_ADD", [term, .literal(.integer(0))])
        }
        return isOptional ? term.missingIfNull : term
    }

    /// A condition that is true if the field has a value other than null.
    package var isValued: QueryTerm { .test(.isValued, term) }

    // MARK: Comparisons with values

    /// Returns a condition that compares the field with a value.
    ///
    /// - Throws: ``QuireError`` with code `invalidQuery` if the value cannot be compared.
    package func compare(
        _ operation: BinaryOperator, _ value: some Encodable
    ) throws(QuireError) -> QueryTerm {
        if isDecimal, let number = value as? Decimal {
            return try compareDecimal(operation, number)
        }
        switch operation {
        case .equal: return try isEqual(to: StoredOperand(value, keys: keys), value)
        case .notEqual:
            let operand = try StoredOperand(value, keys: keys)
            if case .literal(let literal) = operand, literal != .null {
                return .operation(.isNot, [term, .literal(literal)])
            }
            return try isEqual(to: operand, value).negated
        default: return try order(operation, Literal(stored: value))
        }
    }

    /// Returns an equality condition that uses `IS`.
    ///
    /// `IS` is also defined for missing values, so its negation has the semantics of Swift.
    package func isEqual(
        to operand: StoredOperand, _ value: some Encodable
    ) throws(QuireError) -> QueryTerm {
        switch operand {
        case .literal(.null): return .test(.isNotValued, term)
        case .literal(let literal): return .operation(.is, [term, .literal(literal)])
        case .data(let text): return .operation(.is, [dataText, .literal(.string(text))])
        case .dictionary(let dictionary):
            guard term != .star else {
                throw QuireError(
                    .invalidQuery,
                    """
                    A document cannot be compared with a value of type \(type(of: value)). Compare \
                    its ID or its properties.
                    """)
            }
            return .operation(.is, [term, dictionary])
        case .array(let items):
            guard !isUnordered else {
                throw QuireError(
                    .invalidQuery,
                    """
                    \(term) cannot be compared with a value of type \(type(of: value)): its items \
                    are stored in undefined order.
                    """)
            }
            var conditions: [QueryTerm] = [
                .operation(.is, [.call("ISARRAY", [term]), .literal(.boolean(true))]),
                .operation(
                    .is,
                    [.call("ARRAY_LENGTH", [term]), .literal(.integer(Int64(items.count)))]),
            ]
            for (index, item) in items.enumerated() {
                let operand = FieldOperand(term.item(at: index), type: Never.self)
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
                .invalidQuery, "\(term) cannot be ordered against nil. Compare it with == or !=.")
        }
        if isUnsigned, case .integer(let bits) = literal {
            return unsignedOrder(operation, bits: bits)
        }
        let limit = QueryTerm.literal(literal)
        let comparison = QueryTerm.operation(operation, [term, limit])
        // In a query, null is greater than every number and string.
        guard isOptional, operation.isGreater else { return comparison }
        return .operation(.and, [comparison, isBelowNull])
    }

    /// The text of data, with which data can be compared.
    private var dataText: QueryTerm { .call("DATA_TO_BASE64", [term]) }

    private var isBelowNull: QueryTerm { .operation(.lessThan, [term, .literal(.null)]) }

    // MARK: Comparisons with other fields

    /// Returns a condition that compares the field with another field.
    package func compare(
        _ operation: BinaryOperator, _ other: FieldOperand
    ) throws(QuireError) -> QueryTerm {
        guard !isUnordered else {
            throw QuireError(
                .invalidQuery,
                "\(term) cannot be compared: its items are stored in undefined order.")
        }
        if isDecimal, other.isDecimal {
            return try compareDecimals(operation, other)
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
            if isUnsigned, other.isUnsigned { return unsignedOrder(operation, other) }
            let comparison = QueryTerm.operation(operation, [term, other.term])
            guard isOptional || other.isOptional else { return comparison }
            return .operation(.and, [comparison, isValued, other.isValued])
        }
    }

    // MARK: Ranges and lists

    /// Returns a condition that is true if the field is within a range.
    func isIn(_ bounds: RangeBounds) throws(QuireError) -> QueryTerm {
        if bounds.isUpperIncluded, !isDecimal, !isUnsigned, let lower = bounds.lower,
            let upper = bounds.upper
        {
            let least = try Literal(stored: lower)
            let greatest = try Literal(stored: upper)
            if least != .null, greatest != .null {
                return .between(
                    term, lower: .literal(least), upper: .literal(greatest), isNegated: false)
            }
        }
        var conditions: [QueryTerm] = []
        if let lower = bounds.lower { conditions.append(try compare(.greaterThanOrEqual, lower)) }
        if let upper = bounds.upper {
            conditions.append(
                try compare(bounds.isUpperIncluded ? .lessThanOrEqual : .lessThan, upper))
        }
        if conditions.isEmpty { return isValued }
        return conditions.count == 1 ? conditions[0] : .operation(.and, conditions)
    }

    /// Returns a condition that is true if the field equals one of the given values.
    package func isOne(of values: [any Encodable]) throws(QuireError) -> QueryTerm {
        var items: [QueryTerm] = []
        var conditions: [QueryTerm] = []
        var compared = isDecimal ? decimalKey : term
        for value in values {
            if isDecimal, let number = value as? Decimal {
                items.append(.literal(.string(try Self.decimalKey(of: number))))
                continue
            }
            let operand = try StoredOperand(value, keys: keys)
            switch operand {
            case .literal(.null), .array: conditions.append(try isEqual(to: operand, value))
            case .literal(let literal): items.append(.literal(literal))
            case .dictionary(let dictionary): items.append(dictionary)
            case .data(let text):
                compared = dataText
                items.append(.literal(.string(text)))
            }
        }
        if !items.isEmpty {
            conditions.insert(.membership(compared, in: .array(items), isNegated: false), at: 0)
        }
        guard let first = conditions.first else { return .literal(.boolean(false)) }
        return conditions.count == 1 ? first : .operation(.or, conditions)
    }
}

extension QueryTerm {
    /// Returns this value with default values inside it.
    package func completed(by inside: QueryTerm?) -> QueryTerm {
        inside.map { .call("WITH_DEFAULTS", [self, $0]) } ?? self
    }

    /// The value of this term, or missing instead of null.
    ///
    /// `MISSINGIF` cannot replace it: with null as an argument, its result is null.
    package var missingIfNull: QueryTerm {
        .conditional(
            CaseTerm(
                [CaseTerm.Branch(when: .test(.isValued, self), then: self)], otherwise: .missing))
    }

    /// Returns an item of the array that this term is.
    package func item(at index: Int) -> QueryTerm {
        guard case .property(let path, let name) = self else {
            return .member(PropertyPath([.index(index)]), of: self)
        }
        return .property(path.appending(index: index), of: name)
    }

    /// The negation of this condition, which is true if the condition is false or undefined.
    package var negated: QueryTerm {
        // A Boolean property is a condition as `property IS TRUE`.
        if case .operation(.is, let operands) = self, case .property = operands[0],
            operands[1...] == [.literal(.boolean(true))]
        {
            return .operation(.isNot, operands)
        }
        return .operation(.isNot, [self, .literal(.boolean(true))])
    }
}

extension BinaryOperator {
    package var isGreater: Bool { self == .greaterThan || self == .greaterThanOrEqual }
}

/// A protocol that identifies optional types.
package protocol NilTestable {
    /// Whether the value is `nil`.
    var isNil: Bool { get }
}

extension Optional: NilTestable {
    package var isNil: Bool { if case .none = self { true } else { false } }
}
