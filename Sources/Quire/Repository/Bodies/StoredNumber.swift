import Fleece

/// A stored number: an exact integer or a double.
enum StoredNumber: Encodable {
    case integer(Int64)
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
        self.init(present: value)
    }

    /// Creates a number from a stored value that must exist.
    ///
    /// The result is `nil` if the value is missing or not a number.
    ///
    /// - Parameter value: A value.
    init?(present value: FleeceValue?) {
        switch value?.kind {
        case .integer:
            if let integer = value?.int64 { self = .integer(integer) } else { return nil }
        case .float, .double:
            if let double = value?.double { self = .double(double) } else { return nil }
        default: return nil
        }
    }

    /// Returns the sum, or `nil` if it cannot be stored.
    func adding(_ other: StoredNumber) -> StoredNumber? {
        combined(other, { $0.addingReportingOverflow($1) }, +)
    }

    /// Returns the difference, or `nil` if it cannot be stored.
    func subtracting(_ other: StoredNumber) -> StoredNumber? {
        combined(other, { $0.subtractingReportingOverflow($1) }, -)
    }

    private func combined(
        _ other: StoredNumber, _ integers: (Int64, Int64) -> (partialValue: Int64, overflow: Bool),
        _ doubles: (Double, Double) -> Double
    ) -> StoredNumber? {
        if case .integer(let left) = self, case .integer(let right) = other {
            let (result, overflow) = integers(left, right)
            return overflow ? nil : .integer(result)
        }
        let result = doubles(double, other.double)
        return result.isFinite ? .double(result) : nil
    }

    private var double: Double {
        switch self {
        case .integer(let value): Double(value)
        case .double(let value): value
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .integer(let value): try container.encode(value)
        case .double(let value): try container.encode(value)
        }
    }
}

extension StoredNumber: Comparable {
    static func == (left: StoredNumber, right: StoredNumber) -> Bool {
        !(left < right) && !(right < left)
    }

    static func < (left: StoredNumber, right: StoredNumber) -> Bool {
        switch (left, right) {
        case (.integer(let left), .integer(let right)): left < right
        default: left.double < right.double
        }
    }
}
