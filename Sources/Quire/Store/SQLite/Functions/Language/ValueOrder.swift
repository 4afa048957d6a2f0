import CSQLite
import Fleece
import Foundation

// The order of all values: numbers and truth values, texts, null, arrays and dictionaries. It is
// SQLite's own order of numbers, texts and blobs, so that functions agree with operators.
enum ValueOrder {
    /// Compares two values that are not missing: below zero, zero or above.
    static func compare(_ left: SQLiteArgument, _ right: SQLiteArgument) -> Int {
        let ranks = (rank(left.type), rank(right.type))
        if ranks.0 != ranks.1 { return ranks.0 - ranks.1 }
        return ranks.0 == 0
            ? compareNumbers(left, right) : compareBytes(left.bytes, right.bytes)
    }

    private static func rank(_ type: Int32) -> Int {
        switch type {
        case SQLITE_INTEGER, SQLITE_FLOAT: 0
        case SQLITE_TEXT: 1
        default: 2
        }
    }

    private static func compareNumbers(_ left: SQLiteArgument, _ right: SQLiteArgument) -> Int {
        switch (left.type, right.type) {
        case (SQLITE_INTEGER, SQLITE_INTEGER):
            NumberOrder.compare(left.integer, right.integer)
        case (SQLITE_INTEGER, _): NumberOrder.compare(left.integer, right.double)
        case (_, SQLITE_INTEGER): -NumberOrder.compare(right.integer, left.double)
        default: NumberOrder.compare(left.double, right.double)
        }
    }

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

    /// Whether an item of an array equals a value, as the operator has it.
    ///
    /// - Throws: ``FunctionFailure/interrupted`` if the query has to end.
    static func isEqual(
        _ item: FleeceValue, _ value: SQLiteArgument, _ work: WorkMeter
    ) throws(FunctionFailure) -> Bool {
        switch item.kind {
        case .undefined: return false
        case .null: return value.isNull
        case .boolean: return value.number == (item.boolean == true ? 1 : 0)
        case .integer:
            guard let integer = item.int64 ?? item.uint64.map(Int64.init(bitPattern:)) else {
                return false
            }
            return value.type == SQLITE_INTEGER
                ? value.integer == integer
                : value.type == SQLITE_FLOAT && NumberOrder.compare(integer, value.double) == 0
        case .float, .double:
            guard let double = item.double else { return false }
            return value.type == SQLITE_INTEGER
                ? NumberOrder.compare(value.integer, double) == 0
                : value.type == SQLITE_FLOAT && value.double == double
        case .string:
            return value.type == SQLITE_TEXT
                && item.withStringBytes { compareBytes($0, value.bytes) == 0 } == true
        case .data, .array, .dictionary:
            guard value.type == SQLITE_BLOB, !value.isNull else { return false }
            let writer = FleeceWriter()
            writer.interruption = work.interruption
            writer.write(writer.encode(copyOf: item))
            let count = try? writer.withFinishedBytes { bytes in
                compareBytes(bytes, value.bytes) == 0 ? -1 : bytes.count
            }
            try work.charge(count ?? 0)
            return count == -1
        }
    }
}
