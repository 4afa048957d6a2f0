import Foundation

/// The functions for numbers.
enum MathFunctions {
    static let functions: [LanguageFunction] = [
        LanguageFunction("abs", arguments: 1, use: .schema) { finite($0) { abs($0) } },
        LanguageFunction("quire_acos", arguments: 1) { finite($0, acos) },
        LanguageFunction("quire_asin", arguments: 1) { finite($0, asin) },
        LanguageFunction("quire_atan", arguments: 1) { finite($0, atan) },
        LanguageFunction("ceil", arguments: 1, use: .schema) { finite($0) { $0.rounded(.up) } },
        LanguageFunction("quire_cos", arguments: 1) { finite($0, cos) },
        LanguageFunction("quire_degrees", arguments: 1) { finite($0) { $0 * 180 / .pi } },
        LanguageFunction("quire_exp", arguments: 1) { finite($0, exp) },
        LanguageFunction("floor", arguments: 1, use: .schema) { finite($0) { $0.rounded(.down) } },
        LanguageFunction("quire_ln", arguments: 1) { finite($0, log) },
        LanguageFunction("quire_log", arguments: 1) { finite($0, log10) },
        LanguageFunction("quire_radians", arguments: 1) { finite($0) { $0 * .pi / 180 } },
        LanguageFunction("quire_sin", arguments: 1) { finite($0, sin) },
        LanguageFunction("sqrt", arguments: 1, use: .schema) { finite($0) { $0.squareRoot() } },
        LanguageFunction("quire_tan", arguments: 1) { finite($0, tan) },
        LanguageFunction("quire_round", arguments: 1...2) { round($0, .toNearestOrAwayFromZero) },
        LanguageFunction("quire_round_even", arguments: 1...2) { round($0, .toNearestOrEven) },
        LanguageFunction("quire_trunc", arguments: 1...2) { round($0, .towardZero) },
        LanguageFunction("quire_sign", arguments: 1) { call in
            if let result = call.passedOn() { return result }
            return LanguageValue(
                orNull: call[0].number.map { $0 > 0 ? 1 : $0 < 0 ? -1 : 0 as Int64 })
        },
        LanguageFunction("quire_atan2", arguments: 2) { pair($0, atan2) },
        LanguageFunction("quire_power", arguments: 2) { pair($0, pow) },
        LanguageFunction("div", arguments: 2, use: .schema) { call in
            if let result = call.passedOn() { return result }
            guard let left = call[0].number, let right = call[1].number, right != 0 else {
                return .null
            }
            return LanguageValue(orNull: (left / right).isFinite ? left / right : nil)
        },
        LanguageFunction("quire_idiv", arguments: 2) { divide($0) },
    ]

    /// Applies a function to one number.
    ///
    /// If the result is not finite, the method returns null.
    private static func finite(
        _ call: FunctionCall, _ function: (Double) -> Double
    ) -> LanguageValue {
        if let result = call.passedOn() { return result }
        let value = call[0].number.map(function)
        return LanguageValue(orNull: value?.isFinite == true ? value : nil)
    }

    /// Applies a function to two numbers.
    ///
    /// The result can be infinite. If it is NaN, the method returns missing.
    private static func pair(
        _ call: FunctionCall, _ function: (Double, Double) -> Double
    ) -> LanguageValue {
        if let result = call.passedOn() { return result }
        guard let left = call[0].number, let right = call[1].number else { return .null }
        return LanguageValue(number: function(left, right))
    }

    static func round(_ call: FunctionCall, _ rule: FloatingPointRoundingRule) -> LanguageValue {
        if let result = call.passedOn() { return result }
        guard let number = call[0].number else { return .null }
        guard call.count == 2 else { return LanguageValue(orNull: number.rounded(rule)) }
        guard let digits = call[1].number else { return .null }
        let scale = pow(10, digits.rounded(.towardZero))
        return LanguageValue(orNull: (number * scale).rounded(rule) / scale)
    }

    /// Divides the integer parts of two numbers and returns the integer part of the quotient.
    private static func divide(_ call: FunctionCall) -> LanguageValue {
        if let result = call.passedOn() { return result }
        guard let left = call[0].number, let right = call[1].number,
            right.rounded(.towardZero) != 0
        else { return .null }
        if let dividend = call[0].truncated, let divisor = call[1].truncated, divisor != 0 {
            let (quotient, overflows) = dividend.dividedReportingOverflow(by: divisor)
            if !overflows { return .integer(quotient) }
        }
        let quotient = left.rounded(.towardZero) / right.rounded(.towardZero)
        return LanguageValue(orNull: quotient.rounded(.towardZero))
    }
}
