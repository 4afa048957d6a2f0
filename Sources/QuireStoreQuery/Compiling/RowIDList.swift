/// A list of row IDs that an index has found.
///
/// The list uses a radix sort, which takes a fixed time for each row ID. A comparison sort would
/// take longer than finding the row IDs.
struct RowIDList {
    private(set) var numbers: [Int64] = []
    private var isSorted = true

    mutating func append(_ number: Int64) {
        if let last = numbers.last, number < last { isSorted = false }
        numbers.append(number)
    }

    /// Sorts the row IDs.
    ///
    /// - Complexity: O(*n*) in the number of row IDs, times the number of digits of the greatest
    ///   one.
    mutating func sort() {
        if isSorted { return }
        isSorted = true
        // For a few hundred row IDs, the tables of a radix sort take longer. Negative numbers are
        // not supported.
        guard numbers.count > 256, let least = numbers.min(), least >= 0,
            let greatest = numbers.max()
        else { return numbers.sort() }
        var shift = 0
        while shift < Int64.bitWidth, greatest >> Int64(shift) > 0 {
            sort(byDigitAt: shift)
            shift += Self.digitWidth
        }
    }

    private static let digitWidth = 11

    /// Sorts by one digit, in stable order.
    private mutating func sort(byDigitAt shift: Int) {
        let mask = (1 << Self.digitWidth) - 1
        var offsets = [Int](repeating: 0, count: mask + 2)
        for number in numbers { offsets[(Int(number) >> shift) & mask + 1] += 1 }
        for digit in 1...mask { offsets[digit] += offsets[digit - 1] }
        var sorted = numbers
        for number in numbers {
            let digit = (Int(number) >> shift) & mask
            sorted[offsets[digit]] = number
            offsets[digit] += 1
        }
        numbers = sorted
    }
}
