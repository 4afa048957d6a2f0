import Fleece
import Foundation

/// The functions for properties of the types `UInt64` and `UInt`, which are exact.
///
/// The query language reads an integer above `Int64.max` as the negative integer with the same bits.
/// The arguments and results of these functions are such integers.
///
/// Example: the quotient of `UInt64.max` and 3 is `UNSIGNED_DIVIDE(-1, 3)`, 6148914691236517205.
enum UnsignedFunctions {
    static let functions: [LanguageFunction] = [
        operation("add") { $0.addingReportingOverflow($1) },
        operation("subtract") { $0.subtractingReportingOverflow($1) },
        operation("multiply") { $0.multipliedReportingOverflow(by: $1) },
        operation("divide") { $0.dividedReportingOverflow(by: $1) },
        operation("remainder") { $0.remainderReportingOverflow(dividingBy: $1) },
        LanguageFunction("quire_unsigned_sum", arguments: 1) { call throws(FunctionFailure) in
            if let result = call.passedOn() { return result }
            var sum: UInt64 = 0
            for number in try numbers(call) {
                let (next, isTooLarge) = sum.addingReportingOverflow(number)
                guard !isTooLarge else { throw .invalid("the sum is too large for UInt64") }
                sum = next
            }
            return .integer(Int64(bitPattern: sum))
        },
        LanguageFunction("quire_unsigned_avg", arguments: 1) { call throws(FunctionFailure) in
            if let result = call.passedOn() { return result }
            let numbers = try numbers(call)
            guard !numbers.isEmpty else { return .null }
            let mean = numbers.reduce(Decimal.zero) { $0 + Decimal($1) } / Decimal(numbers.count)
            // The conversion of `NSDecimalNumber` is not exact.
            return LanguageValue(number: Double(mean.description) ?? .nan)
        },
    ]

    /// Returns a function of two numbers, whose result is missing if no `UInt64` is equal to it.
    private static func operation(
        _ name: String,
        _ compute: @escaping @Sendable (UInt64, UInt64) -> (partialValue: UInt64, overflow: Bool)
    ) -> LanguageFunction {
        LanguageFunction("quire_unsigned_\(name)", arguments: 2) { call in
            guard let left = number(call[0]), let right = number(call[1]) else { return .missing }
            let (result, isUndefined) = compute(left, right)
            return isUndefined ? .missing : .integer(Int64(bitPattern: result))
        }
    }

    private static func number(_ value: LanguageValue) -> UInt64? {
        switch value {
        case .integer(let bits): UInt64(bitPattern: bits)
        case .unsigned(let number): number
        case .double(let number): UInt64(exactly: number)
        default: nil
        }
    }

    /// Returns the numbers in an array.
    private static func numbers(_ call: FunctionCall) throws(FunctionFailure) -> [UInt64] {
        guard let array = call[0].array else { return [] }
        try call.work.charge(array.count)
        return array.compactMap { number(LanguageValue($0)) }
    }
}
