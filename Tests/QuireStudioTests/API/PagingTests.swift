import Fleece
import Quire
import QuireTestSupport
import SQLPlusPlus
import Testing

@testable import QuireStudio

/// Pages of generated documents, compared with the order of all of them.
@Suite struct PagingTests {
    private static let values = [
        "null", "true", "false", "0", "1", "1.0", "-1", "0.5", "9007199254740993",
        "9223372036854775807", "18446744073709551615", "18446744073709551614", "1e300",
        #""""#, #""a""#, #""B""#, #""ä""#, #""a\u0000b""#, #""1""#, "[]", "[1]", "[null]",
        #"["a",{"b":1}]"#, "{}", #"{"a":1}"#, #"{"b":[1.5]}"#, "-0.0", "5e-324", "0.1",
    ]
    private static let ids = ["a", "A", "b/c", "ä", "日本", "z%20", "' OR 1", "0", "10", "9"]

    /// Creates a database with documents whose property `v` has values of all kinds.
    private static func fixture(seed: UInt64, isIndexed: Bool) throws -> StudioFixture {
        try StudioFixture { try fill($0, seed: seed, isIndexed: isIndexed) }
    }

    static func fill(
        _ database: any DocumentDatabase, seed: UInt64, isIndexed: Bool
    ) throws {
        let store = try database.defaultStore()
        try database.inBatch {
            var generator = SplitMix64(seed: seed)
            for number in 0..<120 {
                let id = ids[generator.next(below: ids.count)] + "\(number)"
                let value =
                    generator.once(in: 5) ? nil : values[generator.next(below: values.count)]
                let property = value.map { #","o":{"v":\#($0)}"# } ?? ""
                try store.put(id, "{\"n\":\(number)\(property)}")
            }
        }
        if isIndexed {
            try store.createIndex(withName: "byV", config: ValueIndexConfiguration(["o.v"]))
        }
    }

    private static func request(
        descending: Bool, limit: Int, _ position: String = "", filter: String = ""
    ) -> String {
        """
        {"collection":"_default._default","order":[{"path":"o.v","descending":\(descending)}],\
        "limit":\(limit),"filters":[\(filter)]\(position)}
        """
    }

    /// Returns the IDs of all documents in the order of the engine.
    static func sorted(
        _ database: any DocumentDatabase, descending: Bool
    ) throws -> [String] {
        let direction: OrderingTerm.Direction = descending ? .descending : .ascending
        let path = PropertyPath([.key("o"), .key("v")])
        return try database.defaultStore().records(
            selectedBy: SelectStatement(
                [.star], from: CollectionSource("_"),
                orderedBy: [
                    OrderingTerm(.property(path, of: nil), direction),
                    OrderingTerm(.metadata(.id, of: nil), direction),
                ])
        ).map(\.id)
    }

    private static func ids(_ answer: StudioAnswer) -> [String] {
        answer["documents"]?.array?.compactMap { $0.dictionary?["id"]?.string } ?? []
    }

    private static func cursor(_ answer: StudioAnswer, _ key: String) -> String? {
        answer[key]?.string
    }

    /// Reads pages until there is no further one.
    static func read(
        _ fixture: StudioFixture, descending: Bool, limit: Int, backward: Bool
    ) async throws -> [[String]] {
        var pages: [[String]] = []
        var position = backward ? #","last":true"# : ""
        while pages.count < 200 {
            let answer = try await fixture.send(
                "POST", "/api/documents/page",
                request(descending: descending, limit: limit, position))
            pages.append(ids(answer))
            guard let next = cursor(answer, backward ? "previous" : "next") else { break }
            let text = JSONQuoting.quoted(next)
            position = backward ? ",\"before\":\(text)" : ",\"after\":\(text)"
        }
        return backward ? pages.reversed() : pages
    }

    struct Run: Sendable, CustomTestStringConvertible {
        let seed: UInt64
        let limit: Int
        let isDescending: Bool
        let isBackward: Bool
        let isIndexed: Bool

        var testDescription: String {
            "\(seed), \(limit)\(isDescending ? ", descending" : "")"
                + "\(isBackward ? ", backward" : "")\(isIndexed ? ", indexed" : "")"
        }
    }

    private static let limits = [7, 1, 25, 60]
    static let runs: [Run] = (0..<16).map { (number: Int) -> Run in
        Run(
            seed: UInt64(number), limit: limits[number / 4], isDescending: number % 2 == 1,
            isBackward: number % 4 > 1, isIndexed: number % 8 > 3)
    }

    @Test(arguments: runs)
    func `pages contain all documents in their order, whatever the sorted values are`(
        run: Run
    ) async throws {
        let fixture = try Self.fixture(seed: run.seed, isIndexed: run.isIndexed)
        let pages = try await Self.read(
            fixture, descending: run.isDescending, limit: run.limit, backward: run.isBackward)
        let expected = try Self.sorted(fixture.database, descending: run.isDescending)
        #expect(pages.flatMap(\.self) == expected)
    }

    @Test(arguments: runs)
    func `a page before the one after a page is that page`(run: Run) async throws {
        let fixture = try Self.fixture(seed: run.seed, isIndexed: run.isIndexed)
        func page(_ position: String) async throws -> StudioAnswer {
            try await fixture.send(
                "POST", "/api/documents/page",
                Self.request(descending: run.isDescending, limit: 10, position))
        }
        let first = try await page("")
        let next = try #require(Self.cursor(first, "next"))
        let second = try await page(",\"after\":\(JSONQuoting.quoted(next))")
        let previous = try #require(Self.cursor(second, "previous"))
        let again = try await page(",\"before\":\(JSONQuoting.quoted(previous))")
        #expect(Self.ids(again) == Self.ids(first))
    }

    @Test func `documents that are saved or deleted in between move no other document`()
        async throws
    {
        let fixture = try StudioFixture { database in
            let store = try database.defaultStore()
            for number in 10..<30 { try store.put("d\(number)", #"{"o":{"v":\#(number)}}"#) }
        }
        let first = try await fixture.send(
            "POST", "/api/documents/page", Self.request(descending: false, limit: 10))
        let store = try fixture.database.defaultStore()
        try store.put("d00", #"{"o":{"v":1}}"#)
        _ = try store.delete(id: "d12", if: .any)
        let next = try #require(Self.cursor(first, "next"))
        let second = try await fixture.send(
            "POST", "/api/documents/page",
            Self.request(
                descending: false, limit: 10, ",\"after\":\(JSONQuoting.quoted(next))"))
        #expect(Self.ids(second) == (20..<30).map { "d\($0)" })
    }

    @Test func `a filter applies to every page`() async throws {
        let fixture = try Self.fixture(seed: 3, isIndexed: false)
        let filter = #"{"path":"n","operator":"<","value":50}"#
        var ids: [String] = []
        var position = ""
        while true {
            let answer = try await fixture.send(
                "POST", "/api/documents/page",
                Self.request(descending: false, limit: 7, position, filter: filter))
            ids += Self.ids(answer)
            guard let next = Self.cursor(answer, "next") else { break }
            position = ",\"after\":\(JSONQuoting.quoted(next))"
        }
        let store = try fixture.database.defaultStore()
        let expected = try Self.sorted(fixture.database, descending: false).filter {
            try store.record(id: $0)?.body["n"]?.int64 ?? 50 < 50
        }
        #expect(ids == expected)
    }

    @Test(arguments: [
        "", "x", "{}", #"{"id":1}"#, #"{"id":"a","kind":"value","value":{"a":1}}"#,
        #"{"id":"a","kind":"value"}"#, #"{"id":"a","kind":"what"}"#,
    ])
    func `an invalid cursor is refused`(cursor: String) async throws {
        let answer = try await StudioFixture().send(
            "POST", "/api/documents/page",
            Self.request(descending: false, limit: 7, ",\"after\":\(JSONQuoting.quoted(cursor))"))
        #expect(answer.status == 400)
    }
}
