import Fleece
import Foundation

// Conversions for the typed accessors, which follow Couchbase Lite's lenient rules: `true` read as
// a number is 1, and a string read as a number is 0. The underlying strict conversions are those of
// `FleeceValue`.

extension DocumentValue.Form {
    /// The string, or `nil` for any other type.
    var string: String? {
        switch self {
        case .string(let text): text
        case .stored(let value): value.string
        default: nil
        }
    }

    /// The date, if the value is a string in one of the formats that ``DocumentDate`` accepts.
    var date: Date? {
        switch self {
        case .string(let text): DocumentDate.date(from: text)
        case .stored(let value): value.date
        case .unwritable(let date): date
        default: nil
        }
    }

    /// The number, truncated toward zero and clamped to the range of `Int64`; 1 for `true`;
    /// otherwise 0.
    var int64: Int64 {
        switch self {
        case .boolean(let truth): truth ? 1 : 0
        case .integer(let number): number
        case .unsigned: .max
        case .float(let number): Int64(truncating: Double(number))
        case .double(let number): Int64(truncating: number)
        case .stored(let value):
            value.int64 ?? value.double.map(Int64.init(truncating:))
                ?? (value.boolean == true ? 1 : 0)
        default: 0
        }
    }

    /// The number as a `Double`; 1 for `true`; otherwise 0.
    var double: Double {
        switch self {
        case .boolean(let truth): truth ? 1 : 0
        case .integer(let number): Double(number)
        case .unsigned(let number): Double(number)
        case .float(let number): Double(number)
        case .double(let number): number
        case .stored(let value): value.double ?? (value.boolean == true ? 1 : 0)
        default: 0
        }
    }

    /// Whether the value is something other than `false`, zero, null or missing.
    var boolean: Bool {
        switch self {
        case .missing, .null: false
        case .boolean(let truth): truth
        case .integer, .unsigned, .float, .double: double != 0
        case .stored(let value):
            value.boolean ?? value.double.map { $0 != 0 }
                ?? (!value.isNull && value.kind != .undefined)
        case .string, .data, .unwritable, .dictionary, .array, .blob: true
        }
    }

    var dictionary: DictionaryObject? {
        if case .dictionary(let dictionary) = self { dictionary } else { nil }
    }

    var array: ArrayObject? {
        if case .array(let array) = self { array } else { nil }
    }

    var blob: Blob? {
        if case .blob(let blob) = self { blob } else { nil }
    }
}

extension Int64 {
    /// Truncates a number toward zero and clamps it to the range of `Int64`.
    ///
    /// NaN becomes 0.
    fileprivate init(truncating number: Double) {
        self =
            Int64(exactly: number.rounded(.towardZero))
            ?? (number.isNaN ? 0 : number < 0 ? .min : .max)
    }
}
