// A date is stored as text in one form of ISO 8601, in UTC, rounded to the millisecond:
//
//   YYYY-MM-DDTHH:MM:SS.sssZ
//
// Example: 2026-11-21T07:48:00.250Z is 1,795,247,280.25 seconds after the start of 1970.
//
// Read is every form that Couchbase Lite reads: the date alone, or after a `T` or a blank the time
// with or without seconds and their fraction, then `Z`, `±HH:MM`, `±HHMM`, or nothing for the local
// time zone.

public import Foundation

/// The one form in which dates are stored, and the forms in which they are read.
public enum DocumentDate {
    /// How many bytes the text of a date has.
    static let textLength = 24

    /// 0000-01-01T00:00:00.000Z and 9999-12-31T23:59:59.999Z, in milliseconds since 1970.
    private static let writable: ClosedRange<Double> = -62_167_219_200_000...253_402_300_799_999

    /// Returns the text of a date, rounded to the nearest millisecond.
    ///
    /// - Parameter date: A date of the years 0 to 9999.
    /// - Returns: The text, or `nil` if the year has no four digits.
    public static func string(from date: Date) -> String? {
        withText(of: date) { String(decoding: $0, as: UTF8.self) }
    }

    /// Calls a closure with the text of a date.
    ///
    /// - Returns: What the closure returns, or `nil` if the year has no four digits.
    static func withText<Result>(
        of date: Date, _ body: (UnsafeRawBufferPointer) -> Result
    ) -> Result? {
        let rounded = (date.timeIntervalSince1970 * 1000).rounded()
        guard writable.contains(rounded) else { return nil }
        return withUnsafeTemporaryAllocation(byteCount: textLength, alignment: 8) { text in
            write(Int(rounded), to: text)
            return body(UnsafeRawBufferPointer(text))
        }
    }

    private static func write(_ milliseconds: Int, to text: UnsafeMutableRawBufferPointer) {
        let day = CivilDay(daysSince1970: floorDivide(milliseconds, 86_400_000))
        let time = milliseconds - floorDivide(milliseconds, 86_400_000) * 86_400_000
        func put(_ value: Int, at index: Int, digits: Int) {
            var value = value
            for position in (index..<(index + digits)).reversed() {
                text[position] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value % 10)
                value /= 10
            }
        }
        put(day.year, at: 0, digits: 4)
        put(day.month, at: 5, digits: 2)
        put(day.day, at: 8, digits: 2)
        put(time / 3_600_000, at: 11, digits: 2)
        put(time / 60_000 % 60, at: 14, digits: 2)
        put(time / 1000 % 60, at: 17, digits: 2)
        put(time % 1000, at: 20, digits: 3)
        text[4] = UInt8(ascii: "-")
        text[7] = UInt8(ascii: "-")
        text[10] = UInt8(ascii: "T")
        text[13] = UInt8(ascii: ":")
        text[16] = UInt8(ascii: ":")
        text[19] = UInt8(ascii: ".")
        text[23] = UInt8(ascii: "Z")
    }

    /// Reads a date.
    ///
    /// - Parameter text: A text in one of the forms that Couchbase Lite reads.
    /// - Returns: The date, or `nil` if the text is in none of them or names no real day and time.
    public static func date(from text: String) -> Date? {
        var text = text
        return text.withUTF8 { date(fromUTF8: UnsafeRawBufferPointer($0)) }
    }

    /// Reads a date given in UTF-8.
    static func date(fromUTF8 text: UnsafeRawBufferPointer) -> Date? {
        var scanner = DocumentDateScanner(text)
        return scanner.scan()
    }

    /// The quotient rounded down, also below zero.
    static func floorDivide(_ dividend: Int, _ divisor: Int) -> Int {
        dividend >= 0 ? dividend / divisor : (dividend + 1) / divisor - 1
    }
}
