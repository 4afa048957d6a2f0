public import Foundation
import SQLPlusPlus

/// A type whose values are dates in queries: `Date` and `Date?`.
///
/// ```swift
/// let recent = hotels.filter { $0.openedAt.year(in: zone) >= 2020 }
/// ```
public protocol QueryDate<QueryDatePart, QueryDateText> {
    /// The type of a number in a date: `Int` or `Int?`.
    associatedtype QueryDatePart
    /// The type of the text of a date: `String` or `String?`.
    associatedtype QueryDateText
}

extension Date: QueryDate {
    /// The type of a number in a date.
    public typealias QueryDatePart = Int
    /// The type of the text of a date.
    public typealias QueryDateText = String
}

extension Optional: QueryDate where Wrapped: QueryDate {
    /// The type of a number in a date.
    public typealias QueryDatePart = Wrapped.QueryDatePart?
    /// The type of the text of a date.
    public typealias QueryDateText = Wrapped.QueryDateText?
}

/// A unit of the calendar.
///
/// ```swift
/// let byWeek = hotels.grouped { $0.openedAt.start(of: .week, in: zone) }
/// ```
public enum CalendarUnit: String, Hashable, Sendable, CaseIterable {
    /// A year.
    case year
    /// A quarter of a year.
    case quarter
    /// A month.
    case month
    /// A week, which begins on Monday.
    case week
    /// A day.
    case day
    /// An hour.
    case hour
    /// A minute.
    case minute
    /// A second.
    case second
}

// The text of the year, month or day of a date is the beginning of the stored form of its day.
//
// Example: `$0.date.month` is REGEXP_REPLACE(DATE_START(date, 'day', 'UTC'), '^(.{7}).*$', '$1'), which is
// `2026-11`.

extension QueryField where Value: QueryDate {
    /// The year in UTC as text, such as `2026`, or `nil`.
    public var year: QueryField<Root, Value.QueryDateText> { beginning(length: 4) }

    /// The year and month in UTC as text, such as `2026-11`, or `nil`.
    public var month: QueryField<Root, Value.QueryDateText> { beginning(length: 7) }

    /// The year, month and day in UTC as text, such as `2026-11-28`, or `nil`.
    public var day: QueryField<Root, Value.QueryDateText> { beginning(length: 10) }

    private func beginning(length: Int64) -> QueryField<Root, Value.QueryDateText> {
        part { date in
            let day = QueryTerm.call(
                "DATE_START", [date, .literal(.string("day")), .literal(.string("UTC"))])
            return .call(
                "REGEXP_REPLACE",
                [
                    day, .literal(.string("^(.{\(length)}).*$")), .literal(.string("$1")),
                ])
        }
    }
}

// The rules of the time zone are those of Foundation. A condition is not true for a stored value that a
// model cannot read as a date.
extension QueryField where Value: QueryDate {
    /// Returns the year in a time zone, or `nil`.
    ///
    /// ```swift
    /// let zone = TimeZone(identifier: "Europe/Oslo") ?? .gmt
    /// let opened = hotels.filter { $0.openedAt.year(in: zone) == 2026 }
    /// ```
    ///
    /// - Parameter zone: A time zone with an identifier that is known to the system.
    /// - Returns: A computed field. The year is that of the proleptic Gregorian calendar.
    public func year(in zone: TimeZone) -> QueryField<Root, Value.QueryDatePart> {
        part("year", zone)
    }

    /// Returns the quarter of the year in a time zone, from 1 to 4, or `nil`.
    ///
    /// - Parameter zone: A time zone.
    /// - Returns: A computed field.
    public func quarter(in zone: TimeZone) -> QueryField<Root, Value.QueryDatePart> {
        part("quarter", zone)
    }

    /// Returns the month in a time zone, from 1 to 12, or `nil`.
    ///
    /// - Parameter zone: A time zone.
    /// - Returns: A computed field.
    public func month(in zone: TimeZone) -> QueryField<Root, Value.QueryDatePart> {
        part("month", zone)
    }

