import CSQLite
import Fleece

/// The functions of arrays.
enum ArrayFunctions {
    static let functions: [LanguageFunction] = [
        LanguageFunction("array_length", 1, use: .schema) { context, count, values in
            let call = FunctionCall(context, count, values)
            call.setResult(to: call[0].withArray { Int64($0.count) } ?? 0)
        },
        LanguageFunction("array_sum", 1, use: .schema) {
            compute(FunctionCall($0, $1, $2), orElse: 0) { $0.sum }
        },
        LanguageFunction("array_avg", 1, use: .schema) {
            compute(FunctionCall($0, $1, $2), orElse: 0) { $0.sum / Double(max($0.count, 1)) }
        },
        LanguageFunction("quire_array_max", 1) {
            compute(FunctionCall($0, $1, $2), orElse: nil) { $0.greatest }
        },
        LanguageFunction("quire_array_min", 1) {
            compute(FunctionCall($0, $1, $2), orElse: nil) { $0.least }
        },
        LanguageFunction("quire_array_count", 1) { context, count, values in
            let call = FunctionCall(context, count, values)
            call.run { () throws(FunctionFailure) in
                call.setResult(to: try valuedCount(call) ?? 0)
            }
        },
        // Of a property the count is missing where there is no array, and of a dictionary its size.
        LanguageFunction("quire_property_count", 1) { context, count, values in
            let call = FunctionCall(context, count, values)
            call.run { () throws(FunctionFailure) in
                let size = call[0].withCollection { Int64($0.dictionary?.count ?? 0) }
                guard let count = try valuedCount(call) ?? size else {
                    return call.result.setMissing()
                }
                call.setResult(to: count)
            }
        },
        // Whether there are items; missing where nothing has any.
        LanguageFunction("quire_has_items", 1) { context, count, values in
            let call = FunctionCall(context, count, values)
            let isEmpty = call[0].withCollection { $0.array?.isEmpty ?? $0.dictionary?.isEmpty }
            guard let isEmpty = isEmpty ?? nil else { return call.result.setMissing() }
            call.result.set(!isEmpty)
        },
        LanguageFunction("quire_array_if_null", 1) { firstValue(FunctionCall($0, $1, $2)) },
        LanguageFunction("quire_array_contains", 2) { context, count, values in
            let call = FunctionCall(context, count, values)
            guard !call.passesOn() else { return }
            call.run { () throws(FunctionFailure) in
                let work = call.work
                let isFound = try call[0].withArray { (array) throws(FunctionFailure) in
                    try contains(array, call[1], work)
                }
                call.setResult(to: isFound)
            }
        },
        // Whether the array at a path of a body contains a value, without a copy of the array.
        LanguageFunction("quire_path_contains", 3) { pathContains(FunctionCall($0, $1, $2)) },
    ]

    // MARK: Numbers

    /// What is computed of the numbers in an array.
    struct Numbers {
        var count = 0
        fileprivate(set) var sum = 0.0
        var least: Double?
        var greatest: Double?

        mutating func add(_ item: FleeceValue) {
            // TRUE counts as 1, anything else that is no number as 0.
            let number = item.double ?? (item.boolean == true ? 1 : 0)
            count += 1
            sum += number
            least = least.map { number < $0 ? number : $0 } ?? number
            greatest = greatest.map { number >= $0 ? number : $0 } ?? number
        }
    }

    static func compute(
        _ call: FunctionCall, orElse other: Double?, _ result: (Numbers) -> Double?
    ) {
        call.run { () throws(FunctionFailure) in
            let work = call.work
            let numbers = try call[0].withArray { (array) throws(FunctionFailure) in
                var numbers = Numbers()
                for item in array {
                    try work.charge(itemCost)
                    numbers.add(item)
                }
                return numbers
            }
            call.setResult(to: numbers.map(result) ?? other)
        }
    }

    // MARK: Items

    /// What an item costs that is read.
    private static let itemCost = 8

    /// The number of items that are not null, if the argument is an array.
    private static func valuedCount(_ call: FunctionCall) throws(FunctionFailure) -> Int64? {
        let work = call.work
        return try call[0].withArray { (array) throws(FunctionFailure) in
            var count: Int64 = 0
            for item in array {
                try work.charge(itemCost)
                if !item.isNull { count += 1 }
            }
            return count
        }
    }

    private static func firstValue(_ call: FunctionCall) {
        call.run { () throws(FunctionFailure) in
            let work = call.work
            let isFound = try call[0].withArray { (array) throws(FunctionFailure) in
                for item in array {
                    try work.charge(itemCost)
                    guard item.isNull else {
                        call.result.set(item)
                        return true
                    }
                }
                return false
            }
            if isFound != true { call.result.setNull() }
        }
    }

    private static func contains(
        _ array: FleeceArray, _ value: SQLiteArgument, _ work: WorkMeter
    ) throws(FunctionFailure) -> Bool {
        for item in array {
            try work.charge(itemCost)
            if try ValueOrder.isEqual(item, value, work) { return true }
        }
        return false
    }

    private static func pathContains(_ call: FunctionCall) {
        guard let keys = ConnectionKeys.of(call.result.context) else {
            return call.result.setMissing()
        }
        do {
            let path = try PathArgument.read(call, 1)
            FleeceStorage.withBorrowed(call[0].bytes, sharedKeys: keys.current) { storage in
                guard let value = storage.root?.value(at: path), value.kind != .undefined,
                    !call[2].isMissing
                else { return call.result.setMissing() }
                guard let array = value.array, !call[2].isNull else {
                    return call.result.setNull()
                }
                call.run { () throws(FunctionFailure) in
                    call.setResult(to: try contains(array, call[2], call.work))
                }
            }
        } catch {
            call.result.set(error: "a path: \(error)")
        }
    }
}
