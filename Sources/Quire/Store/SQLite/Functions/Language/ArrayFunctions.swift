import CSQLite
import Fleece

/// The functions of arrays.
enum ArrayFunctions {
    static let functions: [LanguageFunction] = [
        LanguageFunction("array_length", 1, use: .schema) { context, count, values in
            let call = FunctionCall(context, count, values)
            call.setResult(to: call[0].withArray { Int64($0.count) } ?? 0)
        },
        LanguageFunction("quire_array_count", 1) { context, count, values in
            let call = FunctionCall(context, count, values)
            call.setResult(to: call[0].withArray(valuedCount) ?? 0)
        },
        // Of a property the count is missing where there is no array, and of a dictionary its size.
        LanguageFunction("quire_property_count", 1) { context, count, values in
            let call = FunctionCall(context, count, values)
            let items = call[0].withCollection {
                $0.array.map(valuedCount) ?? Int64($0.dictionary?.count ?? 0)
            }
            guard let items else { return call.result.setMissing() }
            call.setResult(to: items)
        },
        // Whether there are items; missing where nothing has any.
        LanguageFunction("quire_has_items", 1) { context, count, values in
            let call = FunctionCall(context, count, values)
            let isEmpty = call[0].withCollection { $0.array?.isEmpty ?? $0.dictionary?.isEmpty }
            guard let isEmpty = isEmpty ?? nil else { return call.result.setMissing() }
            call.result.set(!isEmpty)
        },
        LanguageFunction("array_sum", 1, use: .schema) { context, count, values in
            let call = FunctionCall(context, count, values)
            call.setResult(to: call[0].withArray(sum) ?? 0)
        },
        LanguageFunction("array_avg", 1, use: .schema) { context, count, values in
            let call = FunctionCall(context, count, values)
            let average = call[0].withArray { $0.isEmpty ? 0 : sum($0) / Double($0.count) }
            call.setResult(to: average ?? 0)
        },
        LanguageFunction("quire_array_max", 1) { context, count, values in
            let call = FunctionCall(context, count, values)
            call.setResult(to: call[0].withArray { $0.lazy.map(number).max() } ?? nil)
        },
        LanguageFunction("quire_array_min", 1) { context, count, values in
            let call = FunctionCall(context, count, values)
            call.setResult(to: call[0].withArray { $0.lazy.map(number).min() } ?? nil)
        },
        LanguageFunction("quire_array_if_null", 1) { context, count, values in
            let call = FunctionCall(context, count, values)
            let isFound: Bool? = call[0].withArray { array in
                guard let item = array.first(where: { !$0.isNull }) else { return false }
                call.result.set(item)
                return true
            }
            if isFound != true { call.result.setNull() }
        },
        LanguageFunction("quire_array_contains", 2) { context, count, values in
            let call = FunctionCall(context, count, values)
            guard !call.passesOn() else { return }
            call.setResult(
                to: call[0].withArray { array in
                    array.contains { ValueOrder.isEqual($0, call[1]) }
                })
        },
        // Whether the array at a path of a body contains a value, without a copy of the array.
        LanguageFunction("quire_path_contains", 3) { context, count, values in
            let call = FunctionCall(context, count, values)
            guard let keys = ConnectionKeys.of(context) else { return call.result.setMissing() }
            do {
                let path = try PathArgument.read(context, values, 1)
                FleeceStorage.withBorrowed(call[0].bytes, sharedKeys: keys.current) { storage in
                    guard let value = storage.root?.value(at: path), value.kind != .undefined,
                        !call[2].isMissing
                    else { return call.result.setMissing() }
                    guard let array = value.array, !call[2].isNull else {
                        return call.result.setNull()
                    }
                    call.setResult(to: array.contains { ValueOrder.isEqual($0, call[2]) })
                }
            } catch {
                call.result.set(error: "a path: \(error)")
            }
        },
    ]

    private static func valuedCount(_ array: FleeceArray) -> Int64 {
        Int64(array.lazy.filter { !$0.isNull }.count)
    }

    /// The number that an item counts as.
    private static func number(_ item: FleeceValue) -> Double {
        item.double ?? (item.boolean == true ? 1 : 0)
    }

    private static func sum(_ array: FleeceArray) -> Double {
        array.reduce(0) { $0 + number($1) }
    }
}
