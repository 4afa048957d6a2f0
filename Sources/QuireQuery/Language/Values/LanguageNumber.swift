import Foundation

/// A number of the query language.
package enum LanguageNumber {
    case integer(Int64)
    case double(Double)

    /// The number as the nearest double.
    package var double: Double {
        switch self {
        case .integer(let value): Double(value)
        case .double(let value): value
        }
    }

    /// The number without its fraction, clamped to the range of integers.
    package var truncated: Int64 {
        switch self {
        case .integer(let value): value
        case .double(let value):
            Int64(exactly: value.rounded(.towardZero)) ?? (value < 0 ? .min : .max)
        }
    }

    /// Whether the number is not zero.
    package var isTrue: Bool {
        switch self {
        case .integer(let value): value != 0
        case .double(let value): value != 0
        }
    }
}

extension NumberOrder {
    /// Compares two numbers exactly.
    static func compare(_ left: LanguageNumber, _ right: LanguageNumber) -> Int {
        switch (left, right) {
        case (.integer(let left), .integer(let right)): compare(left, right)
        case (.integer(let left), .double(let right)): compare(left, right)
        case (.double(let left), .integer(let right)): -compare(right, left)
        case (.double(let left), .double(let right)): compare(left, right)
        }
    }
}

extension LanguageValue {
    package init(_ number: LanguageNumber) {
        switch number {
        case .integer(let value): self = .integer(value)
        case .double(let value): self.init(number: value)
        }
    }

    /// The number, or `nil` if the value is neither a number nor a Boolean.
    var storedNumber: LanguageNumber? {
        switch self {
        case .boolean(let value): .integer(value ? 1 : 0)
        case .integer(let value): .integer(value)
        case .unsigned(let bits): .integer(Int64(bitPattern: bits))
        case .double(let value): .double(value)
        default: nil
        }
    }

    /// The number as a double, or `nil` if the value is neither a number nor a Boolean.
    package var number: Double? { storedNumber?.double }

    /// The number without its fraction, or `nil` if the value is not a number or is out of range.
    package var truncated: Int64? {
        switch storedNumber {
        case .integer(let value)?: value
        case .double(let value)?: Int64(exactly: value.rounded(.towardZero))
        case nil: nil
        }
    }

    /// The value as an operand of arithmetic or as a condition.
    ///
    /// For a string, it is the number at the start of the string. For null and collections, it is
    /// 0. For a missing or unknown value, it is `nil`.
    var numericValue: LanguageNumber? {
        switch self {
        case .unknown, .missing: nil
        case .null, .data, .array, .dictionary: .integer(0)
        case .string(let bytes): NumericPrefix(bytes).number
        default: storedNumber
        }
    }

    /// The integer at the start of the value, as an operand of `%`.
    var wholeValue: Int64? {
        if case .string(let bytes) = self {
            let digits = bytes.prefix { $0 < 0x80 && $0 != 0x2E && $0 | 0x20 != 0x65 }
            return NumericPrefix(UnsafeRawBufferPointer(rebasing: digits)).number.truncated
        }
        return numericValue?.truncated
    }

    /// The number in a string that consists only of a number, or the value itself.
    ///
    /// SQL applies this conversion to strings in comparisons with a numeric column.
    var asNumeric: LanguageValue {
        guard case .string(let bytes) = self else { return self }
        let prefix = NumericPrefix(bytes)
        return prefix.isComplete ? LanguageValue(prefix.number) : self
    }
}

/// The number at the start of a string, as read by SQL.
struct NumericPrefix {
    /// The number, or 0 if the string doesn't begin with a number.
    let number: LanguageNumber
    /// Whether the string contains only the number and white space.
    let isComplete: Bool

    init(_ text: UnsafeRawBufferPointer) {
        var index = 0
        func byte(_ index: Int) -> UInt8 { index < text.count ? text[index] : 0 }
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
        func isSign(_ byte: UInt8) -> Bool { byte == 0x2B || byte == 0x2D }
        func digits() -> Int {
            let start = index
            while (0x30...0x39).contains(byte(index)) { index += 1 }
            return index - start
        }
        while isBlank(byte(index)) { index += 1 }
        let start = index
        if isSign(byte(index)) { index += 1 }
        var count = digits()
        var isInteger = true
        if byte(index) == 0x2E {
            isInteger = false
            index += 1
            count += digits()
        }
        guard count > 0 else {
            (number, isComplete) = (.integer(0), false)
            return
        }
        if byte(index) | 0x20 == 0x65 {
            let mantissa = index
            index += 1
            if isSign(byte(index)) { index += 1 }
            if digits() > 0 { isInteger = false } else { index = mantissa }
        }
        let literal = String(decoding: text[start..<index], as: UTF8.self)
        while isBlank(byte(index)) { index += 1 }
        isComplete = index == text.count
        if isInteger, let integer = Int64(literal) {
            number = .integer(integer)
        } else {
            number = .double(strtod(literal, nil))
        }
    }
}
