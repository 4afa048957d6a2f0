import Fleece

// A decimal key is the text of a number. If such texts are compared by their bytes, they have the order
// of the numbers. A number is 0.d₁d₂d₃… × 10ᵉ, in which d₁ is not zero.
//
//   positive   p, e + 500 as three digits, d₁d₂d₃…
//   zero       o
//   negative   n, 499 - e as three digits, the digits 9 - d₁, 9 - d₂, 9 - d₃, …, and ~
//
// Examples: 12.5 is `p502125`, 0.25 is `p50025`, and -12.5 is `n497874~`.

/// The conversion between numbers and decimal keys.
enum DecimalKey {
    /// The exponents of all numbers of `Decimal` and `Double`, with some space.
    private static let exponents = -500...499

    /// Returns the key of a number, or `nil` if neither `Decimal` nor `Double` can represent a
    /// number of this size.
    static func text(of number: DecimalNumber) -> String? {
        guard let exponent = exponent(of: number) else { return nil }
        guard !number.digits.isEmpty else { return "o" }
        let biased = number.isNegative ? 499 - exponent : exponent + 500
        var text = number.isNegative ? "n" : "p"
        for digit in [biased / 100, biased / 10 % 10, biased % 10] { text += "\(digit)" }
        for digit in number.digits { text += "\(number.isNegative ? 9 - digit : digit)" }
        return number.isNegative ? text + "~" : text
    }

    /// Returns the exponent of a number, or `nil` if neither `Decimal` nor `Double` can represent a
    /// number of this size.
    static func exponent(of number: DecimalNumber) -> Int? {
        let exponent = number.digits.count + number.exponent
        return exponents.contains(exponent) ? exponent : nil
    }

    /// Returns the number of a key, or `nil` if the text is not a key.
    static func number(of text: some BidirectionalCollection<UInt8>) -> DecimalNumber? {
        let isNegative = text.first == UInt8(ascii: "n")
        var rest = text.dropFirst()
        switch text.first {
        case UInt8(ascii: "o"): return rest.isEmpty ? .zero : nil
        case UInt8(ascii: "n"): guard rest.popLast() == UInt8(ascii: "~") else { return nil }
        case UInt8(ascii: "p"): break
        default: return nil
        }
        let values = rest.map { $0 &- UInt8(ascii: "0") }
        guard values.count > 3, values.allSatisfy({ $0 <= 9 }) else { return nil }
        let biased = values[..<3].reduce(0) { $0 * 10 + Int($1) }
        let digits = values[3...].map { isNegative ? 9 - $0 : $0 }
        let exponent = isNegative ? 499 - biased : biased - 500
        guard digits.first != 0, digits.last != 0 else { return nil }
        return DecimalNumber(
            isNegative: isNegative, digits: digits, exponent: exponent - digits.count)
    }
}
