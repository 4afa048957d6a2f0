import CouchbaseLiteSwift
import Testing

@Suite struct BuilderDateTests {
    private static let day = 499_132_800_000.0

    static let dates: [(text: String, millis: Double?, utc: String?)] = [
        ("1985-10-26T00:00:00Z", day, "1985-10-26T00:00:00Z"),
        ("1985-10-26T00:00:00+0000", day, "1985-10-26T00:00:00Z"),
        ("1985-10-26T01:21:00-0700", day + 30_060_000, "1985-10-26T08:21:00Z"),
        ("1985-10-26 01:21:30.555Z", day + 4_890_555, "1985-10-26T01:21:30.555Z"),
        ("1985-10-26T01:21:30.550000-0700", day + 30_090_550, "1985-10-26T08:21:30.550Z"),
        ("1985-10-26T01:21:30.000Z", day + 4_890_000, "1985-10-26T01:21:30Z"),
        ("2018-12-32T01:01:01.123Z", nil, nil), ("", nil, nil), ("yesterday", nil, nil),
    ]

    private static let value = Expression.property("value")

    @Test(arguments: dates)
    func `date strings convert to milliseconds and UTC, and other strings to null`(
        text: String, millis: Double?, utc: String?
    ) throws {
        let built = try TestDatabase.values(["\"\(text)\""])
        let number = try built.values(of: Function.stringToMillis(Self.value))[0]
        #expect(number.number(at: 0)?.doubleValue == millis && number.double(at: 0) == millis ?? 0)
        #expect(try built.values(of: Function.stringToUTC(Self.value))[0].string(at: 0) == utc)
    }

    @Test(arguments: [0, 1, 499_132_800_000, 1_583_000_000_123])
    func `milliseconds convert to a string for the same time`(millis: Int64) throws {
        let built = try TestDatabase.values(["\(millis)"])
        let there = Function.millisToString(Self.value)
        let back = Function.stringToMillis(there)
        #expect(try built.values(of: back)[0].int64(at: 0) == millis)
        let utc = try built.values(of: Function.millisToUTC(Self.value))[0].date(at: 0)
        #expect(utc == Date(timeIntervalSince1970: Double(millis) / 1000))
    }
}
