import Fleece
import Foundation

// Numbers are returned as `NSNumber`. On Linux, a Swift `Int` in an `Any` cannot be cast to another
// type, but an `NSNumber` can be cast to every type that can represent its value. Booleans are
// returned as `Bool`.

extension DocumentValue.Form {
    /// The value as an object, or `nil` if it is missing.
    ///
    /// Null becomes `NSNull`. A collection or a blob is the same object for each access.
    package var value: Any? {
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

    /// The number, or 1 and 0 for Booleans.
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

    /// Returns the object for a value that is not a collection.
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
