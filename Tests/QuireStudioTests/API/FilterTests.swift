import Fleece
import Quire
import Testing

@testable import QuireStudio

@Suite struct FilterTests {
    private let fixture: StudioFixture

    init() throws {
        fixture = try StudioFixture { database in
            let store = try database.defaultStore()
            try store.put("a", #"{"city":"Paris","stars":4,"tags":["x"]}"#)
            try store.put("b", #"{"city":"oslo 100%","stars":5}"#)
            try store.put("c", #"{"city":null}"#)
            try store.put("d", #"{"stars":3,"address":{"city":"Rome"}}"#)
        }
    }

    static let filters: [(String, String)] = [
        (#"{"path":"city","operator":"=","value":"Paris"}"#, "a"),
        (#"{"path":"city","operator":"!=","value":"Paris"}"#, "bcd"),
        (#"{"path":"city","operator":"=","value":null}"#, "c"),
        (#"{"path":"city","operator":"!=","value":null}"#, "ab"),
        (#"{"path":"stars","operator":">=","value":4}"#, "ab"),
        (#"{"path":"stars","operator":"<","value":4.5}"#, "ad"),
        (#"{"path":"city","operator":"contains","value":"OSLO"}"#, "b"),
        (#"{"path":"city","operator":"contains","value":"%"}"#, "b"),
        (#"{"path":"city","operator":"startsWith","value":"pAr"}"#, "a"),
        (#"{"path":"city","operator":"startsWith","value":"%"}"#, ""),
        (#"{"path":"city","operator":"like","value":"%a%"}"#, "a"),
        (#"{"path":"stars","operator":"in","value":[3,5]}"#, "bd"),
        (#"{"path":"stars","operator":"in","value":[]}"#, ""),
        (#"{"path":"city","operator":"isMissing"}"#, "d"),
        (#"{"path":"city","operator":"isNull"}"#, "c"),
        (#"{"path":"city","operator":"isPresent"}"#, "ab"),
        (#"{"path":"address.city","operator":"=","value":"Rome"}"#, "d"),
        (#"{"path":"tags[0]","operator":"=","value":"x"}"#, "a"),
        (#"{"path":"META().id","operator":">","value":"b"}"#, "cd"),
        (#"{"path":"META().id","operator":"in","value":["a","z"]}"#, "a"),
        (#"{"path":"tags","operator":"=","value":["x"]}"#, "a"),
        (
            #"{"path":"stars","operator":">","value":3},{"path":"city","operator":"isPresent"}"#,
            "ab"
        ),
    ]

    private func page(_ filters: String, _ more: String = "") async throws -> StudioAnswer {
        try await fixture.send(
            "POST", "/api/documents/page",
            "{\"collection\":\"_default._default\",\"filters\":[\(filters)]\(more)}")
    }

    @Test(arguments: filters)
    func `a filter selects documents`(filter: String, expected: String) async throws {
        let answer = try await page(filter)
        let ids = answer["documents"]?.array?.map { $0.dictionary?["id"]?.string ?? "" }
        #expect(ids?.joined() == expected)
    }

    @Test(arguments: filters)
    func `the count is that of the documents`(filter: String, expected: String) async throws {
        let answer = try await fixture.send(
            "POST", "/api/documents/count",
            "{\"collection\":\"_default._default\",\"filters\":[\(filter)]}")
        #expect(answer["count"]?.int64 == Int64(expected.count))
    }

    @Test(arguments: filters)
    func `the shown statement selects the same documents`(
        filter: String, expected: String
    ) async throws {
        let sql = try await page(filter)["sql"]?.string ?? ""
        let rows = try await fixture.database.query(QuerySource(verbatim: sql))
        #expect(rows.map { $0[0]?.string ?? "" }.joined() == expected)
    }

    @Test(arguments: [
        (
            #"{"path":"city","operator":"=","value":"Paris"}"#, #","order":[{"path":"name"}]"#,
            #"documents.filter { $0.city == "Paris" }.sorted(by: \.name)"#
        ),
        (
            #"{"path":"type","operator":"=","value":"hotel"},{"path":"a.b","operator":">=","value":1.5}"#,
            #","order":[{"path":"x.y","descending":true}]"#,
            #"hotels.filter { $0.a.b >= 1.5 }.sorted(by: \.x.y, .descending)"#
        ),
        (
            #"{"path":"n","operator":"in","value":[1,2]},{"path":"s","operator":"isMissing"}"#, "",
            "documents.filter { [1, 2].contains($0.n) && $0.s == nil }"
        ),
        (
            #"{"path":"s","operator":"=","value":"a\"\\\n"}"#, "",
            #"documents.filter { $0.s == "a\"\\\n" }"#
        ),
        (
            #"{"path":"free_internet","operator":"=","value":true},{"path":"default","operator":"=","value":1}"#,
            #","order":[{"path":"room-rate"}]"#,
            #"documents.filter { $0.freeInternet == true && $0.`default` == 1 }.sorted(by: \.roomRate)"#
        ),
        ("", "", "documents"),
    ])
    func `the conditions are shown in Swift`(
        filters: String, more: String, expected: String
    ) async throws {
        #expect(try await page(filters, more)["swift"]?.string == expected)
    }

    @Test(arguments: [
        #"{"path":"a","operator":"~","value":1}"#, #"{"path":"a","operator":"="}"#,
        #"{"operator":"=","value":1}"#, #"{"path":"","operator":"=","value":1}"#,
        #"{"path":"a.","operator":"=","value":1}"#, #"{"path":"a","operator":"in","value":1}"#,
        #"{"path":"a","operator":"contains","value":1}"#, "1",
    ])
    func `an invalid filter is refused`(filter: String) async throws {
        #expect(try await page(filter).status == 400)
    }

    @Test(arguments: [
        (#","limit":5000,"columns":[]"#, 200), (#","limit":5000"#, 400), (#","limit":0"#, 400),
    ])
    func `a page is longer without bodies`(more: String, status: Int) async throws {
        #expect(try await page("", more).status == status)
    }

    @Test func `columns select properties, nested as in the document`() async throws {
        let answer = try await page(
            #"{"path":"META().id","operator":"=","value":"d"}"#,
            #","columns":["address.city","none"]"#)
        #expect(answer.text.contains(#""body":{"address":{"city":"Rome"}}"#))
    }
}
