extension JSONReader {
    /// Reads a number and writes it.
    ///
    /// A number without a fraction or exponent that fits in 64 bits becomes an integer. Any other
    /// number becomes the nearest double.
    mutating func readNumber() throws(JSONError) {
        let start = index
        let isNegative = text[index] == UInt8(ascii: "-")
        if isNegative { index += 1 }
        var significand: UInt64 = 0
        var isExact = true
        let leadsWithZero = index < text.count && text[index] == UInt8(ascii: "0")
        let digits = scanDigits(&significand, &isExact)
        guard digits > 0 else { throw unexpected("a digit") }
        if leadsWithZero, digits > 1 {
            throw error("a number must not begin with a zero", at: start)
        }
        var exponent = 0
        var isWhole = true
        if index < text.count, text[index] == UInt8(ascii: ".") {
            index += 1
            isWhole = false
            exponent = -scanDigits(&significand, &isExact)
            guard exponent < 0 else { throw unexpected("a digit") }
        }
        if index < text.count, text[index] | 0x20 == UInt8(ascii: "e") {
            isWhole = false
            try readExponent(&exponent)
        }
        if isWhole, isExact, writeInteger(significand, isNegative) { return }
        if isExact, let value = exactDouble(significand, exponent),
            !keepsNumbers || isShort(value, significand)
        {
            return writer.write(isNegative ? -value : value)
        }
        if keepsNumbers {
            return writer.write(data: UnsafeRawBufferPointer(rebasing: text[start..<index]))
        }
        let number = String(decoding: text[start..<index], as: UTF8.self)
        guard let value = Double(number), value.isFinite else {
            throw error("a number is beyond the range of a double", at: start)
        }
        writer.write(value)
    }

    /// Reads digits into the significand and returns their number.
    @inline(__always)
    private mutating func scanDigits(_ significand: inout UInt64, _ isExact: inout Bool) -> Int {
        let start = index
        while index < text.count {
            let digit = text[index] &- UInt8(ascii: "0")
            guard digit < 10 else { break }
            let (product, overflow) = significand.multipliedReportingOverflow(by: 10)
            let (sum, carry) = product.addingReportingOverflow(UInt64(digit))
            if overflow || carry { isExact = false }
            significand = sum
            index += 1
        }
        return index - start
    }

    private mutating func readExponent(_ exponent: inout Int) throws(JSONError) {
        index += 1
        var isNegative = false
        if index < text.count, text[index] == UInt8(ascii: "+") || text[index] == UInt8(ascii: "-")
        {
            isNegative = text[index] == UInt8(ascii: "-")
            index += 1
        }
        let start = index
        var value = 0
        while index < text.count {
            let digit = text[index] &- UInt8(ascii: "0")
            guard digit < 10 else { break }
            // The value does not grow beyond this limit, so that it cannot overflow. A number with
            // such an exponent is out of range in any case.
            if value < 1_000_000 { value = value * 10 + Int(digit) }
            index += 1
        }
        guard index > start else { throw unexpected("a digit") }
        exponent += isNegative ? -value : value
    }

    private func writeInteger(_ magnitude: UInt64, _ isNegative: Bool) -> Bool {
        if !isNegative {
            writer.write(magnitude)
            return true
        }
        // Negative zero is written as a double, which preserves its sign.
        guard magnitude > 0, magnitude <= UInt64(Int64.max) + 1 else { return false }
        writer.write(Int64(truncatingIfNeeded: 0 &- magnitude))
        return true
    }

    /// Returns whether every numeric type reads the same number from the double as from its text.
    ///
    /// A double identifies a text of at most 15 digits, and is equal to it if both are integers of
    /// at most 53 bits. Its nearest `Float` is that of the text, unless the double is in the middle
    /// of two floats.
    private func isShort(_ value: Double, _ significand: UInt64) -> Bool {
        guard significand < 1_000_000_000_000_000, value <= 0x1p53 else { return false }
        return Double(Float(value)) == value || value.significandBitPattern & 0x0FFF_FFFF != 0
    }

    private static let powersOfTen: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
        1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
    ]

    /// Returns the nearest double if a single correctly rounded operation on two exact doubles
    /// gives it.
    ///
    /// This requires a significand of at most 53 bits and a power of ten of at most 22.
    private func exactDouble(_ significand: UInt64, _ exponent: Int) -> Double? {
        guard significand <= 1 << 53, exponent >= -22, exponent <= 22 else { return nil }
        let value = Double(significand)
        return exponent < 0
            ? value / Self.powersOfTen[-exponent] : value * Self.powersOfTen[exponent]
    }
}
