// A number as decimal text: an optional sign, digits with an optional fraction, and an optional
// exponent.
//
// Example: "-120.50e3" has the digits 1, 2, 0, 5 and the exponent 2, because it is -1205 × 10².

/// A number as its decimal digits and a power of ten.
///
/// Texts of equal numbers have equal values.
package struct DecimalNumber: Equatable, Sendable {
    package let isNegative: Bool

    /// The digits from 0 to 9, without zeros at the start and end.
    ///
    /// Zero has no digits.
    package let digits: [UInt8]

    /// The power of ten of the last digit, or 0 for zero.
    package let exponent: Int

    /// Creates the number of a text.
    ///
    /// Returns `nil` if the text is not a number, contains other characters, or if its exponent has
    /// more than 9 digits.
    ///
    /// - Complexity: O(*n*) in the length of the text.
    package init?(_ text: some Collection<UInt8>) {
        var rest = text[...]
        let isNegative = Self.readSign(&rest)
        let whole = rest.prefix { Self.isDigit($0) }
        rest = rest.dropFirst(whole.count)
        var fraction = rest.prefix(0)
        if rest.first == UInt8(ascii: ".") {
            fraction = rest.dropFirst().prefix { Self.isDigit($0) }
            rest = rest.dropFirst(1 + fraction.count)
        }
        guard !whole.isEmpty || !fraction.isEmpty else { return nil }
        var exponent = 0
        if let letter = rest.first, letter | 0x20 == UInt8(ascii: "e") {
            rest = rest.dropFirst()
            let isSmall = Self.readSign(&rest)
            guard !rest.isEmpty, rest.count <= 9, rest.allSatisfy(Self.isDigit) else { return nil }
            exponent = rest.reduce(0) { $0 * 10 + Int($1 &- UInt8(ascii: "0")) }
            if isSmall { exponent = -exponent }
        } else if !rest.isEmpty {
            return nil
        }
        let all = (Array(whole) + Array(fraction)).map { $0 &- UInt8(ascii: "0") }
        let zeros = all.reversed().prefix { $0 == 0 }.count
        let digits = Array(all.dropLast(zeros).drop { $0 == 0 })
        self.isNegative = isNegative
        self.digits = digits
        self.exponent = digits.isEmpty ? 0 : exponent - fraction.count + zeros
    }

    /// The number 0.
    package static let zero = DecimalNumber(isNegative: false, digits: [], exponent: 0)

    /// Creates a number from digits without zeros at the start and end.
    package init(isNegative: Bool, digits: [UInt8], exponent: Int) {
        self.isNegative = isNegative
        self.digits = digits
        self.exponent = exponent
    }

    /// Returns the number as an integer, or `nil` if it has a fraction or the type cannot represent
    /// it.
    package func integer<T: FixedWidthInteger>(_ type: T.Type) -> T? {
        guard exponent >= 0, exponent <= T.bitWidth else { return digits.isEmpty ? 0 : nil }
        var value: T = 0
        for digit in digits + repeatElement(0, count: exponent) {
            let (product, overflow) = value.multipliedReportingOverflow(by: 10)
            let (sum, carry) =
                isNegative
                ? product.subtractingReportingOverflow(T(digit))
                : product.addingReportingOverflow(T(digit))
            if overflow || carry { return nil }
            value = sum
        }
        return value
    }

    /// Removes a sign, and returns whether it is a minus.
    private static func readSign<Text: Collection<UInt8>>(_ text: inout Text) -> Bool
    where Text.SubSequence == Text {
        guard let sign = text.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") else {
            return false
        }
        text = text.dropFirst()
        return sign == UInt8(ascii: "-")
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
    }
}

extension DecimalNumber: CustomStringConvertible {
    /// The number without an exponent, such as `-120500` or `0.025`.
    package var description: String {
        let text = String(decoding: digits.map { $0 + UInt8(ascii: "0") }, as: UTF8.self)
        let sign = isNegative && !digits.isEmpty ? "-" : ""
        guard exponent < 0 else {
            return sign + (text.isEmpty ? "0" : text + String(repeating: "0", count: exponent))
        }
        let zeros = String(repeating: "0", count: max(0, 1 - exponent - text.count))
        return sign + (zeros + text).dropLast(-exponent) + "." + (zeros + text).suffix(-exponent)
    }
}
