import Foundation

// The order of all values: missing, numbers and Booleans, strings, null, then arrays, dictionaries
// and data by their encoded bytes. SQLite uses the same order for the representation described in
// `SQLiteResult.swift`, so indexes, sorted rows and the evaluator are consistent.
//
// Example: missing < false = 0 < 0.5 < true = 1 < "" < "Z" < "a" < null < []

/// The order of values.
enum ValueOrder {
    /// Compares two known values and returns a negative number, zero or a positive number.
    ///
    /// - Parameters:
    ///   - left: A value.
    ///   - right: The other value.
    ///   - collation: The comparison for strings, or `nil` to compare their bytes.
    ///   - work: The meter that tracks the work.
    /// - Returns: The order.
    /// - Throws: ``FunctionFailure`` if a value is damaged or the query must end.
    @inline(__always)
    static func compare(
        _ left: LanguageValue, _ right: LanguageValue, collation: StringCollation? = nil,
        work: WorkMeter = WorkMeter(nil)
    ) throws(FunctionFailure) -> Int {
        switch (left, right) {
        case (.integer(let left), .integer(let right)): return NumberOrder.compare(left, right)
        case (.string(let left), .string(let right)):
            guard let collation else { return compareBytes(left, right) }
            return try collation.compare(left, right, work: work)
        default: return try compareOthers(left, right, work: work)
        }
    }

    private static func compareOthers(
        _ left: LanguageValue, _ right: LanguageValue, work: WorkMeter
    ) throws(FunctionFailure) -> Int {
        let ranks = (rank(left), rank(right))
        if ranks.0 != ranks.1 { return ranks.0 < ranks.1 ? -1 : 1 }
        if let left = left.storedNumber, let right = right.storedNumber {
            return NumberOrder.compare(left, right)
        }
        guard let left = left.part, let right = right.part else { return 0 }
        let order = try left.withDocument(work) { bytes in
            Result { () throws(FunctionFailure) in
                try right.withDocument(work) { compareBytes(bytes, $0) }
            }
        }
        return try order.get()
    }

    private static func rank(_ value: LanguageValue) -> Int {
        switch value {
        case .unknown, .missing: 0
        case .boolean, .integer, .unsigned, .double: 1
        case .string: 2
        case .null: 3
        case .data, .array, .dictionary: 4
        }
    }

    /// Compares two strings by their bytes.
    static func compareBytes(
        _ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer
    ) -> Int {
        let common = min(left.count, right.count)
        if common > 0, let first = left.baseAddress, let second = right.baseAddress {
            let order = memcmp(first, second, common)
            if order != 0 { return Int(order) }
        }
        return left.count - right.count
    }
}

extension LanguageValue {
    /// The collection or data, or `nil` if the value is of another type.
    fileprivate var part: LanguageCollection? {
        switch self {
        case .data(let part), .array(let part), .dictionary(let part): part
        default: nil
        }
    }

    /// A hash that is the same for equal values, or `nil` if the value doesn't have one.
    package var equalityHash: UInt64? {
        var hasher = Hasher()
        switch self {
        case .unknown, .data, .array, .dictionary: return nil
        case .missing: hasher.combine(0 as UInt8)
        case .null: hasher.combine(1 as UInt8)
        case .boolean(let value): hasher.combine(value ? 1 : 0 as Int64)
        case .integer(let value): hasher.combine(value)
        case .unsigned(let bits): hasher.combine(Int64(bitPattern: bits))
        case .double(let value):
            // A double equals the integer of the same value.
            if let integer = Int64(exactly: value) {
                hasher.combine(integer)
            } else {
                hasher.combine(value)
            }
        case .string(let bytes): hasher.combine(bytes: bytes)
        }
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }
}
