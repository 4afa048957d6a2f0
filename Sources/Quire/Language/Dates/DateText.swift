/// A date that was read from text: day and time as they are written, and the zone.
struct DateText {
    /// Milliseconds from 1970-01-01T00:00 to day and time as written.
    let written: Int64
    /// Minutes east of Greenwich, or `nil` if the text names no zone.
    let offset: Int64?

    /// The moment, in milliseconds since 1970 UTC; without a zone the text is in this machine's.
    var moment: Int64 {
        if let offset { return written - offset * 60_000 }
        // Where a local time occurs twice, the earlier is meant.
        let guess = written - CivilMoment.localOffset(at: written - CivilMoment.dayLength) * 60_000
        return written - CivilMoment.localOffset(at: guess) * 60_000
    }

    /// The moment, where a text without a zone is in UTC.
    var momentInUTC: Int64 { written - (offset ?? 0) * 60_000 }

    /// Reads a date, or returns `nil` if the text is none.
    init?(_ text: UnsafeRawBufferPointer) {
        var scanner = Scanner(text: text)
        guard let date = scanner.scan() else { return nil }
        self = date
    }

    private init(written: Int64, offset: Int64?) {
        self.written = written
        self.offset = offset
    }

    // [-]YYYY-MM-DD [ T|blank HH:MM [ :SS [ .f… ] ] [ [blank] Z|z|±HH:MM|±HHMM ] ]
    private struct Scanner {
        let text: UnsafeRawBufferPointer
        var index = 0

        mutating func scan() -> DateText? {
            let isNegative = accept("-")
            guard let year = digits(4), accept("-"), let month = digits(2), accept("-"),
                let day = digits(2)
            else { return nil }
            let civil = CivilDay(year: isNegative ? -year : year, month: month, day: day)
            guard civil.isReal else { return nil }
            let midnight = Int64(civil.daysSince1970) * CivilMoment.dayLength
            if index == text.count { return DateText(written: midnight, offset: nil) }
            guard accept("T") || accept(" "), let time = scanTime() else { return nil }
            if index == text.count { return DateText(written: midnight + time, offset: nil) }
            guard let offset = scanZone(), index == text.count else { return nil }
            return DateText(written: midnight + time, offset: offset)
        }

        private mutating func scanTime() -> Int64? {
            guard let hour = digits(2), hour <= 24, accept(":"), let minute = digits(2),
                minute < 60
            else { return nil }
            var milliseconds = Int64(hour) * 3_600_000 + Int64(minute) * 60_000
            if accept(":") {
                guard let second = digits(2), second < 60 else { return nil }
                milliseconds += Int64(second) * 1000
                if accept(".") {
                    guard let fraction = scanFraction() else { return nil }
                    milliseconds += fraction
                }
            }
            // Past the end of the day only the end itself exists: 24:00.
            return milliseconds <= CivilMoment.dayLength ? milliseconds : nil
        }

        /// Milliseconds; digits past the third are dropped.
        private mutating func scanFraction() -> Int64? {
            let start = index
            var value: Int64 = 0
            var unit: Int64 = 100
            while let digit = digits(1) {
                value += Int64(digit) * unit
                unit /= 10
            }
            return index > start ? value : nil
        }

        private mutating func scanZone() -> Int64? {
            _ = accept(" ")
            if accept("Z") || accept("z") { return 0 }
            let sign: Int64 = accept("+") ? 1 : -1
            guard sign > 0 || accept("-"), let hours = digits(2), hours < 24 else { return nil }
            _ = accept(":")
            guard let minutes = digits(2), minutes < 60 else { return nil }
            return sign * Int64(hours * 60 + minutes)
        }

        private mutating func accept(_ character: Unicode.Scalar) -> Bool {
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
}
