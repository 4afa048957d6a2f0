import Fleece
import Foundation
import Quire
import QuireNetwork
import Testing

@testable import QuireStudio

@Suite struct DocumentRoutesTests {
    private let fixture: StudioFixture
    private let target = "/api/document?collection=_default._default&id=hotel-1"

    init() throws {
        fixture = try StudioFixture { database in
            try database.defaultStore().put("hotel-1", #"{"name":"Grand","stars":4}"#)
        }
    }

    private var revision: String {
        get throws {
            try fixture.database.defaultStore().record(id: "hotel-1")?.revisionID.description ?? ""
        }
    }

    private func body(_ id: String = "hotel-1") throws -> String? {
        try fixture.database.defaultStore().record(id: id)?.body.value.json(.canonical)
    }

    @Test func `a document has its body, revision and sequence`() async throws {
        let answer = try await fixture.send("GET", target)
        let expected = try "\(revision) Grand 1"
        let text = [
            answer["revision"]?.string, answer["body"]?.dictionary?["name"]?.string,
            answer["sequence"]?.int64.map { "\($0)" },
        ].map { $0 ?? "" }.joined(separator: " ")
        #expect(text == expected)
    }

    @Test func `a missing document is not found`() async throws {
        let answer = try await fixture.send(
            "GET", "/api/document?collection=_default._default&id=x")
        #expect(answer.status == 404 && answer.errorCode == "notFound")
    }

    @Test func `a missing collection is not found`() async throws {
        #expect(try await fixture.send("GET", "/api/document?collection=a.b&id=x").status == 404)
    }

    @Test(arguments: ["/api/document?id=x", "/api/document?collection=_default._default"])
    func `a missing parameter is refused`(target: String) async throws {
        #expect(try await fixture.send("GET", target).status == 400)
    }

    @Test func `a parameter that occurs twice is refused`() async throws {
        #expect(try await fixture.send("GET", target + "&id=hotel-1").status == 400)
    }

    static let exactNumbers =
        #"{"a":9007199254740993,"b":18446744073709551615,"c":0.1,"d":1.0,"e":-9223372036854775808}"#

    @Test func `saved numbers keep their digits`() async throws {
        _ = try await fixture.send(
            "PUT", target, Self.exactNumbers, headers: [("If-Match", "\"\(revision)\"")])
        let answer = try await fixture.send("GET", target)
        #expect(answer.text.contains(#""body":"# + Self.exactNumbers))
    }

    @Test func `a save with the current revision succeeds`() async throws {
        let answer = try await fixture.send(
            "PUT", target, #"{"a":1}"#, headers: [("If-Match", "\"\(revision)\"")])
        #expect(try answer.status == 200 && body() == #"{"a":1}"#)
    }

    @Test func `a save with an older revision is a conflict with the current document`()
        async throws
    {
        let old = try revision
        try fixture.database.defaultStore().put("hotel-1", #"{"name":"New"}"#)
        let answer = try await fixture.send(
            "PUT", target, #"{"a":1}"#, headers: [("If-Match", "\"\(old)\"")])
        let current = answer["current"]?.dictionary?["body"]?.dictionary?["name"]?.string
        #expect(answer.status == 409 && current == "New")
    }

    @Test func `a save of a document that was deleted is a conflict without a document`()
        async throws
    {
        let old = try revision
        _ = try fixture.database.defaultStore().delete(id: "hotel-1", if: .any)
        let answer = try await fixture.send(
            "PUT", target, #"{"a":1}"#, headers: [("If-Match", "\"\(old)\"")])
        #expect(answer.status == 409 && answer["current"]?.isNull == true)
    }

    @Test func `a new document must not exist`() async throws {
        let answer = try await fixture.send(
            "PUT", target, #"{"a":1}"#, headers: [("If-None-Match", "*")])
        #expect(answer.status == 409)
    }

    @Test func `a save without a condition is refused`() async throws {
        #expect(try await fixture.send("PUT", target, #"{"a":1}"#).status == 428)
    }

    @Test(arguments: ["x", "\"x", "x\"", "\"not a revision\"", "W/\"1@*\"", ""])
    func `an invalid revision is refused`(revision: String) async throws {
        let answer = try await fixture.send(
            "PUT", target, #"{"a":1}"#, headers: [("If-Match", revision)])
        #expect(answer.status == 400)
    }

    @Test(
        arguments: [
            ("{\"a\":", 5), ("", 0), ("[1]", 0), ("1", 0), ("{\"a\":1}x", 7), ("{a:1}", 1),
            ("nul", nil),
            ("{\"a\":1e999999}", nil), ("{\"a\":\"\\ud800\"}", nil),
        ] as [(String, Int?)])
    func `an invalid body is refused with the position of the mistake`(
        text: String, position: Int?
    ) async throws {
        let answer = try await fixture.send(
            "PUT", target, text, headers: [("If-Match", "\"\(revision)\"")])
        let found = answer["error"]?.dictionary?["position"]?.int64
        #expect(answer.status == 400 && (position == nil || found == position.map(Int64.init)))
    }

    @Test(arguments: [
        (#"{"set":{"stars":5}}"#, #"{"name":"Grand","stars":5}"#),
        (#"{"remove":["stars"]}"#, #"{"name":"Grand"}"#),
        (#"{"set":{"a.b":[1]},"remove":["x.y"]}"#, #"{"a":{"b":[1]},"name":"Grand","stars":4}"#),
        (#"{"set":{"`a.b`":null}}"#, #"{"a.b":null,"name":"Grand","stars":4}"#),
        (#"{}"#, #"{"name":"Grand","stars":4}"#),
        (
            #"{"set":{"ü":{"deep":{"er":1.5}}}}"#,
            #"{"name":"Grand","stars":4,"ü":{"deep":{"er":1.5}}}"#
        ),
    ])
    func `an edit changes single properties`(edit: String, expected: String) async throws {
        _ = try await fixture.send(
            "PATCH", target, edit, headers: [("If-Match", "\"\(revision)\"")])
        #expect(try body() == expected)
    }

    @Test(arguments: [
        #"{"set":{"name.first":1}}"#, #"{"set":{"name[0]":1}}"#, #"{"set":{"a":1,"a.b":2}}"#,
        #"{"set":{"a":1},"remove":["a"]}"#, #"{"set":{"":1}}"#, #"{"set":[1]}"#,
        #"{"remove":"a"}"#, #"{"set":{"a[":1}}"#,
    ])
    func `an edit that is impossible is refused`(edit: String) async throws {
        let answer = try await fixture.send(
            "PATCH", target, edit, headers: [("If-Match", "\"\(revision)\"")])
        #expect(answer.status == 400)
    }

    @Test func `items of arrays can be changed, removed and appended`() async throws {
        try fixture.database.defaultStore().put("hotel-1", #"{"t":["a","b","c"]}"#)
        _ = try await fixture.send(
            "PATCH", target, #"{"set":{"t[0]":"x","t[3]":"y"},"remove":["t[1]"]}"#)
        #expect(try body() == #"{"t":["x","c","y"]}"#)
    }

    @Test func `a deletion with an older revision is a conflict`() async throws {
        let old = try revision
        try fixture.database.defaultStore().put("hotel-1", "{}")
        let answer = try await fixture.send(
            "DELETE", target, headers: [("If-Match", "\"\(old)\"")])
        #expect(answer.status == 409)
    }

    @Test(arguments: ["", "&purge=1"])
    func `a deleted document is not found`(query: String) async throws {
        let answer = try await fixture.send(
            "DELETE", target + query, headers: [("If-Match", "\"\(revision)\"")])
        #expect(try answer.status == 204 && body() == nil)
    }

    @Test(arguments: [
        "a/b", "ä", "日本語", "%", "a%2Fb", "..", "a b", "+", "?", "#", "&id=x", "\"", "'", "<script>",
        "🏨", String(repeating: "x", count: 240), "a\u{301}",
    ])
    func `any document ID can be saved and read`(id: String) async throws {
        let target = "/api/document?collection=_default._default&id=" + encoded(id)
        let saved = try await fixture.send(
            "PUT", target, #"{"a":1}"#, headers: [("If-None-Match", "*")])
        let answer = try await fixture.send("GET", target)
        #expect(saved.status == 201 && answer["id"]?.string == id)
    }

    @Test(arguments: ["", "_x", "\u{1}", String(repeating: "x", count: 241)])
    func `a document ID that stores refuse is refused`(id: String) async throws {
        let answer = try await fixture.send(
            "PUT", "/api/document?collection=_default._default&id=" + encoded(id), #"{"a":1}"#,
            headers: [("If-None-Match", "*")])
        #expect(answer.status == 400)
    }

    @Test func `the expiration is set and removed`() async throws {
        let target = "/api/document/expiration?collection=_default._default&id=hotel-1"
        let set = try await fixture.send("PUT", target, #"{"expiration":"2099-01-02T03:04:05Z"}"#)
        let removed = try await fixture.send("PUT", target, #"{"expiration":null}"#)
        #expect(
            set["expiration"]?.string == "2099-01-02T03:04:05.000Z"
                && removed["expiration"]?.isNull == true)
    }

    @Test func `several documents are deleted in one transaction`() async throws {
        let store = try fixture.database.defaultStore()
        try store.put("b", "{}")
        let answer = try await fixture.send(
            "POST", "/api/documents/delete",
            #"{"collection":"_default._default","ids":["hotel-1","b","missing","b"]}"#)
        #expect(answer["deleted"]?.int64 == 2)
    }

    @Test func `a change of several documents that fails changes none`() async throws {
        try fixture.database.defaultStore().put("b", #"{"stars":{"x":1}}"#)
        let answer = try await fixture.send(
            "POST", "/api/documents/patch",
            #"{"collection":"_default._default","ids":["b","hotel-1"],"set":{"stars.x":2}}"#)
        #expect(try answer.status == 400 && body("b") == #"{"stars":{"x":1}}"#)
    }

    @Test func `markup in a document is only JSON`() async throws {
        try fixture.database.defaultStore().put("hotel-1", #"{"x":"<script>alert(1)</script>"}"#)
        let answer = try await fixture.send("GET", target)
        #expect(answer.headers["Content-Type"] == "application/json; charset=utf-8")
    }

    // MARK: Reserved keys

    static let doors: [(method: String, target: String, body: @Sendable (String) -> String)] = [
        ("PUT", "/api/document?collection=_default._default&id=hotel-1", { #"{"\#($0)":1}"# }),
        (
            "PATCH", "/api/document?collection=_default._default&id=hotel-1",
            { #"{"set":{"\#($0)":1}}"# }
        ),
        (
            "POST", "/api/documents/patch",
            {
                #"{"collection":"_default._default","ids":["hotel-1"],"set":{"\#($0)":1}}"#
            }
        ),
    ]

    @Test(arguments: doors.indices, ["_id", "_rev", "_deleted"])
    func `a change with a key of the metadata is refused`(index: Int, key: String) async throws {
        let (method, target, body) = Self.doors[index]
        let answer = try await fixture.send(
            method, target, body(key), headers: [("If-Match", "\"\(revision)\"")])
        #expect(answer.status == 400 && answer.errorCode == "invalidRequest")
        #expect(answer.text.contains("reserved for document metadata"))
        #expect(try self.body() == #"{"name":"Grand","stars":4}"#)
    }
}
