import Fleece
import Foundation
import QuireTestSupport
import Testing

@testable import QuireCLI

/// The commands on a database written by Couchbase Lite 2.0; skipped if the file does not exist.
@Suite(.enabled(if: PublishedData.file("travel-sample.cblite2") != nil))
struct PublishedDataTests {
    private let folder: TemporaryFolder
    private let database: String

    init() throws {
        folder = try TemporaryFolder()
        let source = try #require(PublishedData.file("travel-sample.cblite2"))
        database = try Bundles.copy(source, to: folder)
    }

    private static let note = "is of an older Couchbase Lite (schema 201); reading a copy"

    private var content: Data? { FileManager.default.contents(atPath: database + "/db.sqlite3") }

    @Test func `the export equals the output of an independent reader`() throws {
        let file = try #require(PublishedData.file("travel-sample.expected.jsonl"))
        var expected: [String: String] = [:]
        for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
            let root = try #require(FleeceStorage(json: String(line)).root?.dictionary)
            expected[try #require(root["id"]?.string)] = try root["body"]?.json(.canonical)
        }
        let run = ToolRun(["export", database])
        var exported: [String: String] = [:]
        for line in run.lines {
            let root = try #require(FleeceStorage(json: line).root?.dictionary)
            let id = try #require(root["_id"]?.string)
            let own = FleeceWriter()
            own.beginDictionary()
            for (key, value) in root where key != "_id" {
                own.writeKey(key)
                own.write(copyOf: value)
            }
            own.endDictionary()
            exported[id] = try FleeceStorage(own.finish()).root?.json(.canonical)
        }
        let wrong = Set(exported.keys).union(expected.keys).filter { exported[$0] != expected[$0] }
        #expect(wrong.isEmpty && exported.count == 2885 && run.notes.contains(Self.note))
    }

    @Test func `the check passes and changes nothing`() throws {
        let before = content
        let run = ToolRun(["check", database])
        #expect(run.code == .success && run.output.isEmpty)
        #expect(run.notes.contains("2,885 documents") && content == before)
    }

    @Test func `reading changes nothing and leaves no copy behind`() throws {
        let before = content
        let run = ToolRun(["query", database, "SELECT name FROM _ WHERE type = 'hotel' LIMIT 1"])
        #expect(run.code == .success && run.lines.count == 1 && run.notes.contains(Self.note))
        #expect(content == before)
    }

    @Test func `writing requires the --upgrade option`() throws {
        let before = content
        let refused = ToolRun(["put", database, "x", "{}"])
        #expect(refused.code == .failure && refused.notes.contains("--upgrade"))
        #expect(content == before)
        #expect(ToolRun(["put", database, "x", "{}", "--upgrade"]).code == .success)
        let info = ToolRun(["info", database]).output
        #expect(info.contains("schema\t503, version vectors") && info.contains("2,886 documents"))
        #expect(ToolRun(["check", database]).code == .success)
    }

    @Test func `hotels are imported, and their schema is printed`() throws {
        let hotels = try #require(PublishedData.hotels)
        let new = folder.path + "/hotels.cblite2"
        let run = ToolRun(["import", new, hotels.path, "--id-key", "_id", "--type", "hotel"])
        #expect(run.code == .success && run.notes.hasPrefix("350 documents imported in "))
        let schema = ToolRun(["schema", new, "-f", "tsv"])
        #expect(schema.lines.contains("hotel\tgeo.lat\tnumber\t350\t35.375572"))
    }
}
