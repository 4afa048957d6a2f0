import Fleece
import Foundation

/// The functions for properties of type `Decimal`, which are exact.
///
/// A `Decimal` is stored as a string if no other number represents it exactly, so the operators of
/// the query language order and add some of them in another way than Swift.
enum DecimalFunctions {
    static let functions: [LanguageFunction] = [
        // A text that has the order of the number. The result is null if the value is no number.
        LanguageFunction("quire_decimal_key", arguments: 1) { call throws(FunctionFailure) in
            if let result = call.passedOn() { return result }
            return try call.string(number(call[0]).flatMap(DecimalKey.text))
        },
        // The stored form of a decimal, from a number, a text or a key.
        LanguageFunction("quire_decimal_value", arguments: 1) { call throws(FunctionFailure) in
            if let result = call.passedOn() { return result }
            return try value(number(call[0]), call)
        },
        LanguageFunction("quire_decimal_sum", arguments: 1) { call throws(FunctionFailure) in
            if let result = call.passedOn() { return result }
            return try value(try total(call).sum, call)
        },
        LanguageFunction("quire_decimal_avg", arguments: 1) { call throws(FunctionFailure) in
            if let result = call.passedOn() { return result }
            let total = try total(call)
            guard total.count > 0 else { return .null }
            let mean = total.sum / Decimal(total.count)
            return LanguageValue(number: Double(mean.description) ?? .nan)
        },
    ]

    /// The cost of reading a number.
    private static let itemCost = 64

    /// Returns the number of a value, a text or a decimal key.
    ///
    /// A number of a size that no key has is `nil`: the digits of 1e999999999 would fill the memory.
    private static func number(_ value: LanguageValue) -> DecimalNumber? {
        let number: DecimalNumber? =
            switch value {
            case .integer(let integer): DecimalNumber(integer.description.utf8)
            case .unsigned(let integer): DecimalNumber(integer.description.utf8)
            case .double(let double): DecimalNumber(double.description.utf8)
            case .string(let bytes): DecimalNumber(bytes) ?? DecimalKey.number(of: bytes)
            default: nil
            }
        return number.flatMap { DecimalKey.exponent(of: $0) == nil ? nil : $0 }
    }

    /// Returns the sum and the count of the numbers in an array.
    private static func total(
        _ call: FunctionCall
    ) throws(FunctionFailure) -> (sum: Decimal, count: Int) {
        var sum = Decimal.zero
        var count = 0
        guard let array = call[0].array else { return (sum, count) }
        for item in array {
            try call.work.charge(itemCost)
            guard let number = number(LanguageValue(item)),
                let decimal = Decimal(string: number.description)
            else { continue }
            sum += decimal
            count += 1
        }
        guard sum.isFinite else {
            throw .invalid("the sum is too large for a Decimal")
        }
        return (sum, count)
    }

    private static func value(
        _ decimal: Decimal, _ call: FunctionCall
    ) throws(FunctionFailure) -> LanguageValue {
        try value(DecimalNumber(decimal.description.utf8), call)
    }

    /// Returns the stored form of a number.
    ///
    /// An integer above `Int64.max` is a text, because a column of a result does not preserve it.
    private static func value(
        _ number: DecimalNumber?, _ call: FunctionCall
    ) throws(FunctionFailure) -> LanguageValue {
        guard let number else { return .null }
        if let integer = number.integer(Int64.self) { return .integer(integer) }
        let text = number.description
        if number.exponent < 0, let double = Double(text),
            DecimalNumber(double.description.utf8) == number
        {
            return .double(double)
        }
        return try call.string(text)
    }
}
