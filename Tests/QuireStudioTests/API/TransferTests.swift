import Fleece
import Foundation
import Quire
import QuireFormats
import QuireNetwork
import QuireTestSupport
import Testing

@testable import QuireStudio

/// The import and the export of files.
@Suite struct TransferTests {
    private let fixture: StudioFixture

    init() throws {
        fixture = try StudioFixture { database in
            try database.defaultStore().put("a", #"{"n":1,"city":"Oslo"}"#)
            try database.defaultStore().put("b", #"{"n":2.0,"list":[1]}"#)
        }
    }

    private func export(_ more: String) async throws -> StudioAnswer {
        try await fixture.send(
            "POST", "/api/export", "{\"collection\":\"_default._default\",\(more)}")
    }

    private func importFile(_ text: String, _ query: String) async throws -> StudioAnswer {
        try await fixture.send(
            "POST", "/api/import?collection=_default._default&" + query, bytes: Array(text.utf8),
            headers: [("Content-Type", "application/octet-stream")])
    }

    private func bodies() throws -> [String] {
        var lines: [String] = []
        try fixture.database.defaultStore().forEachRecord {
            lines.append("\($0.id) \(try $0.body.value.json(.canonical))")
        }
        return lines.sorted()
    }

    static let files = [
        (
            "jsonl",
            "{\"_id\":\"a\",\"n\":1,\"city\":\"Oslo\"}\n{\"_id\":\"b\",\"n\":2.0,\"list\":[1]}\n"
        ),
        ("csv", "_id,n,city,list\na,1,Oslo,\nb,2.0,,[1]\n"),
    ]

    @Test(arguments: files)
    func `documents are exported`(format: String, expected: String) async throws {
        #expect(try await export("\"format\":\"\(format)\"").text == expected)
    }

    @Test(arguments: DocumentFormat.allCases)
    func `an export is a file that is downloaded`(format: DocumentFormat) async throws {
        let answer = try await export("\"format\":\"\(format.rawValue)\"")
        #expect(answer.headers["Content-Disposition"]?.hasPrefix("attachment; filename=") == true)
    }

    @Test func `an export contains the given documents`() async throws {
        let answer = try await export(#""format":"jsonl","ids":["b","missing"]"#)
        #expect(answer.text == "{\"_id\":\"b\",\"n\":2.0,\"list\":[1]}\n")
    }

    @Test func `an export contains the documents that meet the filters`() async throws {
        let answer = try await export(
            #""format":"jsonl","filters":[{"path":"n","operator":"<","value":2}]"#)
        #expect(answer.text == "{\"_id\":\"a\",\"n\":1,\"city\":\"Oslo\"}\n")
    }

    @Test func `an export of many documents is complete`() async throws {
        let store = try fixture.database.defaultStore()
        try await fixture.database.inBatch {
            for number in 0..<2_000 {
                try store.put("d\(number)", "{\"t\":\"\(String(repeating: "x", count: 900))\"}")
            }
        }
        let lines = try await export(#""format":"jsonl""#).text.split(separator: "\n")
        #expect(lines.count == 2_002)
    }

    @Test func `a client that closes the connection ends an export`() async throws {
        let store = try fixture.database.defaultStore()
        try await fixture.database.inBatch {
            for number in 0..<2_000 {
                try store.put("d\(number)", "{\"t\":\"\(String(repeating: "x", count: 9_000))\"}")
            }
        }
        let client = try await StudioClient(port: fixture.studio.port)
        let body = #"{"collection":"_default._default","format":"json"}"#
        try await client.send(
            "POST /api/export HTTP/1.1\r\nHost: 127.0.0.1:\(fixture.studio.port)\r\n"
                + "X-Quire-Token: \(fixture.token)\r\nContent-Type: application/json\r\n"
                + "Content-Length: \(body.utf8.count)\r\n\r\n" + body)
        _ = try await client.stream.responseHead()
        client.transport.close()
        #expect(try await fixture.send("GET", "/api/database").status == 200)
    }

    @Test(arguments: DocumentFormat.allCases.filter { RecordFormat(rawValue: $0.rawValue) != nil })
    func `an exported file can be imported`(format: DocumentFormat) async throws {
        let file = try await export("\"format\":\"\(format.rawValue)\"").text
        let before = try bodies()
        let store = try fixture.database.defaultStore()
        for id in ["a", "b"] { try store.purge(id: id) }
        _ = try await importFile(file, "format=\(format.rawValue)&idPath=_id")
        let after = try bodies().map { $0.replacing("\"[1]\"", with: "[1]") }
        #expect(after == before)
    }

    @Test(arguments: [
        ("replace", [#"a {"x":1}"#, #"b {"list":[1],"n":2.0}"#]),
        ("merge", [#"a {"city":"Oslo","n":1,"x":1}"#, #"b {"list":[1],"n":2.0}"#]),
        ("insert", [#"a {"city":"Oslo","n":1}"#, #"b {"list":[1],"n":2.0}"#]),
    ])
    func `an existing document is replaced, merged, or an error`(
        mode: String, expected: [String]
    ) async throws {
        _ = try await importFile(#"{"_id":"a","x":1}"#, "format=jsonl&mode=\(mode)")
        #expect(try bodies() == expected)
    }

    @Test func `a file with an invalid document changes nothing`() async throws {
        let before = try bodies()
        let answer = try await importFile(
            "{\"_id\":\"c\"}\nbad\n[1]\n{\"_id\":\"_x\"}\n{\"_id\":\"a\"}\n", "format=jsonl")
        let lines = answer["errors"]?.array?.compactMap { $0.dictionary?["line"]?.int64 }
        #expect(try answer.status == 400 && lines == [2, 3, 4, 5] && bodies() == before)
    }

    @Test(arguments: ["format=xml", "mode=upsert", "idPath=a["])
    func `an invalid parameter is refused`(query: String) async throws {
        #expect(try await importFile("{}", query).status == 400)
    }

    @Test func `the body of an import is bytes`() async throws {
        let answer = try await fixture.send(
            "POST", "/api/import?collection=_default._default", "{}")
        #expect(answer.status == 415)
    }

    @Test func `a file with a key of the metadata is refused with its line`() async throws {
        let answer = try await importFile(
            "{\"_id\":\"x\"}\n{\"_id\":\"y\",\"_rev\":1}\n", "format=jsonl&mode=insert")
        #expect(answer.status == 400)
        #expect(answer.text.contains("reserved for document metadata"))
        #expect(try bodies().count == 2)
    }
}
