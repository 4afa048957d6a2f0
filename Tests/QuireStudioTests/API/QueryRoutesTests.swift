import Fleece
import Foundation
import Quire
import Testing

@testable import QuireStudio

@Suite struct QueryRoutesTests {
    private let fixture: StudioFixture

    init() throws {
        fixture = try StudioFixture { database in
            let store = try database.defaultStore()
            try database.inBatch {
                for number in 0..<300 {
                    try store.put(
                        "h\(number)", #"{"n":\#(number),"city":"Oslo","big":9007199254740993}"#)
                }
            }
        }
    }

    private func query(_ sql: String, _ more: String = "") async throws -> StudioAnswer {
        let text = JSONQuoting.quoted(sql)
        return try await fixture.send("POST", "/api/query", "{\"sql\":\(text)\(more)}")
    }

    @Test func `rows contain values in the order of the columns, and mark missing ones`()
        async throws
    {
        let answer = try await query("SELECT n, none, null AS x, big FROM _ WHERE n = 7")
        #expect(answer.text.contains(#""rows":[[7,{"$missing":true},null,9007199254740993]]"#))
    }

    @Test func `parameters are values`() async throws {
        let answer = try await query(
            "SELECT n FROM _ WHERE n IN $list ORDER BY n", #","parameters":{"list":[3,5]}"#)
        #expect(answer.text.contains(#""rows":[[3],[5]]"#))
    }

    @Test(arguments: [("SELECT n FROM _", 5, 5, true), ("SELECT n FROM _ LIMIT 3", 5, 3, false)])
    func `the number of rows is limited`(
        sql: String, limit: Int, count: Int64, isTruncated: Bool
    ) async throws {
        let answer = try await query(sql, ",\"limit\":\(limit)")
        #expect(answer["rowCount"]?.int64 == count && answer["truncated"]?.boolean == isTruncated)
    }

    @Test func `an error has its position in the text`() async throws {
        let answer = try await query("SELECT n FRM _ WHERE")
        let position = answer["error"]?.dictionary?["position"]?.int64
        #expect(answer.errorCode == "invalidQuery" && position == 13)
    }

    @Test(arguments: [
        "UPDATE _ SET n = 1", "delete from _", " \n UPSERT INTO _ VALUES (1)", "Insert into x",
    ])
    func `a statement that writes is refused`(sql: String) async throws {
        #expect(try await query(sql).errorCode == "unsupported")
    }

    @Test func `a query ends at its time limit`() async throws {
        let answer = try await query(
            "SELECT COUNT(*) FROM _ AS a JOIN _ AS b ON a.n + b.n > 1 JOIN _ AS c ON c.n + b.n > a.n",
            ",\"timeout\":0.2")
        #expect(answer.errorCode == "timeout")
    }

    @Test(arguments: [
        "{}", #"{"sql":1}"#, #"{"sql":"SELECT 1","limit":0}"#,
        #"{"sql":"SELECT n FROM _","limit":"x"}"#,
        #"{"sql":"SELECT n FROM _","timeout":-1}"#, #"{"sql":"SELECT n FROM _","parameters":[]}"#,
        #"{"sql":"SELECT n FROM missing.collection"}"#, #"{"sql":""}"#,
    ])
    func `an invalid request is refused`(body: String) async throws {
        #expect(try await fixture.send("POST", "/api/query", body).status == 400)
    }

    @Test func `an index that would help is advised until it exists`() async throws {
        let body = #"{"sql":"SELECT n FROM _ WHERE n = 1"}"#
        let before = try await fixture.send("POST", "/api/explain", body)
        let create = before["advice"]?.array?.value(at: 0)?.dictionary?["create"]?.dictionary
        try fixture.database.defaultStore().createIndex(
            withName: "byN", config: ValueIndexConfiguration(["n"]))
        let after = try await fixture.send("POST", "/api/explain", body)
        #expect(
            create?["properties"]?.array?.value(at: 0)?.string == "n"
                && after["advice"]?.array?.isEmpty == true)
    }

    @Test func `a plan is explained`() async throws {
        let answer = try await fixture.send(
            "POST", "/api/explain", #"{"sql":"SELECT n FROM _ WHERE n = 1"}"#)
        #expect(answer["text"]?.string?.contains("SCAN") == true)
    }
}
