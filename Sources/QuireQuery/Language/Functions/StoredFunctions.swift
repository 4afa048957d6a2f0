import Fleece
import Foundation

/// The functions that Couchbase Lite's indexes call, with Couchbase Lite's results.
enum StoredFunctions {
    static let functions: [LanguageFunction] = literals + numbers + texts + arrays

    // MARK: Literals and tests

    private static let literals: [LanguageFunction] = [
        LanguageFunction("fl_null", arguments: 0...1, use: .schema) { _ in .null },
        LanguageFunction("fl_bool", arguments: 1, use: .schema) { call in
            LanguageValue(call[0].numericValue?.isTrue)
        },
        LanguageFunction("isvalued", arguments: 1, use: .schema) { call in
            .boolean(!call[0].isMissing && !call[0].isNull)
        },
        LanguageFunction("e", arguments: 0, use: .schema) { _ in .double(2.718281828459045) },
        LanguageFunction("pi", arguments: 0, use: .schema) { _ in .double(.pi) },
    ]

    // MARK: Numbers

    private static let numbers: [LanguageFunction] = [
        LanguageFunction("round", arguments: 1...2, use: .schema) { call throws(FunctionFailure) in
            try round(call, .toNearestOrAwayFromZero)
        },
        LanguageFunction("round_even", arguments: 1...2, use: .schema) {
            call throws(FunctionFailure) in
            try round(call, .toNearestOrEven)
        },
        LanguageFunction("trunc", arguments: 1...2, use: .schema) { call throws(FunctionFailure) in
            try round(call, .towardZero)
        },
        LanguageFunction("sign", arguments: 1, use: .schema) { call throws(FunctionFailure) in
            let number = try call.numbers()[0]
            return .integer(number > 0 ? 1 : number < 0 ? -1 : 0)
        },
        LanguageFunction("atan2", arguments: 2, use: .schema) { call throws(FunctionFailure) in
            let numbers = try call.numbers()
            return LanguageValue(number: atan2(numbers[0], numbers[1]))
        },
        LanguageFunction("power", arguments: 2, use: .schema) { call throws(FunctionFailure) in
            let numbers = try call.numbers()
            return LanguageValue(number: pow(numbers[0], numbers[1]))
        },
        // A quotient that is out of range becomes the minimum integer.
        LanguageFunction("idiv", arguments: 2, use: .schema) { call in
            if let result = call.passedOn() { return result }
            guard let left = call[0].number, let right = call[1].number,
                right.rounded(.towardZero) != 0
            else { return .null }
            let quotient = left.rounded(.towardZero) / right.rounded(.towardZero)
            return .integer(Int64(exactly: quotient.rounded(.towardZero)) ?? .min)
        },
    ]

    private static func round(
        _ call: FunctionCall, _ rule: FloatingPointRoundingRule
    ) throws(FunctionFailure) -> LanguageValue {
        if let result = call.passedOn() { return result }
        _ = try call.numbers()
        return MathFunctions.round(call, rule)
    }

    // MARK: Texts

    private static let texts: [LanguageFunction] = [
        // The third argument is the name of a collation, or BINARY.
        LanguageFunction("contains", arguments: 2...3, use: .schema) {
            call throws(FunctionFailure) in
            try TextFunctions.contains(call)
        },
        LanguageFunction("fl_like", arguments: 2...3, use: .schema) {
            call throws(FunctionFailure) in
            try LikeFunctions.likeValue(call)
        },
        // If the result has more bytes than the text, it is an empty string.
        LanguageFunction("N1QL_lower", arguments: 1, use: .schema) { call throws(FunctionFailure) in
            try TextFunctions.convert(call, mayGrow: false) {
                $0.lowercased(with: TextComparison.root)
            }
        },
        LanguageFunction("N1QL_upper", arguments: 1, use: .schema) { call throws(FunctionFailure) in
            try TextFunctions.convert(call, mayGrow: false) {
                $0.uppercased(with: TextComparison.root)
            }
        },
        LanguageFunction("N1QL_trim", arguments: 1, use: .schema) { call throws(FunctionFailure) in
            try TrimFunctions.trimStored(call, fromStart: true, fromEnd: true)
        },
        LanguageFunction("N1QL_ltrim", arguments: 1, use: .schema) { call throws(FunctionFailure) in
            try TrimFunctions.trimStored(call, fromStart: true, fromEnd: false)
        },
        LanguageFunction("N1QL_rtrim", arguments: 1, use: .schema) { call throws(FunctionFailure) in
            try TrimFunctions.trimStored(call, fromStart: false, fromEnd: true)
        },
    ]

    // MARK: Arrays

    private static let arrays: [LanguageFunction] = [
        // The greatest number, or the least positive normal number if none is greater.
        LanguageFunction("array_max", arguments: 1, use: .schema) { call throws(FunctionFailure) in
            try ArrayFunctions.compute(call, orElse: nil) {
                $0.greatest.map { max($0, .leastNormalMagnitude) }
            }
        },
        LanguageFunction("toarray", arguments: 1, use: .schema) { call throws(FunctionFailure) in
            try toArray(call)
        },
        LanguageFunction("to_array", arguments: 1, use: .schema) { call throws(FunctionFailure) in
            try toArray(call)
        },
    ]

    /// Returns an array that contains the value.
    ///
    /// Integers are truncated to 32 bits, and Booleans are numbers.
    private static func toArray(_ call: FunctionCall) throws(FunctionFailure) -> LanguageValue {
        if let result = call.passedOn() { return result }
        if call[0].array != nil { return call[0] }
        return try call.collection { writer in
            let item: FleeceSlot
            if case .integer(let integer)? = call[0].storedNumber {
                item = writer.encode(Int64(Int32(truncatingIfNeeded: integer)))
            } else {
                item = call[0].encodedItem(writer)
            }
            return writer.encodeArray([item])
        }
    }
}

extension FunctionCall {
    /// Returns the arguments, which must all be numbers, as in Couchbase Lite.
    fileprivate func numbers() throws(FunctionFailure) -> [Double] {
        let numbers = arguments.compactMap(\.number)
        guard numbers.count == count else {
            throw .invalid("a numeric function has an argument that is not a number")
        }
        return numbers
    }
}
