import Foundation

/// A logarithmic axis.
struct LogarithmicAxis {
    /// The exponents of the powers of ten with ticks.
    let exponents: ClosedRange<Int>
    /// The positions of the lowest and the highest power; the lowest can have the greater
    /// coordinate, as
    /// on a vertical axis.
    let start: Double
    let end: Double

    /// Creates an axis that covers positive values.
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
