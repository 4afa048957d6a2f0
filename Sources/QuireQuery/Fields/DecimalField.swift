import Fleece
import Foundation
package import SQLPlusPlus

// A Decimal is stored as a string if no number represents it exactly, and strings are greater than
// all numbers. So a typed query compares, sorts and adds keys that have the order of the numbers,
// see `DecimalKey.swift`. An index on the property does not contain these keys.
//
// Example: `$0.price < 12.5` is `DECIMAL_KEY(price) < 'p502125'`.

extension FieldOperand {
    /// The key that has the order of the values.
    var decimalKey: QueryTerm { .call("DECIMAL_KEY", [term]) }

    /// Returns a condition that compares a `Decimal` field with a number.
    ///
    /// - Throws: ``QuireError`` with code `invalidQuery` if the number is not finite.
    func compareDecimal(
        _ operation: BinaryOperator, _ number: Decimal
    ) throws(QuireError) -> QueryTerm {
        // The key of a value that is no number is null, which is greater than every key.
        try FieldOperand(decimalKey, type: String?.self)
            .compare(operation, Self.decimalKey(of: number))
    }

    /// Returns a condition that compares two `Decimal` fields.
    func compareDecimals(
        _ operation: BinaryOperator, _ other: FieldOperand
    ) throws(QuireError) -> QueryTerm {
        let left = FieldOperand(decimalKey, type: String?.self)
        return try left.compare(operation, FieldOperand(other.decimalKey, type: String?.self))
    }

    /// Returns the key of a number.
    ///
    /// - Throws: ``QuireError`` with code `invalidQuery` if the number is not finite.
    static func decimalKey(of number: Decimal) throws(QuireError) -> String {
        guard let key = DecimalNumber(number.description.utf8).flatMap(DecimalKey.text) else {
            throw QuireError(.invalidQuery, "\(number) cannot be compared: it is no finite number.")
        }
        return key
    }

    /// Returns an exact aggregate of a `Decimal` field in a group.
    package func decimalAggregate(_ function: String) -> QueryTerm {
        let key = QueryTerm.call("DECIMAL_KEY", [isOptional ? term.missingIfNull : term])
        switch function {
        case "MIN", "MAX": return .call("DECIMAL_VALUE", [.call(function, [key])])
        default: return .call("DECIMAL_\(function)", [.call("ARRAY_AGG", [key])])
        }
    }
}
