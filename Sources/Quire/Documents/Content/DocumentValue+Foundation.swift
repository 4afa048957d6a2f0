import Fleece
import Foundation

// Numbers come out as `NSNumber`: on Linux a Swift `Int` in an `Any` casts to no other type, while an
// `NSNumber` casts to every type that holds its value. Truth values come out as `Bool`.

extension DocumentValue.Form {
    /// The value as an object: a collection or a blob is the one that every other access gives, null
    /// is `NSNull`; `nil` if there is none.
    var value: Any? {
        switch self {
        case .missing: nil
        case .null: NSNull()
        case .boolean(let truth): truth
        case .integer, .unsigned, .float, .double: number
        case .string(let text): text
        case .data(let bytes): bytes
        case .unwritable(let date): date
        case .stored(let value): Self.object(value)
        case .dictionary(let dictionary): dictionary
        case .array(let array): array
        case .blob(let blob): blob
        }
    }

    /// The number, or 1 and 0 for truth values.
    var number: NSNumber? {
        switch self {
        case .boolean(let truth): NSNumber(value: truth)
        case .integer(let number): NSNumber(value: number)
        case .unsigned(let number): NSNumber(value: number)
        case .float(let number): NSNumber(value: number)
        case .double(let number): NSNumber(value: number)
        case .stored(let value): value.boolean.map { NSNumber(value: $0) } ?? Self.number(value)
        default: nil
        }
    }

    /// The object of a value that is no collection.
    static func object(_ value: FleeceValue) -> Any? {
        switch value.kind {
        case .null: NSNull()
        case .boolean: value.boolean
        case .integer, .float, .double: number(value)
        case .string: value.string
        case .data: value.withDataBytes { Data($0) }
        case .array, .dictionary, .undefined: nil
        }
    }

    private static func number(_ value: FleeceValue) -> NSNumber? {
        switch value.kind {
        case .integer:
            value.int64.map { NSNumber(value: $0) } ?? value.uint64.map { NSNumber(value: $0) }
        case .float: value.float.map { NSNumber(value: $0) }
        case .double: value.double.map { NSNumber(value: $0) }
        default: nil
        }
    }
}
