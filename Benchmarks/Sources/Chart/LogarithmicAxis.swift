import Foundation

/// An axis on which each power of ten is as long as the next.
struct LogarithmicAxis {
    /// The powers of ten that it has ticks at.
    let exponents: ClosedRange<Int>
    /// Where the lowest and the highest power lie; the lowest can be the greater, as in pictures the
    /// vertical axis is.
    let start: Double
    let end: Double

    /// Makes an axis that is long enough for values above zero.
    init(_ values: [Double], start: Double, end: Double) {
        let low = Int(log10(values.min() ?? 1).rounded(.down))
        let high = Int(log10(values.max() ?? 1).rounded(.up))
        exponents = low...max(high, low + 1)
        self.start = start
        self.end = end
    }

    var ticks: [Double] { exponents.map { pow(10, Double($0)) } }

    func position(_ value: Double) -> Double {
        let steps = Double(exponents.count - 1)
        return start + (log10(value) - Double(exponents.lowerBound)) / steps * (end - start)
    }
}
