import Foundation

/// A moment as a day and a time of day, without a time zone.
struct CivilMoment {
    static let dayLength: Int64 = 86_400_000
    /// The maximum distance from 1970 in milliseconds: a hundred million days.
    static let limit: Int64 = 8_640_000_000_000_000

    let day: CivilDay
    /// The number of milliseconds since midnight.
    let timeOfDay: Int64

    /// - Parameter milliseconds: The distance from 1970, which exceeds ``limit`` by at most a few
    ///   days.
    init(_ milliseconds: Int64) {
        let days = DocumentDate.floorDivide(milliseconds, Self.dayLength)
        day = CivilDay(daysSince1970: Int(days))
        timeOfDay = milliseconds - days * Self.dayLength
    }

    /// Returns the moment, or `nil` if it is out of the range of dates.
    static func checked(_ milliseconds: Int64) -> Int64? {
        milliseconds.magnitude <= limit.magnitude ? milliseconds : nil
    }

    /// Returns the offset of the local time zone at a moment, in minutes east of Greenwich.
    static func localOffset(at milliseconds: Int64) -> Int64 {
        let date = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
        return Int64(TimeZone.current.secondsFromGMT(for: date) / 60)
    }
}
