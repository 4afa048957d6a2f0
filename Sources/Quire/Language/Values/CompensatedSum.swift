/// A sum of floating-point numbers that keeps what rounding would lose.
///
/// It is the algorithm of Kahan, Babuška and Neumaier, by which SQLite adds since version 3.43.
struct CompensatedSum {
    private var sum = 0.0
    private var compensation = 0.0

    /// The sum.
    var value: Double {
        // An infinite sum has no compensation, which is not a number then.
        let value = sum + compensation
        return compensation.isFinite ? value : sum
    }

    /// Adds a number.
    mutating func add(_ number: Double) {
        let next = sum + number
        compensation +=
            abs(sum) > abs(number) ? (sum - next) + number : (number - next) + sum
        sum = next
    }

    /// Adds an integer, of which nothing is rounded away.
    mutating func add(_ integer: Int64) {
        // Each of the two parts is a number that a double represents.
        let low = integer % (1 << 14)
        add(Double(integer - low))
        if low != 0 { add(Double(low)) }
    }
}
