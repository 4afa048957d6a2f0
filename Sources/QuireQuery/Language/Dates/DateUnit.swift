/// A unit for counting dates.
struct DateUnit {
    /// The number of milliseconds in the unit, or `nil` if its length varies.
    private(set) var milliseconds: Int64?
    /// The number of months in the unit, if its length varies.
    private(set) var months: Int64 = 0

    private static let units: [String: DateUnit] = [
        "millisecond": DateUnit(milliseconds: 1), "second": DateUnit(milliseconds: 1000),
        "minute": DateUnit(milliseconds: 60_000), "hour": DateUnit(milliseconds: 3_600_000),
        "day": DateUnit(milliseconds: 86_400_000), "week": DateUnit(milliseconds: 604_800_000),
        "month": DateUnit(months: 1), "quarter": DateUnit(months: 3), "year": DateUnit(months: 12),
        "decade": DateUnit(months: 120), "century": DateUnit(months: 1200),
        "millennium": DateUnit(months: 12_000),
    ]

    private init(milliseconds: Int64? = nil, months: Int64 = 0) {
        self.milliseconds = milliseconds
        self.months = months
    }

    /// Creates the unit with a name, ignoring case, or returns `nil` if the name is unknown.
    init?(_ name: String) {
        guard let unit = Self.units[name.lowercased()] else { return nil }
        self = unit
    }

    /// Adds a number of units to a moment.
    ///
    /// A day that exceeds the length of a month is carried over to the next month: one month after
    /// January 31 is March 2 or 3.
    ///
    /// - Returns: The moment, or `nil` if it is out of the range of dates.
    func adding(_ count: Int64, to moment: Int64) -> Int64? {
        if let milliseconds {
            let (span, isTooLong) = count.multipliedReportingOverflow(by: milliseconds)
            let (sum, isTooFar) = moment.addingReportingOverflow(span)
            return isTooLong || isTooFar ? nil : CivilMoment.checked(sum)
        }
        // A greater distance is out of the range of dates. With this limit, the arithmetic below
        // cannot overflow.
        guard count.magnitude <= 10_000_000 else { return nil }
        let start = CivilMoment(moment)
        let month = Int64(start.day.year) * 12 + Int64(start.day.month - 1) + count * months
        let year = DocumentDate.floorDivide(month, 12)
        guard year.magnitude < 400_000 else { return nil }
        let first = CivilDay(year: Int(year), month: Int(month - year * 12) + 1, day: 1)
        let days = Int64(first.daysSince1970) + Int64(start.day.day) - 1
        return CivilMoment.checked(days * CivilMoment.dayLength + start.timeOfDay)
    }

    /// Returns the number of unit boundaries between two moments.
    ///
    /// Weeks are derived from the number of days, and units longer than a month from the number of
    /// months or years.
    func difference(_ left: Int64, _ right: Int64) -> Int64 {
        if let milliseconds {
            let unit = min(milliseconds, CivilMoment.dayLength)
            let count =
                DocumentDate.floorDivide(left, unit) - DocumentDate.floorDivide(right, unit)
            return count / (milliseconds / unit)
        }
        let (first, second) = (CivilMoment(left), CivilMoment(right))
        if months < 12 {
            let count = (first.day.year - second.day.year) * 12 + first.day.month - second.day.month
            return Int64(count) / months
        }
        return Int64(first.day.year - second.day.year) / (months / 12)
    }
}
