import Fleece
import Foundation

/// A stored number: an exact integer or a double.
enum StoredNumber: Encodable {
    case integer(Int64)
    /// An integer above `Int64.max`.
    case unsigned(UInt64)
    case double(Double)

    /// Creates a number from a stored value.
    ///
    /// The result is `nil` if the value is not a number.
    ///
    /// - Parameter value: A value; a missing value and null count as 0.
    init?(_ value: FleeceValue?) {
        guard let value, !value.isNull else {
            self = .integer(0)
            return
        }
        if let integer = value.kind == .integer ? value.int64 : nil {
            self = .integer(integer)
        } else if let integer = value.kind == .integer ? value.uint64 : nil {
            self = .unsigned(integer)
        } else if let double = value.double {
            self = .double(double)
        } else {
            return nil
        }
    }

    /// Returns the sum, or `nil` if it cannot be stored.
    func adding(_ other: StoredNumber) -> StoredNumber? {
        if case .integer(let left) = self, case .integer(let right) = other {
            let (sum, isTooLarge) = left.addingReportingOverflow(right)
            if !isTooLarge { return .integer(sum) }
        }
        if let left = integer, let right = other.integer {
            let sum = (left + right).description
            return Int64(sum).map { .integer($0) } ?? UInt64(sum).map { .unsigned($0) }
        }
        let sum = double + other.double
        return sum.isFinite ? .double(sum) : nil
    }

    var isNegative: Bool { double < 0 }

    /// Returns whether a type includes the number.
    ///
    /// An integer above `Int64.max` fits only the integer types of the standard library.
    func fits(_ type: any Any.Type) -> Bool {
        func fits<Number: FixedWidthInteger>(_ type: Number.Type) -> Bool {
            switch self {
            case .integer(let value): Number(exactly: value) != nil
            case .unsigned(let value): Number(exactly: value) != nil
            // Another program stored a fraction, which the property cannot have either.
            case .double: true
            }
        }
        if let type = type as? any FixedWidthInteger.Type { return fits(type) }
        if case .unsigned = self { return false }
        return true
    }

    /// The integer, which a `Decimal` represents exactly, as it does the sum of two.
    private var integer: Decimal? {
        switch self {
        case .integer(let value): Decimal(value)
        case .unsigned(let value): Decimal(value)
        case .double: nil
        }
    }

    private var double: Double {
        switch self {
        case .integer(let value): Double(value)
        case .unsigned(let value): Double(value)
        case .double(let value): value
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .integer(let value): try container.encode(value)
        case .unsigned(let value): try container.encode(value)
        case .double(let value): try container.encode(value)
        }
    }
}
