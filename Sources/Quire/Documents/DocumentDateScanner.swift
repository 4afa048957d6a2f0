import Foundation

/// Reads the forms of a date from left to right.
struct DocumentDateScanner {
    private let text: UnsafeRawBufferPointer
    private var index = 0

    init(_ text: UnsafeRawBufferPointer) {
        self.text = text
    }

    mutating func scan() -> Date? {
        if let written = scanWritten() { return written }
        guard let day = scanDay() else { return nil }
        var seconds = Int64(day.daysSince1970) * 86_400
        var nanoseconds = 0
        if consume("T") || consume(" ") {
            guard let hour = digits(2), hour <= 24, consume(":"), let minute = digits(2),
                minute < 60
            else { return nil }
            seconds += Int64(hour * 3600 + minute * 60)
            if consume(":") {
                guard let second = digits(2), second < 60 else { return nil }
                seconds += Int64(second)
                if consume(".") {
                    guard let fraction = scanFraction() else { return nil }
                    nanoseconds = fraction
                }
            }
            // Past the end of the day only the end itself exists: 24:00.
            if hour == 24, minute > 0 || seconds % 60 > 0 || nanoseconds > 0 { return nil }
            if index < text.count {
                guard let offset = scanZone(), index == text.count else { return nil }
                return date(seconds - Int64(offset), nanoseconds)
            }
        }
        guard index == text.count else { return nil }
        return date(seconds - Self.localOffset(at: seconds), nanoseconds)
    }

    /// Reads the one form that is written, in which nearly all dates are.
    private func scanWritten() -> Date? {
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

    private func date(_ seconds: Int64, _ nanoseconds: Int) -> Date {
        Date(timeIntervalSince1970: Double(seconds) + Double(nanoseconds) / 1e9)
    }

    private mutating func scanDay() -> CivilDay? {
        guard let year = digits(4), consume("-"), let month = digits(2), consume("-"),
            let day = digits(2)
        else { return nil }
        let civil = CivilDay(year: year, month: month, day: day)
        return civil.isReal ? civil : nil
    }

    /// Nanoseconds; digits past the ninth are dropped.
    private mutating func scanFraction() -> Int? {
        let start = index
        var value = 0
        var unit = 100_000_000
        while let digit = digit() {
            value += digit * unit
            unit /= 10
        }
        return index > start ? value : nil
    }

    /// Seconds east of Greenwich.
    private mutating func scanZone() -> Int? {
        _ = consume(" ")
        if consume("Z") || consume("z") { return 0 }
        let sign: Int
        if consume("+") {
            sign = 1
        } else if consume("-") {
            sign = -1
        } else {
            return nil
        }
        guard let hours = digits(2), hours < 24 else { return nil }
        _ = consume(":")
        guard let minutes = digits(2), minutes < 60 else { return nil }
        return sign * (hours * 3600 + minutes * 60)
    }

    /// The local zone's offset at a local time.
    ///
    /// Where a local time occurs twice, the earlier is meant; where it does not occur, the clock
    /// before the change counts on.
    private static func localOffset(at localSeconds: Int64) -> Int64 {
        let zone = TimeZone.current
        let asIfUTC = Date(timeIntervalSince1970: Double(localSeconds))
        let before = zone.secondsFromGMT(for: asIfUTC - 86_400)
        let guess = asIfUTC - Double(before)
        let after = zone.secondsFromGMT(for: guess)
        return Int64(
            after == before ? before : zone.secondsFromGMT(for: asIfUTC - Double(after)))
    }

    private mutating func consume(_ character: Unicode.Scalar) -> Bool {
        guard index < text.count, text[index] == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    private mutating func digit() -> Int? {
        guard index < text.count else { return nil }
        let value = text[index] &- UInt8(ascii: "0")
        guard value < 10 else { return nil }
        index += 1
        return Int(value)
    }

    private mutating func digits(_ count: Int) -> Int? {
        var value = 0
        for _ in 0..<count {
            guard let digit = digit() else { return nil }
            value = value * 10 + digit
        }
        return value
    }
}
