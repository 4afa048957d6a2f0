/// The exact order of integers and floating-point numbers, which is that of SQLite.
///
/// No operand is rounded. NaN precedes every number and equals only itself, because SQLite stores
/// NULL in its place.
enum NumberOrder {
    /// Compares two integers and returns a negative number, zero or a positive number.
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
        // NaN fails both comparisons and must not reach the conversion.
        guard right >= -0x1p63 else { return 1 }
        let whole = Int64(right)
        if left != whole { return left < whole ? -1 : 1 }
        let fraction = right - Double(whole)
        return fraction > 0 ? -1 : fraction < 0 ? 1 : 0
    }
}
