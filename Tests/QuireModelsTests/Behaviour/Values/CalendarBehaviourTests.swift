import DatabaseTestSupport
import Foundation
import Quire
import QuireTestSupport
import SQLPlusPlus
import Testing

/// The parts of dates in time zones are those that Foundation computes for the models.
@Suite struct CalendarBehaviourTests {
    struct Visit: DocumentModel, Equatable {
        @DocumentID var id: String?
        var begin: Date
        var end: Date?
    }

    /// Zones with changes at midnight, at half hours, and far from Greenwich.
    static let zones = [
        "UTC", "GMT+0130", "Europe/Oslo", "America/New_York", "America/Sao_Paulo", "Africa/Cairo",
        "Australia/Lord_Howe", "Pacific/Apia", "Asia/Kathmandu", "America/Havana",
    ].compactMap { TimeZone(identifier: $0) }

    /// Moments near the changes of the zones, the turns of years, and random ones.
    static let moments: [TimeInterval] = {
        var random = SplitMix64(seed: 7)
        let turns = [
            "2018-11-04T03:00:00Z", "2024-02-29T23:59:59.999Z", "2026-01-01T00:00:00Z",
            "2027-01-03T10:30:00Z", "2026-03-29T01:00:00Z", "2026-10-25T01:00:00Z",
            "2026-11-01T05:00:00Z", "2026-04-23T22:00:00Z", "2011-12-30T10:00:00Z",
            "1969-12-31T23:59:59.500Z", "1900-03-01T00:00:00Z", "2026-10-03T15:30:00Z",
        ].compactMap { DocumentDate.date(from: $0)?.timeIntervalSince1970 }
        return turns.flatMap { [$0 - 3601, $0 - 0.25, $0, $0 + 1800] }
            + (0..<20).map { _ in
                TimeInterval(Int(random.next() % 4_000_000_000) - 2_000_000_000)
            }
    }()

    static let visits = moments.enumerated().map { index, moment in
        Visit(
            id: "v\(100 + index)", begin: Date(timeIntervalSince1970: moment),
            end: index.isMultiple(of: 3) ? nil : Date(timeIntervalSince1970: moment + 7200))
    }

