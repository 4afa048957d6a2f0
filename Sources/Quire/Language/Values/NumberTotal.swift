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
