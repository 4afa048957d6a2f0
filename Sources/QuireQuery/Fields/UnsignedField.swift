package import SQLPlusPlus

// Couchbase's query language reads an integer above Int64.max as the negative integer with the same
// bits: UInt64.max is -1. So a typed query of a property of type UInt64 or UInt puts negative values
// after all others.
//
// Example: `$0.size < 5` is `size < 5 AND size >= 0`, and an order by `size` is one by `size < 0`, and
// then by `size`. Arithmetic and sums use functions, see `UnsignedFunctions.swift`.

extension FieldOperand {
    /// Returns whether values of a type can be above `Int64.max`.
    package static func isUnsigned(_ type: any Any.Type) -> Bool {
        type == UInt64.self || type == UInt.self || type == UInt64?.self || type == UInt?.self
    }

    private var isLarge: QueryTerm { .operation(.lessThan, [term, .literal(.integer(0))]) }

    private var isSmall: QueryTerm {
        .operation(.greaterThanOrEqual, [term, .literal(.integer(0))])
    }

    /// Returns an ordering condition for an unsigned field.
    ///
    /// - Parameters:
    ///   - operation: An ordering operation.
    ///   - bits: The literal, which is negative if the number is above `Int64.max`.
    /// - Returns: The condition.
    func unsignedOrder(_ operation: BinaryOperator, bits: Int64) -> QueryTerm {
        let comparison = QueryTerm.operation(operation, [term, .literal(.integer(bits))])
        switch (operation.isGreater, bits < 0) {
        case (false, false): return .operation(.and, [isSmall, comparison])
        case (false, true): return .operation(.or, [isValuedSmall, comparison])
        case (true, false):
            return .operation(.or, [isLarge, .operation(.and, [comparison, isNumber])])
        case (true, true): return .operation(.and, [comparison, isLarge])
        }
    }

    /// In a query, null is greater than every number.
    private var isNumber: QueryTerm { .operation(.lessThan, [term, .literal(.null)]) }

    private var isValuedSmall: QueryTerm { .operation(.and, [isSmall, isNumber]) }

    /// Returns an ordering condition for two unsigned fields.
    func unsignedOrder(_ operation: BinaryOperator, _ other: FieldOperand) -> QueryTerm {
        let (lesser, greater) = operation.isGreater ? (other, self) : (self, other)
        return .operation(
            .or,
            [
                .operation(.and, [lesser.isValuedSmall, greater.isLarge]),
                .operation(
                    .and,
                    [
                        .operation(operation, [term, other.term]),
                        .operation(.is, [lesser.isLarge, greater.isLarge]),
                        lesser.isNumber, greater.isNumber,
                    ]),
            ])
    }

    /// Returns an exact aggregate of an unsigned field.
    package func unsignedAggregate(_ function: String) -> QueryTerm {
        let values = isOptional ? term.missingIfNull : term
        let all = QueryTerm.call(function, [values])
        func only(_ condition: QueryTerm) -> QueryTerm {
            .conditional(
                CaseTerm([CaseTerm.Branch(when: condition, then: values)], otherwise: .missing))
        }
        return switch function {
        case "MIN": .call("IFMISSINGORNULL", [.call("MIN", [only(isValuedSmall)]), all])
        case "MAX": .call("IFMISSINGORNULL", [.call("MAX", [only(isLarge)]), all])
        default: .call("UNSIGNED_\(function)", [.call("ARRAY_AGG", [values])])
        }
    }
}
