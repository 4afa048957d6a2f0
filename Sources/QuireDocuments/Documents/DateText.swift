package import Foundation

/// A parsed date string in one of the formats that ``DocumentDate`` accepts.
package struct DateText {
    /// The number of seconds from 1970-01-01T00:00 to the written day and time, ignoring the time
    /// zone.
    package let seconds: Int64
    /// The fraction of the second in nanoseconds.
    ///
    /// Further digits are discarded.
    package let nanoseconds: Int
    /// The offset of the time zone in seconds east of GMT, or `nil` if the string has no time zone.
    package let offset: Int64?

    /// Parses a date string.
    ///
    /// The initializer returns `nil` if the string has an unknown format, or if the day or the time
    /// does not exist.
    ///
    /// - Parameters:
    ///   - text: The string in UTF-8.
    ///   - allowsNegativeYears: Whether the year can be negative, as in the SQL++ functions.
    package init?(_ text: UnsafeRawBufferPointer, allowsNegativeYears: Bool = false) {
        var reader = Reader(text: text)
        let isNegative = allowsNegativeYears && reader.accept("-")
        guard let day = reader.day(isNegative: isNegative) else { return nil }
        var seconds = Int64(day.daysSince1970) * 86_400
        var time: (seconds: Int64, nanoseconds: Int) = (0, 0)
        var offset: Int64?
        if !reader.isAtEnd {
            guard reader.accept("T") || reader.accept(" "), let found = reader.time() else {
                return nil
            }
            time = found
            seconds += time.seconds
            if !reader.isAtEnd {
                offset = reader.zone()
                guard offset != nil, reader.isAtEnd else { return nil }
            }
        }
        self.seconds = seconds
        self.nanoseconds = time.nanoseconds
        self.offset = offset
    }

    /// The date.
    ///
    /// A string without a time zone is interpreted in the current time zone.
    var date: Date { Self.date(seconds - (offset ?? localOffset()), nanoseconds) }

    /// Returns the offset of a time zone at the written day and time.
    ///
    /// If the local time occurs twice, the method uses the earlier occurrence. If the local time
    /// does not occur, the method returns the offset before the change.
    ///
    /// - Parameter zone: The time zone. The default is the current time zone.
    /// - Returns: The offset in seconds east of GMT.
    package func localOffset(in zone: TimeZone = .current) -> Int64 {
        let asIfUTC = Date(timeIntervalSince1970: Double(seconds))
        let before = zone.secondsFromGMT(for: asIfUTC - 86_400)
        let after = zone.secondsFromGMT(for: asIfUTC - Double(before))
        return Int64(
            after == before ? before : zone.secondsFromGMT(for: asIfUTC - Double(after)))
    }

    /// Parses the format that Quire writes, which nearly all stored dates have.
    ///
    /// - Parameter text: The string in UTF-8.
    /// - Returns: The date, or `nil` if the string has another format.
    static func writtenDate(_ text: UnsafeRawBufferPointer) -> Date? {
        guard text.count == DocumentDate.textLength, text[4] == UInt8(ascii: "-"),
            text[7] == UInt8(ascii: "-"), text[10] == UInt8(ascii: "T"),
            text[13] == UInt8(ascii: ":"), text[16] == UInt8(ascii: ":"),
            text[19] == UInt8(ascii: "."), text[23] == UInt8(ascii: "Z")
        else { return nil }
        var isNumber = true
        func number(at start: Int, _ count: Int) -> Int {
            var value = 0
            for index in start..<(start + count) {
                let digit = text[index] &- UInt8(ascii: "0")
                isNumber = isNumber && digit < 10
                value = value &* 10 &+ Int(digit)
            }
            return value
        }
        let day = CivilDay(year: number(at: 0, 4), month: number(at: 5, 2), day: number(at: 8, 2))
        let (hour, minute) = (number(at: 11, 2), number(at: 14, 2))
        let (second, millisecond) = (number(at: 17, 2), number(at: 20, 3))
        guard isNumber, day.isReal, hour < 24, minute < 60, second < 60 else { return nil }
        return date(
            Int64(day.daysSince1970) * 86_400 + Int64(hour * 3600 + minute * 60 + second),
            millisecond * 1_000_000)
    }

    private static func date(_ seconds: Int64, _ nanoseconds: Int) -> Date {
        Date(timeIntervalSince1970: Double(seconds) + Double(nanoseconds) / 1e9)
    }
}

/// A parser that reads the components of a date string from left to right.
private struct Reader {
    let text: UnsafeRawBufferPointer
    private var index = 0

    init(text: UnsafeRawBufferPointer) {
        self.text = text
    }

    var isAtEnd: Bool { index == text.count }

    mutating func day(isNegative: Bool) -> CivilDay? {
        guard let year = digits(4), accept("-"), let month = digits(2), accept("-"),
            let day = digits(2)
        else { return nil }
        let civil = CivilDay(year: isNegative ? -year : year, month: month, day: day)
        return civil.isReal ? civil : nil
    }

    mutating func time() -> (seconds: Int64, nanoseconds: Int)? {
        guard let hour = digits(2), hour <= 24, accept(":"), let minute = digits(2), minute < 60
        else { return nil }
        var seconds = hour * 3600 + minute * 60
        var nanoseconds = 0
        if accept(":") {
            guard let second = digits(2), second < 60 else { return nil }
            seconds += second
            if accept(".") {
                guard let fraction = fraction() else { return nil }
                nanoseconds = fraction
            }
        }
        // The only valid time after 23:59:59.999… is 24:00, the end of the day.
        if hour == 24, seconds > 86_400 || nanoseconds > 0 { return nil }
        return (Int64(seconds), nanoseconds)
    }

    private mutating func fraction() -> Int? {
        let start = index
        var value = 0
        var unit = 100_000_000
        while let digit = digits(1) {
            value += digit * unit
            unit /= 10
        }
        return index > start ? value : nil
    }

    mutating func zone() -> Int64? {
        _ = accept(" ")
        if accept("Z") || accept("z") { return 0 }
        let sign: Int64 = accept("+") ? 1 : -1
        guard sign > 0 || accept("-"), let hours = digits(2), hours < 24 else { return nil }
        _ = accept(":")
        guard let minutes = digits(2), minutes < 60 else { return nil }
        return sign * Int64(hours * 3600 + minutes * 60)
    }

    mutating func accept(_ character: Unicode.Scalar) -> Bool {
        guard index < text.count, text[index] == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    private mutating func digits(_ count: Int) -> Int? {
        guard index + count <= text.count else { return nil }
        var value = 0
        for offset in 0..<count {
            let digit = text[index + offset] &- UInt8(ascii: "0")
            guard digit < 10 else { return nil }
            value = value * 10 + Int(digit)
        }
        index += count
        return value
    }
}
