import Fleece

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
    @inline(__always)
    static func withText<Result>(
        of date: Date, _ body: (UnsafeRawBufferPointer) -> Result
    ) -> Result? {
        let rounded = (date.timeIntervalSince1970 * 1000).rounded()
        guard writable.contains(rounded) else { return nil }
        return withUnsafeTemporaryAllocation(byteCount: textLength, alignment: 8) { text in
            write(Int64(rounded), to: text)
            return body(UnsafeRawBufferPointer(text))
        }
    }

    private static func write(_ milliseconds: Int64, to text: UnsafeMutableRawBufferPointer) {
        let days = floorDivide(milliseconds, 86_400_000)
        let day = CivilDay(daysSince1970: Int(days))
        // A day and a year fit into 32 bits, whose divisions are the quicker ones.
        let time = UInt32(truncatingIfNeeded: milliseconds &- days &* 86_400_000)
        let seconds = time / 1000
        let minutes = seconds / 60
        let thousandths = time &- seconds &* 1000
        let year = UInt32(truncatingIfNeeded: day.year)
        put(year / 100, at: 0, text)
        put(year % 100, "-", at: 2, text)
        put(UInt32(truncatingIfNeeded: day.month), "-", at: 5, text)
        put(UInt32(truncatingIfNeeded: day.day), "T", at: 8, text)
        put(minutes / 60, ":", at: 11, text)
        put(minutes % 60, ":", at: 14, text)
        put(seconds &- minutes &* 60, ".", at: 17, text)
        put(thousandths / 10, at: 20, text)
        text[22] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: thousandths % 10)
        text[23] = UInt8(ascii: "Z")
    }

    /// Writes two digits.
    @inline(__always)
    private static func put(
        _ value: UInt32, at index: Int, _ text: UnsafeMutableRawBufferPointer
    ) {
        let tens = value / 10
        let digits = 0x3030 &+ tens &+ (value &- tens &* 10) &<< 8
        text.storeBytes(
            of: UInt16(truncatingIfNeeded: digits).littleEndian, toByteOffset: index,
            as: UInt16.self)
    }

    /// Writes two digits and what follows them.
    @inline(__always)
    private static func put(
        _ value: UInt32, _ next: Unicode.Scalar, at index: Int,
        _ text: UnsafeMutableRawBufferPointer
    ) {
        put(value, at: index, text)
        text[index &+ 2] = UInt8(ascii: next)
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
        DateText.writtenDate(text) ?? DateText(text)?.date
    }

    /// The quotient rounded down, for a positive divisor.
    @inline(__always)
    static func floorDivide<Number: FixedWidthInteger & SignedInteger>(
        _ dividend: Number, _ divisor: Number
    ) -> Number {
        dividend >= 0 ? dividend / divisor : (dividend + 1) / divisor - 1
    }
}

extension FleeceValue {
    /// The date, if this is a string in one of the forms that ``DocumentDate`` reads.
    var date: Date? {
        withStringBytes(DocumentDate.date(fromUTF8:)) ?? nil
    }
}

extension FleeceWriter {
    /// Writes a date's text and returns its slot, or `nil` if the year has no four digits.
    func encode(_ date: Date) -> FleeceSlot? {
        DocumentDate.withText(of: date) { encode(utf8: $0) }
    }
}