    /// Returns the week in a time zone, from 1 to 53, or `nil`.
    ///
    /// Weeks are those of ISO 8601: they begin on Monday, and the first week of a year contains its
    /// first Thursday. The first days of January can be in a week of the year before, see
    /// ``weekYear(in:)``.
    ///
    /// - Parameter zone: A time zone.
    /// - Returns: A computed field.
    public func week(in zone: TimeZone) -> QueryField<Root, Value.QueryDatePart> {
        part("week", zone)
    }

    /// Returns the year of the week in a time zone, or `nil`.
    ///
    /// - Parameter zone: A time zone.
    /// - Returns: A computed field.
    public func weekYear(in zone: TimeZone) -> QueryField<Root, Value.QueryDatePart> {
        part("week_year", zone)
    }

    /// Returns the day of the month in a time zone, from 1 to 31, or `nil`.
    ///
    /// - Parameter zone: A time zone.
    /// - Returns: A computed field.
    public func day(in zone: TimeZone) -> QueryField<Root, Value.QueryDatePart> {
        part("day", zone)
    }

    /// Returns the day of the year in a time zone, from 1 to 366, or `nil`.
    ///
    /// - Parameter zone: A time zone.
    /// - Returns: A computed field.
    public func dayOfYear(in zone: TimeZone) -> QueryField<Root, Value.QueryDatePart> {
        part("day_of_year", zone)
    }

    /// Returns the day of the week in a time zone, or `nil`.
    ///
    /// As in Foundation, Sunday is 1 and Saturday is 7.
    ///
    /// ```swift
    /// let onSundays = hotels.filter { $0.openedAt.weekday(in: zone) == 1 }
    /// ```
    ///
    /// - Parameter zone: A time zone.
    /// - Returns: A computed field.
    public func weekday(in zone: TimeZone) -> QueryField<Root, Value.QueryDatePart> {
        part("weekday", zone)
    }

    /// Returns the hour in a time zone, from 0 to 23, or `nil`.
    ///
    /// - Parameter zone: A time zone.
    /// - Returns: A computed field.
    public func hour(in zone: TimeZone) -> QueryField<Root, Value.QueryDatePart> {
        part("hour", zone)
    }

    /// Returns the minute in a time zone, from 0 to 59, or `nil`.
    ///
    /// - Parameter zone: A time zone.
    /// - Returns: A computed field.
    public func minute(in zone: TimeZone) -> QueryField<Root, Value.QueryDatePart> {
        part("minute", zone)
    }

    /// Returns the second in a time zone, from 0 to 59, or `nil`.
    ///
    /// - Parameter zone: A time zone.
    /// - Returns: A computed field.
    public func second(in zone: TimeZone) -> QueryField<Root, Value.QueryDatePart> {
        part("second", zone)
    }

    /// Returns the first moment of the year, month or other unit in a time zone, or `nil`.
    ///
    /// Dates in the same unit have the same result, so that they can be grouped:
    ///
    /// ```swift
    /// let months = try hotels.grouped { $0.openedAt.start(of: .month, in: zone) }
    ///     .select { ($0.key, $0.count) }.all()
    /// ```
    ///
    /// - Parameters:
    ///   - unit: The unit.
    ///   - zone: A time zone.
    /// - Returns: A computed field.
    public func start(of unit: CalendarUnit, in zone: TimeZone) -> QueryField {
        part { date in
            .call(
                "DATE_START",
                [
                    date, .literal(.string(unit.rawValue)), .literal(.string(zone.identifier)),
                ])
        }
    }

    private func part(
        _ name: String, _ zone: TimeZone
    ) -> QueryField<Root, Value.QueryDatePart> {
        part { date in
            .call(
                "DATE_PART",
                [date, .literal(.string(name)), .literal(.string(zone.identifier))])
        }
    }

    /// Returns a part of the date, which must be readable for a condition to be true.
    private func part<Part>(_ compute: (QueryTerm) -> QueryTerm) -> QueryField<Root, Part> {
        QueryField<Root, Part>(
            operand.map { operand in
                let part = compute(operand.term)
                let isRead = QueryTerm.test(.isValued, part)
                let isNilOrRead = QueryTerm.operation(
                    .or, [.test(.isNotValued, operand.term), isRead])
                return .computed(
                    part,
                    requirements: operand.requirements + [operand.isOptional ? isNilOrRead : isRead]
                )
            })
    }
}
