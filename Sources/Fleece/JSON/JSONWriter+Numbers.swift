// Numbers as decimal text.
//
// Most doubles of documents have few decimals, such as 129.95. If 129.95 × 100, rounded to the integer
// 12995, divided by 100 is the same double, its text is that of 12995 with a decimal point. No other
// number with at most 15 digits is rounded to this double, so these are the fewest digits that
// identify it. All other doubles are written by the standard library.

extension JSONWriter {
    /// Appends an integer from -2048 to 2047.
    @inline(__always)
    func append(small number: Int) {
        if number >= 0, number < 10 {
            reserve(1).storeBytes(of: UInt8(ascii: "0") &+ UInt8(number), as: UInt8.self)
            advance(1)
        } else {
            append(decimal: UInt64(number.magnitude), isNegative: number < 0)
        }
    }

    func append(decimal magnitude: UInt64, isNegative: Bool) {
        var output = reserve(20)
        if isNegative {
            output.storeBytes(of: UInt8(ascii: "-"), as: UInt8.self)
            output += 1
        }
        let length = Self.numberOfDigits(magnitude)
        Self.store(magnitude, length, at: output)
        advance(length &+ (isNegative ? 1 : 0))
    }

    /// Appends a finite number with the fewest digits that identify it.
    func append(finite number: Double) {
        let magnitude = number.magnitude
        // Below 0.001, the standard library uses an exponent sooner or later.
        guard magnitude >= 0.001, magnitude < 1e9 else { return append(description: number) }
        var scale = 1.0
        for decimals in 0...6 {
            let scaled = Int64(magnitude * scale + 0.5)
            if Double(scaled) / scale == magnitude {
                return append(UInt64(scaled), decimals: decimals, isNegative: number < 0)
            }
            scale *= 10
        }
        append(description: number)
    }

    private func append(description number: Double) {
        number.description.withUTF8Bytes { append(bytes: $0) }
    }

    /// Appends an integer with a decimal point before its last digits, or `.0` without decimals.
    private func append(_ scaled: UInt64, decimals: Int, isNegative: Bool) {
        var whole = scaled
        var fraction: UInt64 = 0
        if decimals > 0 {
            (whole, fraction) = scaled.quotientAndRemainder(
                dividingBy: Self.powersOfTen(decimals))
        }
        append(decimal: whole, isNegative: isNegative)
        let length = max(1, decimals)
        let output = reserve(1 &+ length)
        output.storeBytes(of: UInt8(ascii: "."), as: UInt8.self)
        Self.store(fraction, length, at: output + 1)
        advance(1 &+ length)
    }

    private static func powersOfTen(_ exponent: Int) -> UInt64 {
        switch exponent {
        case 1: 10
        case 2: 100
        case 3: 1000
        case 4: 10_000
        case 5: 100_000
        default: 1_000_000
        }
    }

    @inline(__always)
    private static func numberOfDigits(_ number: UInt64) -> Int {
        var length = 1
        var rest = number
        while rest >= 10_000 {
            rest /= 10_000
            length &+= 4
        }
        return length &+ (rest >= 1000 ? 3 : rest >= 100 ? 2 : rest >= 10 ? 1 : 0)
    }

    /// Stores the last digits of a number, with leading zeros.
    @inline(__always)
    private static func store(_ number: UInt64, _ length: Int, at output: UnsafeMutableRawPointer) {
        var rest = number
        var index = length
        while index >= 2 {
            index &-= 2
            let pair = Int(truncatingIfNeeded: rest % 100)
            rest /= 100
            (output + index).copyMemory(from: pairsOfDigits.utf8Start + 2 &* pair, byteCount: 2)
        }
        if index == 1 {
            output.storeBytes(
                of: UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10), as: UInt8.self)
        }
    }

    /// The digits of 0 to 99, two for each number.
    private static var pairsOfDigits: StaticString {
        """
        00010203040506070809101112131415161718192021222324\
        25262728293031323334353637383940414243444546474849\
        50515253545556575859606162636465666768697071727374\
        75767778798081828384858687888990919293949596979899
        """
    }
}
