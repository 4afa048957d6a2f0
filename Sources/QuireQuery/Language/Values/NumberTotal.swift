/// The total of the numbers in a group, which is an integer if all of them are integers.
package struct NumberTotal {
    /// The number of values.
    package private(set) var count: Int64 = 0
    /// The rounded sum.
    package private(set) var sum = CompensatedSum()
    /// The sum of the integers.
    ///
    /// It is invalid after an overflow.
    package private(set) var integer: Int64 = 0
    /// Whether all numbers are integers.
    package private(set) var isExact = true
    /// Whether the sum of integers is out of range.
    package private(set) var hasOverflow = false

    /// Creates the total of no numbers.
    package init() {}

    /// Adds an integer, or the sum of several integers.
    package mutating func add(_ number: Int64, count: Int64 = 1) {
        self.count += count
        sum.add(number)
        guard isExact, !hasOverflow else { return }
        let (next, overflow) = integer.addingReportingOverflow(number)
        if overflow { hasOverflow = true } else { integer = next }
    }

    /// Adds a floating-point number, or the sum of several numbers.
    package mutating func add(_ number: Double, count: Int64 = 1) {
        self.count += count
        sum.add(number)
        isExact = false
    }

    /// The average.
    ///
    /// The total must not be empty.
    package var average: Double {
        (isExact && !hasOverflow ? Double(integer) : sum.value) / Double(count)
    }
}

/// A sum of floating-point numbers that compensates for rounding errors.
///
/// It uses the algorithm of Kahan, Babuška and Neumaier, as SQLite does since version 3.43.
package struct CompensatedSum {
    private var sum = 0.0
    private var compensation = 0.0

    /// The sum.
    package var value: Double {
        // If the sum is infinite, the compensation is NaN and must not be added.
        let value = sum + compensation
        return compensation.isFinite ? value : sum
    }

    mutating func add(_ number: Double) {
        let next = sum + number
        compensation +=
            abs(sum) > abs(number) ? (sum - next) + number : (number - next) + sum
        sum = next
    }

    /// Adds an integer without rounding it.
    mutating func add(_ integer: Int64) {
        // A double represents both parts exactly.
        let low = integer % (1 << 14)
        add(Double(integer - low))
        if low != 0 { add(Double(low)) }
    }
}
