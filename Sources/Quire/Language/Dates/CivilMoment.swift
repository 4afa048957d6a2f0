import Foundation

/// A moment as day and time of day, without a zone.
struct CivilMoment {
    static let dayLength: Int64 = 86_400_000
    /// The greatest distance from 1970, in milliseconds: a hundred million days.
    static let limit: Int64 = 8_640_000_000_000_000

    let day: CivilDay
    /// Milliseconds since midnight.
    let timeOfDay: Int64

    /// - Parameter milliseconds: The distance from 1970, at most a few days beyond ``limit``.
    init(_ milliseconds: Int64) {
        let days = DocumentDate.floorDivide(milliseconds, Self.dayLength)
        day = CivilDay(daysSince1970: Int(days))
        timeOfDay = milliseconds - days * Self.dayLength
    }

    /// The moment, or `nil` if it is beyond all dates.
    static func checked(_ milliseconds: Int64) -> Int64? {
        milliseconds.magnitude <= limit.magnitude ? milliseconds : nil
    }

    /// Minutes east of Greenwich of this machine's zone at a moment.
    static func localOffset(at milliseconds: Int64) -> Int64 {
        let date = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
        return Int64(TimeZone.current.secondsFromGMT(for: date) / 60)
    }
}
