import CSQLite
import Fleece
import Foundation

/// Functions that Couchbase Lite's indexes call, with the results that Couchbase Lite gives.
enum CouchbaseLiteFunctions {
    static let functions: [LanguageFunction] = literals + values + numbers + texts + arrays

    // MARK: Literals and tests

    private static let literals: [LanguageFunction] = [
        LanguageFunction("fl_null", 0...1, use: .schema) { context, _, _ in
            SQLiteResult(context: context).setNull()
        },
        LanguageFunction("fl_bool", 1, use: .schema) { context, count, values in
            let call = FunctionCall(context, count, values)
            guard !call[0].isMissing else { return call.result.setMissing() }
            call.result.set(call[0].double != 0)
        },
        LanguageFunction("isvalued", 1, use: .schema) { context, count, values in
            let call = FunctionCall(context, count, values)
            call.result.set(!call[0].isMissing && !call[0].isNull)
        },
        LanguageFunction("e", 0, use: .schema) { context, _, _ in
            sqlite3_result_double(context, 2.718281828459045)
        },
        LanguageFunction("pi", 0, use: .schema) { context, _, _ in
            sqlite3_result_double(context, .pi)
        },
    ]

    // MARK: Values of bodies

    private static let values: [LanguageFunction] = [
        // `fl_exists(body, path)`: whether there is a value.
        LanguageFunction("fl_exists", 2, use: .schema) { context, count, values in
            let call = FunctionCall(context, count, values)
            call.withValueInBody { call.result.set($0 != nil) }
        },
        // `fl_count(body, path)`: the number of items; missing where nothing has any.
        LanguageFunction("fl_count", 2, use: .schema) { context, count, values in
            let call = FunctionCall(context, count, values)
            call.withValueInBody { value in
                if let array = value?.array {
                    call.setResult(to: Int64(array.lazy.filter { !$0.isNull }.count))
                } else if let dictionary = value?.dictionary {
                    call.setResult(to: Int64(dictionary.count))
                } else {
                    call.result.setMissing()
                }
            }
        },
        // `fl_contains(body, path, value)`, or with a number in front of several values that says
        // whether all of them have to be items.
        LanguageFunction("fl_contains", 3...6, use: .schema) { context, count, values in
            let call = FunctionCall(context, count, values)
            let needsAll = call.count > 3 && call[2].integer != 0
            let wanted = (call.count == 3 ? 2..<3 : 3..<call.count).map { call[$0] }
            call.withValueInBody { value in
                guard let value else { return call.result.setMissing() }
                guard let array = value.array else { return call.result.set(false) }
                func isItem(_ argument: SQLiteArgument) -> Bool {
                    array.contains {
                        (try? ValueOrder.isEqual($0, argument, WorkMeter(nil))) ?? false
                    }
                }
                call.result.set(
                    needsAll ? wanted.allSatisfy(isItem) : wanted.contains(where: isItem))
            }
        },
        LanguageFunction("fl_version", 1, use: .schema) { context, count, values in
            FunctionCall(context, count, values).setResultToRevision()
        },
    ]

    // MARK: Numbers

    private static let numbers: [LanguageFunction] = [
        LanguageFunction("round", 1...2, use: .schema) {
            round(FunctionCall($0, $1, $2), .toNearestOrAwayFromZero)
        },
        LanguageFunction("round_even", 1...2, use: .schema) {
            round(FunctionCall($0, $1, $2), .toNearestOrEven)
        },
        LanguageFunction("trunc", 1...2, use: .schema) {
            round(FunctionCall($0, $1, $2), .towardZero)
        },
        LanguageFunction("sign", 1, use: .schema) { context, count, values in
            let call = FunctionCall(context, count, values)
            guard call.hasNumbersOnly() else { return }
            call.setResult(to: call[0].double > 0 ? 1 : call[0].double < 0 ? -1 : 0 as Int64)
        },
        LanguageFunction("atan2", 2, use: .schema) { context, count, values in
            let call = FunctionCall(context, count, values)
            guard call.hasNumbersOnly() else { return }
            sqlite3_result_double(context, atan2(call[0].double, call[1].double))
        },
        LanguageFunction("power", 2, use: .schema) { context, count, values in
            let call = FunctionCall(context, count, values)
            guard call.hasNumbersOnly() else { return }
            sqlite3_result_double(context, pow(call[0].double, call[1].double))
        },
        // Doubles that are out of range become the least integer.
        LanguageFunction("idiv", 2, use: .schema) { context, count, values in
            let call = FunctionCall(context, count, values)
            guard !call.passesOn() else { return }
            guard let left = call[0].number, let right = call[1].number,
                right.rounded(.towardZero) != 0
            else { return call.result.setNull() }
            let quotient = left.rounded(.towardZero) / right.rounded(.towardZero)
            call.setResult(to: Int64(exactly: quotient.rounded(.towardZero)) ?? .min)
        },
    ]

