import Foundation
import QuireTestSupport
import Testing

@testable import QuireCLI

@Suite struct DocumentCommandTests {
    private let guide: Guide

    init() throws {
        guide = try Guide()
    }

    @Test func `put replaces a document, get prints it`() {
        let put = guide.run("put", "hotel-1", #"{"name":"New","_id":"hotel-1","n":[1,2.5,null]}"#)
        let get = guide.run("get", "hotel-1")
        #expect(put.code == .success && get.output == #"{"name":"New","n":[1,2.5,null]}"# + "\n")
    }

    @Test func `put reads standard input`() {
        #expect(guide.run("put", "x", input: "{\"a\":\n1}").code == .success)
        #expect(guide.run("get", "x").output == "{\"a\":1}\n")
    }

    @Test func `put with a revision succeeds only once`() {
        let first = guide.run("put", "x", "{}").lines[0]
        let second = guide.run("put", "x", #"{"a":1}"#, "--revision", first)
        let third = guide.run("put", "x", #"{"a":2}"#, "--revision", first)
        #expect(second.code == .success && third.code == .failure)
    }

    @Test func `get prints revision and sequence on request`() {
        let revision = guide.run("put", "x", "{}").lines[0]
        let expected = #"{"_id":"x","_rev":"\#(revision)","_sequence":5}"# + "\n"
        #expect(guide.run("get", "x", "--meta").output == expected)
    }

    @Test func `get prints a document with excessive indentation on one line`() {
        let nested = String(repeating: "[", count: 500) + String(repeating: "0,", count: 20_000)
        let json = #"{"a":"# + nested + "0" + String(repeating: "]", count: 500) + "}"
        #expect(guide.run("put", "x", input: json).code == .success)
        #expect(guide.run("get", "x", width: 80).output == json + "\n")
    }

    @Test func `get indents a document on a terminal`() {
        _ = guide.run("put", "x", #"{"a":{"b":[]},"c":"{\"d\":1}"}"#)
        let expected = """
            {
              "a": {
                "b": []
              },
              "c": "{\\"d\\":1}"
            }

            """
        #expect(guide.run("get", "x", width: 80).output == expected)
    }

    @Test(arguments: ["info", "get", "export"])
    func `a table of shared keys that repeats a long name is rejected`(command: String) throws {
        try guide.execute(
            "UPDATE kv_info SET body = x'\(RepeatedName.table)' WHERE key = 'SharedKeys'")
        let run = command == "get" ? guide.run("get", "hotel-1") : guide.run(command)
        #expect(run.code == .failure && run.notes.contains("shared keys"), "\(run.notes)")
    }

    @Test func `get prints the existing documents`() {
        let run = guide.run("get", "none", "hotel-2", "--meta")
        #expect(run.code == .failure && run.lines.count == 1 && run.output.contains("hotel-2"))
    }

    @Test func `rm leaves a tombstone, purge does not`() {
        _ = guide.run("rm", "hotel-1")
        _ = guide.run("purge", "hotel-2")
        let info = guide.run("info").output
        #expect(info.contains("2 documents, 1 tombstone;"))
        #expect(guide.run("ls").lines == ["hotel-3", "hotel-10"])
    }

    @Test(arguments: ["rm", "purge"])
    func `either all documents are removed or none`(command: String) {
        let run = guide.run(command, "hotel-1", "none")
        #expect(run.code == .failure && guide.run("ls").lines.count == 4)
    }

    @Test func `an expiration date is set, printed and cleared`() {
        _ = guide.run("expire", "hotel-1", "2099-01-31T12:00:00Z")
        #expect(guide.run("expire", "hotel-1").output == "2099-01-31T12:00:00.000Z\n")
        _ = guide.run("expire", "hotel-1", "never")
        #expect(guide.run("expire", "hotel-1").output == "never\n")
    }

    static let spans: [(String, Double)] = [
        ("90s", 90), ("15m", 900), ("12h", 43_200), ("30d", 2_592_000), ("+1m", 60),
    ]

    @Test(arguments: spans)
    func `a duration is relative to now`(text: String, seconds: Double) throws {
        let now = Date(timeIntervalSince1970: 1_000_000)
        let time = try ExpireCommand.time(text, after: now)
        #expect(time == now.addingTimeInterval(seconds))
    }

    static let listings: [([String], [String])] = [
        ([], ["hotel-1", "hotel-2", "hotel-3", "hotel-10"]),
        (["hotel-1*"], ["hotel-1", "hotel-10"]),
        (["*?1"], ["hotel-1"]),
        (["hotel-?"], ["hotel-1", "hotel-2", "hotel-3"]),
        (["--limit", "2", "--offset", "1"], ["hotel-2", "hotel-3"]),
        (["--limit", "0"], []),
        (["*x*"], []),
        (["*0", "--format", "jsonl"], [#"{"id":"hotel-10"}"#]),
        (["*0", "--json"], ["[", #"  {"id":"hotel-10"}"#, "]"]),
    ]

    @Test(arguments: listings)
    func `ls lists the selected documents`(words: [String], expected: [String]) {
        #expect(ToolRun(["ls", guide.database] + words).lines == expected)
    }

    @Test func `collections are separate`() {
        #expect(guide.run("put", "x", "{}", "-c", "a.b").code == .failure)
        _ = guide.run("import", "-", "-c", "a.b", "--id-key", "k", input: #"{"k":1}"#)
        #expect(guide.run("ls", "-c", "a.b").lines == ["1"])
        #expect(guide.run("get", "-c", "a.b", "1").output == "{\"k\":1}\n")
        #expect(guide.run("info").output.contains("collection a.b\t1 document;"))
    }

    @Test func `compact reports its result, copy creates a separate database`() {
        let compact = guide.run("compact")
        let copy = guide.run("copy", guide.path("copy.cblite2"))
        let list = ToolRun(["ls", guide.path("copy.cblite2")])
        #expect(compact.notes.contains("; 0 blobs removed") && copy.code == .success)
        #expect(list.lines.count == 4)
    }
}
