/// A day of the proleptic Gregorian calendar.
///
/// The algorithm starts each year on March 1, so that a leap day is the last day of its year and no
/// table of month lengths is needed. See H. Hinnant, "chrono-Compatible Low-Level Date Algorithms".
package struct CivilDay: Equatable {
    package let year: Int
    package let month: Int
    package let day: Int

    /// The number of days from 0000-03-01 to 1970-01-01.
    private static let epoch = 719_468
    private static let daysInEra = 146_097

    package init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    package init(daysSince1970 days: Int) {
        let shifted = days &+ Self.epoch
        let era = DocumentDate.floorDivide(shifted, Self.daysInEra)
        // Within an era, all values fit into 32 bits. Dividing 32-bit integers is faster.
        let dayOfEra = UInt32(truncatingIfNeeded: shifted &- era &* Self.daysInEra)
        let yearOfEra =
            (dayOfEra &- dayOfEra / 1460 &+ dayOfEra / 36_524 &- dayOfEra / 146_096) / 365
        let dayOfYear =
            dayOfEra &- (365 &* yearOfEra &+ yearOfEra / 4 &- yearOfEra / 100)
        let shiftedMonth = (5 &* dayOfYear &+ 2) / 153
        day = Int(dayOfYear &- (153 &* shiftedMonth &+ 2) / 5 &+ 1)
        month = Int(shiftedMonth < 10 ? shiftedMonth &+ 3 : shiftedMonth &- 9)
        year = Int(yearOfEra) &+ era &* 400 &+ (month <= 2 ? 1 : 0)
    }

    package var daysSince1970: Int {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = DocumentDate.floorDivide(shiftedYear, 400)
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * Self.daysInEra + dayOfEra - Self.epoch
    }

    /// Whether this day exists in the calendar.
    var isReal: Bool {
        guard (1...12).contains(month), day >= 1 else { return false }
        let isLeap =
            year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
        let length =
            switch month {
            case 2: isLeap ? 29 : 28
            case 4, 6, 9, 11: 30
            default: 31
            }
        return day <= length
    }
}
