import CSQLite
import Foundation

/// The functions of numbers.
enum MathFunctions {
    static let functions: [LanguageFunction] = [
        LanguageFunction("abs", 1, use: .schema) { finite($0, $1, $2) { abs($0) } },
        LanguageFunction("quire_acos", 1) { finite($0, $1, $2, acos) },
        LanguageFunction("quire_asin", 1) { finite($0, $1, $2, asin) },
        LanguageFunction("quire_atan", 1) { finite($0, $1, $2, atan) },
        LanguageFunction("ceil", 1, use: .schema) { finite($0, $1, $2) { $0.rounded(.up) } },
        LanguageFunction("quire_cos", 1) { finite($0, $1, $2, cos) },
        LanguageFunction("quire_degrees", 1) { finite($0, $1, $2) { $0 * 180 / .pi } },
        LanguageFunction("quire_exp", 1) { finite($0, $1, $2, exp) },
        LanguageFunction("floor", 1, use: .schema) { finite($0, $1, $2) { $0.rounded(.down) } },
        LanguageFunction("quire_ln", 1) { finite($0, $1, $2, log) },
        LanguageFunction("quire_log", 1) { finite($0, $1, $2, log10) },
        LanguageFunction("quire_radians", 1) { finite($0, $1, $2) { $0 * .pi / 180 } },
        LanguageFunction("quire_sin", 1) { finite($0, $1, $2, sin) },
        LanguageFunction("sqrt", 1, use: .schema) { finite($0, $1, $2) { $0.squareRoot() } },
        LanguageFunction("quire_tan", 1) { finite($0, $1, $2, tan) },
        LanguageFunction("quire_round", 1...2) {
            round(FunctionCall($0, $1, $2), .toNearestOrAwayFromZero)
        },
        LanguageFunction("quire_round_even", 1...2) {
            round(FunctionCall($0, $1, $2), .toNearestOrEven)
        },
        LanguageFunction("quire_trunc", 1...2) { round(FunctionCall($0, $1, $2), .towardZero) },
        LanguageFunction("quire_sign", 1) { context, count, values in
            let call = FunctionCall(context, count, values)
            guard !call.passesOn() else { return }
            call.setResult(to: call[0].number.map { $0 > 0 ? 1 : $0 < 0 ? -1 : 0 as Int64 })
        },
        LanguageFunction("quire_atan2", 2) { pair($0, $1, $2, atan2) },
        LanguageFunction("quire_power", 2) { pair($0, $1, $2, pow) },
        LanguageFunction("div", 2, use: .schema) { context, count, values in
            let call = FunctionCall(context, count, values)
            guard !call.passesOn() else { return }
            guard let left = call[0].number, let right = call[1].number, right != 0 else {
                return call.result.setNull()
            }
            call.setResult(to: (left / right).isFinite ? left / right : nil)
        },
        LanguageFunction("quire_idiv", 2) { divide(FunctionCall($0, $1, $2)) },
    ]

    /// A function of one number; what is not finite is null.
    private static func finite(
        _ context: OpaquePointer?, _ count: Int32,
        _ values: UnsafeMutablePointer<OpaquePointer?>?, _ function: (Double) -> Double
    ) {
        let call = FunctionCall(context, count, values)
        guard !call.passesOn() else { return }
        let value = call[0].number.map(function)
        call.setResult(to: value?.isFinite == true ? value : nil)
    }

    /// A function of two numbers, which may be infinite; what is no number is missing.
    private static func pair(
        _ context: OpaquePointer?, _ count: Int32,
        _ values: UnsafeMutablePointer<OpaquePointer?>?, _ function: (Double, Double) -> Double
    ) {
        let call = FunctionCall(context, count, values)
        guard !call.passesOn() else { return }
        guard let left = call[0].number, let right = call[1].number else {
            return call.result.setNull()
        }
        sqlite3_result_double(context, function(left, right))
    }

    static func round(_ call: FunctionCall, _ rule: FloatingPointRoundingRule) {
        guard !call.passesOn() else { return }
        guard let number = call[0].number else { return call.result.setNull() }
        guard call.count == 2 else { return call.setResult(to: number.rounded(rule)) }
        guard let digits = call[1].number else { return call.result.setNull() }
        let scale = pow(10, digits.rounded(.towardZero))
        call.setResult(to: (number * scale).rounded(rule) / scale)
    }

    /// The whole quotient of the whole parts.
    private static func divide(_ call: FunctionCall) {
        guard !call.passesOn() else { return }
        guard let left = call[0].number, let right = call[1].number,
            right.rounded(.towardZero) != 0
        else { return call.result.setNull() }
        if let dividend = call[0].truncated, let divisor = call[1].truncated, divisor != 0 {
            let (quotient, overflows) = dividend.dividedReportingOverflow(by: divisor)
            if !overflows { return call.setResult(to: quotient) }
        }
        let quotient = left.rounded(.towardZero) / right.rounded(.towardZero)
        call.setResult(to: quotient.rounded(.towardZero))
    }
}
