/// The total of the numbers of a group: an integer as long as all of them are integers.
struct NumberTotal {
    /// How many numbers there are.
    private(set) var count: Int64 = 0
    /// The sum, rounded.
    private(set) var sum = CompensatedSum()
    /// The sum of the integers, unless it has overflowed.
    private(set) var integer: Int64 = 0
    /// Whether all numbers are integers.
    private(set) var isExact = true
    /// Whether the sum of integers is out of range.
    private(set) var hasOverflow = false

    /// Adds an integer.
    mutating func add(_ number: Int64) {
        count += 1
        sum.add(number)
        guard isExact, !hasOverflow else { return }
        let (next, overflow) = integer.addingReportingOverflow(number)
        if overflow { hasOverflow = true } else { integer = next }
    }

    /// Adds a floating-point number.
    mutating func add(_ number: Double) {
        count += 1
        sum.add(number)
        isExact = false
    }

    /// The average; the total must not be empty.
    var average: Double {
        (isExact && !hasOverflow ? Double(integer) : sum.value) / Double(count)
    }
}

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
