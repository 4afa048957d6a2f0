/// The exact order of integers and floating-point numbers, which is SQLite's.
///
/// Neither operand is rounded. Like SQLite, which stores NULL in its place, NaN comes before every
/// number and equals only itself.
enum NumberOrder {
    /// Compares two integers: below zero, zero or above.
    static func compare(_ left: Int64, _ right: Int64) -> Int {
        left < right ? -1 : left > right ? 1 : 0
    }

    /// Compares two floating-point numbers.
    static func compare(_ left: Double, _ right: Double) -> Int {
        if left < right { return -1 }
        if left > right { return 1 }
        if left == right { return 0 }
        return (right.isNaN ? 1 : 0) - (left.isNaN ? 1 : 0)
    }

    /// Compares an integer with a floating-point number.
    static func compare(_ left: Int64, _ right: Double) -> Int {
        if right >= 0x1p63 { return -1 }
        // NaN is neither above nor below a bound; it must not reach the conversion.
        guard right >= -0x1p63 else { return 1 }
        let whole = Int64(right)
        if left != whole { return left < whole ? -1 : 1 }
        let fraction = right - Double(whole)
        return fraction > 0 ? -1 : fraction < 0 ? 1 : 0
    }
}