    private static func round(_ call: FunctionCall, _ rule: FloatingPointRoundingRule) {
        guard !call.passesOn(), call.hasNumbersOnly() else { return }
        MathFunctions.round(call, rule)
    }

    // MARK: Texts

    private static let texts: [LanguageFunction] = [
        // The third argument is the name of a collation, or BINARY.
        LanguageFunction("contains", 2...3, use: .schema) {
            TextFunctions.contains(FunctionCall($0, $1, $2))
        },
        LanguageFunction("fl_like", 2...3, use: .schema) {
            LikeFunction.likeValue(FunctionCall($0, $1, $2))
        },
        // Text that grows in bytes becomes empty.
        LanguageFunction("N1QL_lower", 1, use: .schema) {
            TextFunctions.convert(FunctionCall($0, $1, $2), mayGrow: false) {
                $0.lowercased(with: TextComparison.root)
            }
        },
        LanguageFunction("N1QL_upper", 1, use: .schema) {
            TextFunctions.convert(FunctionCall($0, $1, $2), mayGrow: false) {
                $0.uppercased(with: TextComparison.root)
            }
        },
        LanguageFunction("N1QL_trim", 1, use: .schema) {
            TrimFunctions.trimStored(FunctionCall($0, $1, $2), fromStart: true, fromEnd: true)
        },
        LanguageFunction("N1QL_ltrim", 1, use: .schema) {
            TrimFunctions.trimStored(FunctionCall($0, $1, $2), fromStart: true, fromEnd: false)
        },
        LanguageFunction("N1QL_rtrim", 1, use: .schema) {
            TrimFunctions.trimStored(FunctionCall($0, $1, $2), fromStart: false, fromEnd: true)
        },
    ]

    // MARK: Arrays

    private static let arrays: [LanguageFunction] = [
        // The greatest number, or the least positive one if none is positive.
        LanguageFunction("array_max", 1, use: .schema) {
            ArrayFunctions.compute(FunctionCall($0, $1, $2), orElse: nil) {
                $0.greatest.map { max($0, .leastNormalMagnitude) }
            }
        },
        LanguageFunction("toarray", 1, use: .schema) { toArray(FunctionCall($0, $1, $2)) },
        LanguageFunction("to_array", 1, use: .schema) { toArray(FunctionCall($0, $1, $2)) },
    ]

    /// An array of the value, in which integers have 32 bits and Booleans are numbers.
    private static func toArray(_ call: FunctionCall) {
        guard !call.passesOn() else { return }
        if call[0].withArray({ _ in true }) == true { return call.setResult(to: call[0]) }
        call.result.set { writer in
            let item =
                call[0].type == SQLITE_INTEGER
                ? writer.encode(Int64(Int32(truncatingIfNeeded: call[0].integer)))
                : call[0].encodedItem(writer)
            return writer.encodeArray([item])
        }
    }
}

extension FunctionCall {
    /// Whether all arguments are numbers; reports an error otherwise, as Couchbase Lite does.
    fileprivate func hasNumbersOnly() -> Bool {
        if arguments.allSatisfy({ $0.number != nil }) { return true }
        result.set(error: "a function of numbers has an argument that is not a number")
        return false
    }

    /// Calls a closure with the value at a path of a body: the first two arguments.
    fileprivate func withValueInBody(_ body: (FleeceValue?) -> Void) {
        guard let keys = ConnectionKeys.of(result.context) else { return result.setMissing() }
        do {
            let path = try PathArgument.read(self, 1)
            FleeceStorage.withBorrowed(self[0].bytes, sharedKeys: keys.current) { storage in
                let value = storage.root?.value(at: path)
                body(value?.kind == .undefined ? nil : value)
            }
        } catch {
            result.set(error: "a path: \(error)")
        }
    }
}
