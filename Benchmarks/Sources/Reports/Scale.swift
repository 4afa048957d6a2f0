import Foundation

/// Formatting of figures with suitable units.
enum Scale {
    /// Formats a number of nanoseconds.
    static func time(_ nanoseconds: Double) -> String {
        text(nanoseconds, [(1e9, "s"), (1e6, "ms"), (1e3, "µs")], smallest: "ns")
    }

    /// Formats a number of bytes.
    static func size(_ bytes: Double) -> String {
        text(bytes, [(1e9, "GB"), (1e6, "MB"), (1e3, "kB")], smallest: "B")
    }

    /// Formats a count.
    static func count(_ count: Double) -> String {
        text(count, [(1e6, "M"), (1e3, "k")], smallest: "").replacing(" ", with: "")
    }

    private static func text(
        _ value: Double, _ units: [(factor: Double, name: String)], smallest: String
    ) -> String {
        let unit = units.first { value >= $0.factor } ?? (1, smallest)
        let scaled = value / unit.factor
        // A measurement is precise to about three digits.
        let isWhole = scaled == scaled.rounded()
        let decimals = scaled >= 100 || isWhole ? 0 : scaled >= 10 ? 1 : 2
        return String(format: "%.\(decimals)f", scaled) + " " + unit.name
    }
}