    /// A part of a date in a query and in Foundation.
    struct Part: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let field: @Sendable (QueryField<Visit, Date>, TimeZone) -> QueryField<Visit, Int>
        let maybe: @Sendable (QueryField<Visit, Date?>, TimeZone) -> QueryField<Visit, Int?>
        let value: @Sendable (Date, Calendar) -> Int
    }

    static let parts = [
        Part(testDescription: "year") {
            $0.year(in: $1)
        } maybe: {
            $0.year(in: $1)
        } value: {
            $1.component(.year, from: $0)
        },
        Part(testDescription: "quarter") {
            $0.quarter(in: $1)
        } maybe: {
            $0.quarter(in: $1)
        } value: {
            ($1.component(.month, from: $0) + 2) / 3
        },
        Part(testDescription: "month") {
            $0.month(in: $1)
        } maybe: {
            $0.month(in: $1)
        } value: {
            $1.component(.month, from: $0)
        },
        Part(testDescription: "week") {
            $0.week(in: $1)
        } maybe: {
            $0.week(in: $1)
        } value: {
            $1.component(.weekOfYear, from: $0)
        },
        Part(testDescription: "weekYear") {
            $0.weekYear(in: $1)
        } maybe: {
            $0.weekYear(in: $1)
        } value: {
            $1.component(.yearForWeekOfYear, from: $0)
        },
        Part(testDescription: "day") {
            $0.day(in: $1)
        } maybe: {
            $0.day(in: $1)
        } value: {
            $1.component(.day, from: $0)
        },
        Part(testDescription: "dayOfYear") {
            $0.dayOfYear(in: $1)
        } maybe: {
            $0.dayOfYear(in: $1)
        } value: {
            $1.ordinality(of: .day, in: .year, for: $0) ?? 0
        },
        Part(testDescription: "weekday") {
            $0.weekday(in: $1)
        } maybe: {
            $0.weekday(in: $1)
        } value: {
            $1.component(.weekday, from: $0)
        },
        Part(testDescription: "hour") {
            $0.hour(in: $1)
        } maybe: {
            $0.hour(in: $1)
        } value: {
            $1.component(.hour, from: $0)
        },
        Part(testDescription: "minute") {
            $0.minute(in: $1)
        } maybe: {
            $0.minute(in: $1)
        } value: {
            $1.component(.minute, from: $0)
        },
        Part(testDescription: "second") {
            $0.second(in: $1)
        } maybe: {
            $0.second(in: $1)
        } value: {
            $1.component(.second, from: $0)
        },
    ]

    static let model = QueryField<Visit, Visit>.model

    static func calendar(_ zone: TimeZone) -> Calendar {
        var calendar = Calendar(identifier: .iso8601)
        calendar.timeZone = zone
        return calendar
    }

    private func open(_ kind: TestStore) throws -> Repository<Visit> {
        let visits = try kind.open().repository(of: Visit.self)
        try visits.save(Self.visits)
        return visits
    }

    @Test(arguments: TestStore.all, parts)
    func `parts of dates in a time zone are those of Foundation`(
        kind: TestStore, part: Part
    ) throws {
        let visits = try open(kind)
        var wrong: [String] = []
        for zone in Self.zones {
            let calendar = Self.calendar(zone)
            let found = try visits.sorted(by: \.id)
                .select { (part.field($0.begin, zone), part.maybe($0.end, zone)) }.all()
            for (visit, numbers) in zip(Self.visits, found) {
                let begin = part.value(visit.begin, calendar)
                let end = visit.end.map { part.value($0, calendar) }
                if numbers != (begin, end) {
                    wrong.append("\(zone.identifier) \(visit): \(numbers), not \((begin, end))")
                }
            }
        }
        #expect(wrong == [])
    }

    @Test(arguments: TestStore.all, parts)
    func `conditions on parts of dates are those of Swift`(kind: TestStore, part: Part) throws {
        let visits = try open(kind)
        var wrong: [String] = []
        for zone in Self.zones.prefix(3) {
            let calendar = Self.calendar(zone)
            func expect(
                _ name: String, _ condition: QueryCondition<Visit>, _ isMet: (Visit) -> Bool
            ) throws {
                let found = try visits.filter { _ in condition }.sorted(by: \.id).all()
                if found != Self.visits.filter(isMet) { wrong.append("\(name) \(zone.identifier)") }
            }
            for limit in Set(Self.visits.prefix(9).map { part.value($0.begin, calendar) }) {
                let begin = part.field(Self.model.begin, zone)
                let end = part.maybe(Self.model.end, zone)
                try expect("==", begin == limit) { part.value($0.begin, calendar) == limit }
                try expect("!=", begin != limit) { part.value($0.begin, calendar) != limit }
                try expect("<", begin < limit) { part.value($0.begin, calendar) < limit }
                try expect("not", !(begin > limit)) { part.value($0.begin, calendar) <= limit }
                try expect("? ==", end == limit) {
                    $0.end.map { part.value($0, calendar) } == limit
                }
                try expect("? !=", end != limit) {
                    $0.end.map { part.value($0, calendar) } != limit
                }
                try expect("? >=", end >= limit) {
                    $0.end.map { part.value($0, calendar) >= limit } ?? false
                }
                try expect("? nil", end == nil) { $0.end == nil }
            }
        }
        #expect(wrong == [])
    }

    static let units: [(unit: CalendarUnit, component: Calendar.Component)] = [
        (.year, .year), (.month, .month), (.week, .weekOfYear), (.day, .day), (.hour, .hour),
        (.minute, .minute), (.second, .second),
    ]

    @Test(arguments: TestStore.all, units)
    func `the start of a unit is that of Foundation, and groups dates`(
        kind: TestStore, unit: (unit: CalendarUnit, component: Calendar.Component)
    ) throws {
        let visits = try open(kind)
        var wrong: [String] = []
        for zone in Self.zones {
            let calendar = Self.calendar(zone)
            let expected = Self.visits.map {
                calendar.dateInterval(of: unit.component, for: $0.begin)?.start ?? $0.begin
            }
            let found = try visits.sorted(by: \.id)
                .select { $0.begin.start(of: unit.unit, in: zone) }.all()
            for (visit, (found, expected)) in zip(Self.visits, zip(found, expected))
            where found != expected {
                wrong.append("\(zone.identifier) \(visit.begin): \(found), not \(expected)")
            }
            let groups = try visits.grouped { $0.begin.start(of: unit.unit, in: zone) }
                .select { ($0.key, $0.count) }.all()
            let counts = Dictionary(groups) { first, _ in -first }
            let expectedCounts = Dictionary(grouping: expected, by: \.self).mapValues(\.count)
            if counts != expectedCounts {
                wrong.append("groups \(zone.identifier)")
            }
        }
        #expect(wrong == [])
    }

    /// Stored values, and whether their year in Oslo is 2026.
    static let forms: [(json: String, isMet: Bool)] = [
        (#""2025-12-31T23:30:00.000Z""#, true), (#""2025-12-31T22:30:00.000Z""#, false),
        (#""2026-12-31T23:30:00-05:00""#, false), (#""2025-12-31 18:30-05:00""#, true),
        (#""2026-06-01""#, true), (#""2026-06-01T24:00Z""#, true), (#""2026-02-30""#, false),
        (#""2026""#, false), ("2026", false), ("1795000000000", false), ("null", false),
        ("{}", false), ("[\"2026-06-01\"]", false), ("\"\"", false),
        (#""-2026-06-01""#, false), (#""2026-06-01T00:00:00Z ""#, false),
    ]

    @Test(arguments: TestStore.all, forms)
    func `a stored date in another form is read as a model reads it, or meets no condition`(
        kind: TestStore, form: (json: String, isMet: Bool)
    ) throws {
        let store = try kind.open()
        try store.put("a", #"{"type":"visit","begin":\#(form.json),"end":\#(form.json)}"#)
        let visits = try store.repository(of: Visit.self)
        let oslo = try #require(TimeZone(identifier: "Europe/Oslo"))
        let isReadable = (try? visits.find("a")) != nil
        #expect(
            try visits.filter { $0.begin.year(in: oslo) == 2026 }.count() == (form.isMet ? 1 : 0))
        #expect(
            try visits.filter { $0.begin.year(in: oslo) != 2026 }.count()
                == (!form.isMet && isReadable ? 1 : 0))
        #expect(
            try visits.filter { $0.begin.start(of: .day, in: oslo) > .distantPast }.count()
                == (isReadable ? 1 : 0))
        #expect(try visits.filter { $0.begin.month > "" }.count() == (isReadable ? 1 : 0))
        #expect(try visits.filter { $0.end.year(in: oslo) == 2026 }.count() == (form.isMet ? 1 : 0))
        #expect(
            try visits.filter { $0.end.year(in: oslo) == nil }.count()
                == (form.json == "null" ? 1 : 0))
    }

    /// Statements with wrong arguments, and a part of the message.
    static let mistakes = [
        ("DATE_PART(begin, 'yaer', 'UTC')", "\"yaer\" is no part of a date"),
        ("DATE_PART(begin, 'year', 'Europe/Olso')", "\"Europe/Olso\" is no time zone"),
        ("DATE_START(begin, 'year', '')", "\"\" is no time zone"),
        ("DATE_START(begin, NULL, 'UTC')", "\"\" is no part of a date"),
    ]

    @Test(arguments: TestStore.all, mistakes)
    func `a statement with an unknown part or time zone is an error`(
        kind: TestStore, mistake: (call: String, message: String)
    ) throws {
        let visits = try open(kind)
        let error = #expect(throws: QuireError.self) {
            let text = "SELECT \(mistake.call) FROM _"
            let statement = try SelectStatement.parse(text, knowing: QueryFunction.table)
            _ = try visits.store.database.rows(of: statement)
        }
        #expect(error.map { "\($0)" }?.contains(mistake.message) == true)
    }

    @Test(arguments: TestStore.all)
    func `parts of extreme years are computed, and a start before the year 0 is missing`(
        kind: TestStore
    ) throws {
        let visits = try kind.open().repository(of: Visit.self)
        let dates = ["0000-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z"]
            .compactMap { DocumentDate.date(from: $0) }
        try visits.save(dates.enumerated().map { Visit(id: "\($0.offset)", begin: $0.element) })
        let east = try #require(TimeZone(identifier: "GMT+1400"))
        let west = try #require(TimeZone(identifier: "GMT-1200"))
        let years = try visits.sorted(by: \.id)
            .select { ($0.begin.year(in: east), $0.begin.year(in: west)) }.all()
        #expect(years.map { "\($0)" } == ["(0, -1)", "(10000, 9999)"])
        #expect(
            try visits.filter { $0.begin.start(of: .year, in: east) > .distantPast }.count() == 1)
    }
}
