package import Fleece

/// The functions for arrays.
package enum ArrayFunctions {
    package static let functions: [LanguageFunction] = [
        LanguageFunction("array_length", arguments: 1, use: .schema) { call in
            .integer(Int64(call[0].array?.count ?? 0))
        },
        LanguageFunction("array_sum", arguments: 1, use: .schema) { call throws(FunctionFailure) in
            try compute(call, orElse: 0) { $0.sum }
        },
        LanguageFunction("array_avg", arguments: 1, use: .schema) { call throws(FunctionFailure) in
            try compute(call, orElse: 0) { $0.sum / Double(max($0.count, 1)) }
        },
        LanguageFunction("quire_array_max", arguments: 1) { call throws(FunctionFailure) in
            try compute(call, orElse: nil) { $0.greatest }
        },
        LanguageFunction("quire_array_min", arguments: 1) { call throws(FunctionFailure) in
            try compute(call, orElse: nil) { $0.least }
        },
        LanguageFunction("quire_array_count", arguments: 1) { call throws(FunctionFailure) in
            .integer(try valuedCount(call) ?? 0)
        },
        // The count for a property: the number of items in an array that are not null, or the
        // number of pairs in a dictionary. For any other value, the result is missing.
        LanguageFunction("quire_property_count", arguments: 1) { call throws(FunctionFailure) in
            if let count = try valuedCount(call) { return .integer(count) }
            guard let collection = call[0].collection else { return .missing }
            return .integer(Int64(collection.dictionary?.count ?? 0))
        },
        // Whether the collection has items. The result is missing if the value is not a collection.
        LanguageFunction("quire_has_items", arguments: 1) { call in
            let collection = call[0].collection
            let isEmpty = collection?.array?.isEmpty ?? collection?.dictionary?.isEmpty
            return LanguageValue(isEmpty.map { !$0 })
        },
        LanguageFunction("quire_array_if_null", arguments: 1) { call throws(FunctionFailure) in
            guard let array = call[0].array else { return .null }
            for item in array {
                try call.work.charge(itemCost)
                if !item.isNull { return LanguageValue(item) }
            }
            return .null
        },
        LanguageFunction("quire_array_contains", arguments: 2) { call throws(FunctionFailure) in
            if let result = call.passedOn() { return result }
            guard let array = call[0].array else { return .null }
            return .boolean(try contains(array, call[1], work: call.work))
        },
    ]

    // MARK: Numbers

    /// The results computed from the numbers in an array.
    struct Numbers {
        var count = 0
        fileprivate(set) var sum = 0.0
        var least: Double?
        var greatest: Double?

        mutating func add(_ item: FleeceValue) {
            // TRUE counts as 1. Any other value that is not a number counts as 0.
            let number = item.double ?? (item.boolean == true ? 1 : 0)
            count += 1
            sum += number
            least = least.map { number < $0 ? number : $0 } ?? number
            greatest = greatest.map { number >= $0 ? number : $0 } ?? number
        }
    }

    static func compute(
        _ call: FunctionCall, orElse other: Double?, _ result: (Numbers) -> Double?
    ) throws(FunctionFailure) -> LanguageValue {
        guard let array = call[0].array else { return LanguageValue(orNull: other) }
        let work = call.work
        var numbers = Numbers()
        for item in array {
            try work.charge(itemCost)
            numbers.add(item)
        }
        return LanguageValue(orNull: result(numbers) ?? other)
    }

    // MARK: Items

    /// The cost of reading an item.
    private static let itemCost = 8

    /// Returns the number of items that are not null, or `nil` if the argument is not an array.
    private static func valuedCount(_ call: FunctionCall) throws(FunctionFailure) -> Int64? {
        guard let array = call[0].array else { return nil }
        let work = call.work
        var count: Int64 = 0
        for item in array {
            try work.charge(itemCost)
            if !item.isNull { count += 1 }
        }
        return count
    }

    /// Returns whether an item of an array equals a value.
    package static func contains(
        _ array: FleeceArray, _ value: LanguageValue, work: WorkMeter
    ) throws(FunctionFailure) -> Bool {
        for item in array {
            try work.charge(itemCost)
            let item = LanguageValue(item)
            if !item.isMissing, try ValueOrder.compare(item, value, collation: nil, work: work) == 0
            {
                return true
            }
        }
        return false
    }
}
