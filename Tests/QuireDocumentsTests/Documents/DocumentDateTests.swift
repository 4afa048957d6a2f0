import DatabaseTestSupport
import Foundation
import Quire
import Testing

@testable import QuireDocuments

@Suite struct DocumentDateTests {
    static let written: [(seconds: Double, text: String)] = [
        (0, "1970-01-01T00:00:00.000Z"),
        (1_795_247_280.25, "2026-11-21T07:48:00.250Z"),
        (0.0004, "1970-01-01T00:00:00.000Z"),
        (0.0006, "1970-01-01T00:00:00.001Z"),
        (0.0625, "1970-01-01T00:00:00.063Z"),
        (-0.0625, "1969-12-31T23:59:59.937Z"),
        (-0.0004, "1970-01-01T00:00:00.000Z"),
        (-0.0006, "1969-12-31T23:59:59.999Z"),
        (-0.25, "1969-12-31T23:59:59.750Z"),
        (951_782_400, "2000-02-29T00:00:00.000Z"),
        (-2_203_891_200, "1900-03-01T00:00:00.000Z"),
        (-62_135_596_800, "0001-01-01T00:00:00.000Z"),
        (-62_167_219_200.000_25, "0000-01-01T00:00:00.000Z"),
        (253_402_300_799.999, "9999-12-31T23:59:59.999Z"),
        (253_402_300_799.999_25, "9999-12-31T23:59:59.999Z"),
    ]

    @Test(arguments: written)
    func `a date is written in UTC, rounded to the millisecond`(seconds: Double, text: String) {
        #expect(DocumentDate.string(from: Date(timeIntervalSince1970: seconds)) == text)
    }

    @Test(arguments: [
        253_402_300_800, 253_402_300_799.999_75, -62_167_219_201, -62_167_219_200.000_75,
        .infinity, -.infinity, .nan,
    ])
    func `a year without four digits cannot be written`(seconds: Double) {
        #expect(DocumentDate.string(from: Date(timeIntervalSince1970: seconds)) == nil)
    }

    static let read: [(text: String, seconds: Double)] = [
        ("2026-11-21T07:48:00.250Z", 1_795_247_280.25),
        ("2026-11-21T07:48:00Z", 1_795_247_280),
        ("2026-11-21T07:48Z", 1_795_247_280),
        ("2026-11-21 07:48:00z", 1_795_247_280),
        ("2026-11-21T08:48:00+01:00", 1_795_247_280),
        ("2026-11-21T08:48:00+0100", 1_795_247_280),
        ("2026-11-21 02:18:00 -0530", 1_795_247_280),
        ("2026-11-20T24:00:00Z", 1_795_219_200),
        ("2026-11-21T07:48:00.123456Z", 1_795_247_280.123456),
        ("2000-02-29T00:00Z", 951_782_400),
        ("2026-11-20T24:00:00.000Z", 1_795_219_200),
    ]

    @Test(arguments: read)
    func `every format with a time zone is parsed`(text: String, seconds: Double) {
        #expect(DocumentDate.date(from: text) == Date(timeIntervalSince1970: seconds))
    }

    @Test func `a written date survives a round trip`() {
        let wrong = stride(from: -62_135_596_800.0, to: 253_402_300_800, by: 1_234_567.891).first {
            let date = Date(timeIntervalSince1970: ($0 * 1000).rounded() / 1000)
            return DocumentDate.string(from: date).flatMap(DocumentDate.date) != date
        }
        #expect(wrong == nil)
    }

    static let refused = [
        "", "2026", "2026-11", "2026/11/21", "2026-1-2", "2026-02-30", "1900-02-29", "2026-13-01",
        "2026-11-21T", "2026-11-21T07", "2026-11-21T07:60Z", "2026-11-21T07:48:60Z",
        "2026-11-21T25:00Z", "2026-11-21T24:01Z", "2026-11-21T07:48:00.Z", "2026-11-21Z ",
        "2026-11-21T07:48:00+1", "2026-11-21T07:48:00Z!", "12:30:00", "hotel",
        "2026-11-21T07:4x:00.250Z", "2026-02-30T00:00:00.000Z", "2026-11-21T25:00:00.000Z",
        "2026-11-21T07:60:00.250Z", "2026-11-21T07:48:60.250Z", "2026-11-21T07:48:00.2:0Z",
        "20/6-11-21T07:48:00.250Z", "2026-11-21T24:00:00.001Z", "2026-11-21T07:48:00.250X",
    ]

    @Test(arguments: refused)
    func `an invalid day or time is not a date`(text: String) {
        #expect(DocumentDate.date(from: text) == nil)
    }

    @Test(arguments: ["2026-07-01", "2026-12-24 18:30", "2026-03-29T12:00:00.5"])
    func `a date without a time zone is local`(text: String) throws {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.dateFormat =
            switch text.count {
            case 10: "yyyy-MM-dd"
            case 16: "yyyy-MM-dd HH:mm"
            default: "yyyy-MM-dd'T'HH:mm:ss.S"
            }
        #expect(DocumentDate.date(from: text) == formatter.date(from: text))
    }

    @Test(arguments: [
        ("2026-03-29T01:59:59", 3600), ("2026-03-29T02:30:00", 3600), ("2026-03-29T03:00:00", 7200),
        ("2026-10-25T01:59:59", 7200), ("2026-10-25T02:30:00", 7200), ("2026-10-25T03:00:00", 3600),
    ])
    func `an ambiguous local time is the earlier one, a skipped one is before the change`(
        text: String, offset: Int64
    ) throws {
        let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
        let date = try #require(Array(text.utf8).withUnsafeBytes { DateText($0) })
        #expect(date.localOffset(in: zone) == offset)
    }

    @Test func `SQL++ functions parse the same dates, and negative years as well`() throws {
        let database = try Database(inMemoryNamed: "dates")
        try database.defaultCollection().save("one", "{}")
        func milliseconds(_ text: String) throws -> String? {
            let query = try database.createQuery("SELECT STR_TO_MILLIS($text) AS date FROM _")
            let parameters = Parameters()
            parameters.setString(text, forName: "text")
            query.parameters = parameters
            return try query.execute().next()?.toJSON()
        }
        let local = ["2026-07-01", "2026-12-24 18:30", "2026-03-29T02:30:00.5", "2026-10-25 02:30"]
        for text in Self.read.map(\.text) + local + Self.refused {
            let date = DocumentDate.date(from: text)
            let expected = date.map { Int64($0.timeIntervalSince1970 * 1000 + 1e-3).description }
            #expect(try milliseconds(text) == #"{"date":\#(expected ?? "null")}"#, "\(text)")
        }
        #expect(DocumentDate.date(from: "-0001-01-01T00:00Z") == nil)
        #expect(try milliseconds("-0001-01-01T00:00Z") == #"{"date":-62198755200000}"#)
    }

    @Test func `days convert to numbers and back`() {
        let wrong = stride(from: -719_162, to: 2_932_896, by: 97).first { days in
            let day = CivilDay(daysSince1970: days)
            return !day.isReal || day.daysSince1970 != days
        }
        #expect(wrong == nil)
    }
}
