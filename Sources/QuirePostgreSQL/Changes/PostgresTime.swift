#if PostgreSQL
    import Foundation

    /// A time as the server stores it: microseconds since 2000-01-01 in UTC.
    struct PostgresTime: Hashable, Sendable {
        /// The seconds from 1970-01-01 to 2000-01-01.
        private static let epoch: Int64 = 946_684_800
        /// The range of the server's type: the years 4713 BC to 294276 AD, rounded to seconds.
        private static let range: ClosedRange<Int64> =
            -211_813_488_000_000_000...9_223_371_331_199_000_000

        let microseconds: Int64

        init(microseconds: Int64) {
            self.microseconds = microseconds
        }

        /// Rounds a date to milliseconds.
        ///
        /// A date outside the server's range becomes the nearest end of the range.
        init(_ date: Date) {
            let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
            guard let exact = Int64(exactly: milliseconds) else {
                microseconds = milliseconds < 0 ? Self.range.lowerBound : Self.range.upperBound
                return
            }
            let (sum, overflow) = exact.subtractingReportingOverflow(Self.epoch * 1000)
            let (product, secondOverflow) = sum.multipliedReportingOverflow(by: 1000)
            guard !overflow, !secondOverflow else {
                microseconds = exact < 0 ? Self.range.lowerBound : Self.range.upperBound
                return
            }
            microseconds = min(max(product, Self.range.lowerBound), Self.range.upperBound)
        }

        /// The milliseconds since 1970-01-01.
        var milliseconds: Int64 { microseconds / 1000 + Self.epoch * 1000 }

        var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }
    }
#endif
