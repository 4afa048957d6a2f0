import Foundation
import QuireDocuments

/// A moment in a time zone, as a day and a time of the proleptic Gregorian calendar.
///
/// The rules of the time zone are those of Foundation.
struct ZonedMoment {
    /// The number of seconds from 1970 UTC, rounded down.
    private let seconds: Int64
    private let zone: TimeZone
    /// The offset of the zone in seconds east of GMT.
    private let offset: Int64

    private static let dayLength: Int64 = 86_400

    /// - Parameters:
    ///   - date: A date in the years 0 to 9999.
    ///   - zone: The time zone.
    init(_ date: Date, in zone: TimeZone) {
        seconds = Int64(date.timeIntervalSince1970.rounded(.down))
        self.zone = zone
        offset = Int64(zone.secondsFromGMT(for: date))
    }

    /// The number of seconds from 1970-01-01T00:00 to the day and time in the zone.
    private var local: Int64 { seconds + offset }
    private var days: Int { Int(DocumentDate.floorDivide(local, Self.dayLength)) }
    private var timeOfDay: Int { Int(local) - days * Int(Self.dayLength) }
    private var day: CivilDay { CivilDay(daysSince1970: days) }

    /// The number of days since the last Monday.
    private var daysSinceMonday: Int { days + 3 - DocumentDate.floorDivide(days + 3, 7) * 7 }

    /// The day that determines the year of a week.
    private var thursday: Int { days - daysSinceMonday + 3 }

    private func first(month: Int) -> Int {
        CivilDay(year: day.year, month: month, day: 1).daysSince1970
    }

    private static func newYear(_ year: Int) -> Int {
        CivilDay(year: year, month: 1, day: 1).daysSince1970
    }

    /// Returns a part as a number.
    func value(of part: CalendarPart) -> Int64 {
        let value =
            switch part {
            case .year: day.year
            case .quarter: (day.month - 1) / 3 + 1
            case .month: day.month
            case .day: day.day
            case .hour: timeOfDay / 3600
            case .minute: timeOfDay / 60 % 60
            case .second: timeOfDay % 60
            case .weekday: (daysSinceMonday + 1) % 7 + 1
            case .dayOfYear: days - first(month: 1) + 1
            case .week: (thursday - Self.newYear(weekYear)) / 7 + 1
            case .weekYear: weekYear
            }
        return Int64(value)
    }

    private var weekYear: Int { CivilDay(daysSince1970: thursday).year }

    /// Returns the first moment of the unit that contains this moment.
    ///
    /// - Parameter unit: A part. A day of the week or of the year begins with the day.
    /// - Returns: The moment.
    func start(of unit: CalendarPart) -> Date {
        switch unit {
        case .second: return Date(timeIntervalSince1970: Double(seconds))
        // As in Foundation, the seconds of an offset before 1900 do not move the minutes.
        case .minute:
            return Date(timeIntervalSince1970: Double(DocumentDate.floorDivide(seconds, 60) * 60))
        case .hour:
            let rest = local - DocumentDate.floorDivide(local, 3600) * 3600
            return Date(timeIntervalSince1970: Double(seconds - rest))
        case .year: return start(ofDay: first(month: 1))
        case .quarter: return start(ofDay: first(month: (day.month - 1) / 3 * 3 + 1))
        case .month: return start(ofDay: first(month: day.month))
        case .week: return start(ofDay: days - daysSinceMonday)
        case .weekYear:
            // January 4 is always in the first week.
            let fourth = Self.newYear(weekYear) + 3
            return start(ofDay: fourth - (fourth + 3 - DocumentDate.floorDivide(fourth + 3, 7) * 7))
        case .day, .weekday, .dayOfYear: return start(ofDay: days)
        }
    }

    /// Returns the first moment of a day.
    ///
    /// It is midnight, and the earlier one if the clock shows it twice. If the clock skips midnight,
    /// it is the moment after the change.
    private func start(ofDay day: Int) -> Date {
        let midnight = Int64(day) * Self.dayLength
        // The offsets before and after a change near midnight. The greater one belongs to the earlier
        // moment.
        let offsets = [offset(at: midnight - 129_600), offset(at: midnight + 129_600)]
        for offset in offsets.sorted(by: >) where self.offset(at: midnight - offset) == offset {
            return Date(timeIntervalSince1970: Double(midnight - offset))
        }
        // The clock shows less than midnight before the change, and more after it.
        var (before, after) = (midnight - (offsets.max() ?? 0), midnight - (offsets.min() ?? 0))
        while after - before > 1 {
            let middle = before + (after - before) / 2
            if middle + offset(at: middle) < midnight { before = middle } else { after = middle }
        }
        return Date(timeIntervalSince1970: Double(after))
    }

    private func offset(at seconds: Int64) -> Int64 {
        Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds))))
    }
}
