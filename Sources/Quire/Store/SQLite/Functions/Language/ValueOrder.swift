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
            order(sqlite3_value_int64(left.value), sqlite3_value_int64(right.value))
        case (SQLITE_INTEGER, _):
            compare(sqlite3_value_int64(left.value), sqlite3_value_double(right.value))
        case (_, SQLITE_INTEGER):
            -compare(sqlite3_value_int64(right.value), sqlite3_value_double(left.value))
        default:
            order(sqlite3_value_double(left.value), sqlite3_value_double(right.value))
        }
    }

    private static func order<T: Comparable>(_ left: T, _ right: T) -> Int {
        left < right ? -1 : left > right ? 1 : 0
    }

    /// Compares exactly: a double does not round the integer.
    private static func compare(_ integer: Int64, _ double: Double) -> Int {
        if double >= 0x1p63 { return -1 }
        if double < -0x1p63 { return 1 }
        let whole = Int64(double.rounded(.towardZero))
        return integer == whole ? order(Double(whole), double) : order(integer, whole)
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
    static func isEqual(_ item: FleeceValue, _ value: SQLiteArgument) -> Bool {
        switch item.kind {
        case .undefined: return false
        case .null: return value.isNull
        case .boolean: return value.number == (item.boolean == true ? 1 : 0)
        case .integer:
            guard let integer = item.int64 ?? item.uint64.map(Int64.init(bitPattern:)) else {
                return false
            }
            return value.type == SQLITE_INTEGER
                ? sqlite3_value_int64(value.value) == integer
                : value.type == SQLITE_FLOAT
                    && compare(integer, sqlite3_value_double(value.value)) == 0
        case .float, .double:
            guard let double = item.double else { return false }
            return value.type == SQLITE_INTEGER
                ? compare(sqlite3_value_int64(value.value), double) == 0
                : value.type == SQLITE_FLOAT && sqlite3_value_double(value.value) == double
        case .string:
            return value.type == SQLITE_TEXT
                && item.withStringBytes { compareBytes($0, value.bytes) == 0 } == true
        case .data, .array, .dictionary:
            guard value.type == SQLITE_BLOB, !value.isNull else { return false }
            let writer = FleeceWriter()
            writer.write(writer.encode(copyOf: item))
            return (try? writer.withFinishedBytes { compareBytes($0, value.bytes) == 0 }) == true
        }
    }
}
