package import Fleece

// Dates are stored as strings in one ISO 8601 format, in UTC, rounded to the millisecond:
//
//   YYYY-MM-DDTHH:MM:SS.sssZ
//
// Example: 2026-11-21T07:48:00.250Z is 1,795,247,280.25 seconds after the start of 1970.
//
// The parser accepts every format that Couchbase Lite accepts: a date, optionally followed by "T"
// or a space and a time. Seconds and their fraction are optional. The time zone is `Z`, `±HH:MM` or
// `±HHMM`. Without a time zone, the local time zone applies.

public import Foundation

/// The string format of dates in documents.
///
/// ```swift
/// let opened = Date(timeIntervalSince1970: 1_795_247_280)
/// if let text = DocumentDate.string(from: opened) {
///     print(text)  // 2026-11-21T07:48:00.000Z
/// }
/// ```
public enum DocumentDate {
    /// The length of a date string in bytes.
    static let textLength = 24

    /// The range from 0000-01-01T00:00:00.000Z to 9999-12-31T23:59:59.999Z, in milliseconds since
    /// 1970.
    private static let writable: ClosedRange<Double> = -62_167_219_200_000...253_402_300_799_999

    /// Returns the string for a date, rounded to the nearest millisecond.
    ///
    /// - Parameter date: A date in the years 0 to 9999.
    /// - Returns: The string, or `nil` if the date is outside these years.
    public static func string(from date: Date) -> String? {
        withText(of: date) { String(decoding: $0, as: UTF8.self) }
    }

    /// Calls a closure with the bytes of the string for a date.
    ///
    /// - Returns: The result of the closure, or `nil` if the year cannot be written with four
    ///   digits.
    @inline(__always)
    static func withText<Result>(
        of date: Date, _ body: (UnsafeRawBufferPointer) -> Result
    ) -> Result? {
        let exact = date.timeIntervalSince1970 * 1000
        // Half a millisecond beyond the range would be rounded away from it.
        guard exact > writable.lowerBound - 0.5, exact < writable.upperBound + 0.5 else {
            return nil
        }
        let milliseconds = rounded(exact)
        return withUnsafeTemporaryAllocation(byteCount: textLength, alignment: 8) { text in
            write(milliseconds, to: text)
            return body(UnsafeRawBufferPointer(text))
        }
    }

    /// Returns the nearest integer, or the one with the greater magnitude if there are two.
    ///
    /// On some processors, `rounded()` is a call of the C library.
    @inline(__always)
    private static func rounded(_ number: Double) -> Int64 {
        let whole = Int64(number)
        let rest = number - Double(whole)
        return rest >= 0.5 ? whole + 1 : rest <= -0.5 ? whole - 1 : whole
    }

    private static func write(_ milliseconds: Int64, to text: UnsafeMutableRawBufferPointer) {
        let days = floorDivide(milliseconds, 86_400_000)
        let day = CivilDay(daysSince1970: Int(days))
        // The milliseconds of a day and the year fit into 32 bits. Dividing 32-bit integers is
        // faster.
        let time = UInt32(truncatingIfNeeded: milliseconds &- days &* 86_400_000)
        let seconds = time / 1000
        let minutes = seconds / 60
        let thousandths = time &- seconds &* 1000
        let year = UInt32(truncatingIfNeeded: day.year)
        put(year / 100, at: 0, in: text)
        put(year % 100, followedBy: "-", at: 2, in: text)
        put(UInt32(truncatingIfNeeded: day.month), followedBy: "-", at: 5, in: text)
        put(UInt32(truncatingIfNeeded: day.day), followedBy: "T", at: 8, in: text)
        put(minutes / 60, followedBy: ":", at: 11, in: text)
        put(minutes % 60, followedBy: ":", at: 14, in: text)
        put(seconds &- minutes &* 60, followedBy: ".", at: 17, in: text)
        put(thousandths / 10, at: 20, in: text)
        text[22] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: thousandths % 10)
        text[23] = UInt8(ascii: "Z")
    }

    /// Writes two digits.
    @inline(__always)
    private static func put(
        _ value: UInt32, at index: Int, in text: UnsafeMutableRawBufferPointer
    ) {
        let tens = value / 10
        let digits = 0x3030 &+ tens &+ (value &- tens &* 10) &<< 8
        text.storeBytes(
            of: UInt16(truncatingIfNeeded: digits).littleEndian, toByteOffset: index,
            as: UInt16.self)
    }

    /// Writes two digits and the separator that follows them.
    @inline(__always)
    private static func put(
        _ value: UInt32, followedBy next: Unicode.Scalar, at index: Int,
        in text: UnsafeMutableRawBufferPointer
    ) {
        put(value, at: index, in: text)
        text[index &+ 2] = UInt8(ascii: next)
    }

    /// Parses a date string.
    ///
    /// ```swift
    /// let date = DocumentDate.date(from: "2026-11-21T07:48:00Z")
    /// ```
    ///
    /// - Parameter text: A string in one of the formats that Couchbase Lite accepts.
    /// - Returns: The date, or `nil` if the string has another format or the day or time does not
    ///   exist.
    public static func date(from text: String) -> Date? {
        var text = text
        return text.withUTF8 { date(fromUTF8: UnsafeRawBufferPointer($0)) }
    }

    /// Parses a date string in UTF-8.
    package static func date(fromUTF8 text: UnsafeRawBufferPointer) -> Date? {
        DateText.writtenDate(text) ?? DateText(text)?.date
    }

    /// Returns the quotient rounded down, for a positive divisor.
    @inline(__always)
    package static func floorDivide<Number: FixedWidthInteger & SignedInteger>(
        _ dividend: Number, _ divisor: Number
    ) -> Number {
        dividend >= 0 ? dividend / divisor : (dividend + 1) / divisor - 1
    }
}

extension FleeceValue {
    /// The date, if this value is a string in one of the formats that ``DocumentDate`` accepts.
    var date: Date? {
        withStringBytes(DocumentDate.date(fromUTF8:)) ?? nil
    }
}

extension FleeceWriter {
    /// Writes a date string and returns its slot, or `nil` if the year cannot be written with four
    /// digits.
    package func encode(_ date: Date) -> FleeceSlot? {
        DocumentDate.withText(of: date) { encode(utf8: $0) }
    }
}
