/// Numbers of documents, as an index gives them.
///
/// They are sorted by their digits: that takes a fixed time for each, and a comparing sort more than
/// finding the number.
struct DocumentNumbers {
    private(set) var numbers: [Int64] = []
    private var isSorted = true

    mutating func append(_ number: Int64) {
        if let last = numbers.last, number < last { isSorted = false }
        numbers.append(number)
    }

    /// Puts the numbers in order.
    ///
    /// - Complexity: O(*n*) in their count, times the number of digits of the widest.
    mutating func sort() {
        if isSorted { return }
        isSorted = true
        // Below some hundreds the tables of digits take longer; numbers below zero have no digits.
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

    /// Sorts by one digit; what has the same one stays in its order.
    private mutating func sort(byDigitAt shift: Int) {
        let mask = (1 << Self.digitWidth) - 1
        var places = [Int](repeating: 0, count: mask + 2)
        for number in numbers { places[(Int(number) >> shift) & mask + 1] += 1 }
        for digit in 1...mask { places[digit] += places[digit - 1] }
        var sorted = numbers
        for number in numbers {
            let digit = (Int(number) >> shift) & mask
            sorted[places[digit]] = number
            places[digit] += 1
        }
        numbers = sorted
    }
}
