import Testing

@testable import QuireCLI

@Suite struct CollectionCommandTests {
    private let guide: Guide

    init() throws { guide = try Guide() }

    private var names: [String] {
        guide.run("collection ls").lines.map { $0.replacing("\t", with: " ") }
    }

    @Test func `collections are created, listed and deleted`() {
        #expect(guide.run("collection create", "a", "s.b").code == .success)
        #expect(names == ["_default 4", "a 0", "s.b 0"])
        #expect(guide.run("collection rm", "a", "s.b").code == .success)
        #expect(names == ["_default 4"])
    }

    @Test func `a renamed collection has its documents, expiration dates and indexes`() {
        _ = guide.run("import", guide.path("hotels.jsonl"), "--id-key", "_id", "-c", "old", "-q")
        _ = guide.run("expire", "hotel-2", "1d", "-c", "old")
        _ = guide.run("index create", "byCity", "city", "-c", "old")
        let documents = guide.run("export", "-c", "old").lines
        #expect(guide.run("collection rename", "old", "s.new").code == .success)
        #expect(names == ["_default 4", "s.new 4"])
        #expect(guide.run("export", "-c", "s.new").lines == documents)
        #expect(guide.run("index ls").lines.count == 1)
        let expiring = guide.run("ls", "-l", "--json", "-c", "s.new").lines
            .filter { $0.contains("\"expires\"") }
        #expect(expiring.count == 1)
    }

    static let failing = [
        ["create", "a", "a"], ["create", "s.b", "_default"], ["create", ""], ["create", "_x"],
        ["rm", "none"], ["rm", "_default"], ["rename", "none", "a"], ["rename", "_default", "new"],
        ["rename", "kept", "_default"], ["rename", "kept", "a b"], ["rm", "kept", "none"],
    ]

    @Test(arguments: failing)
    func `a call that fails changes nothing`(words: [String]) {
        _ = guide.run("collection create", "kept")
        let run = ToolRun(
            ["collection", words[0], guide.database] + words.dropFirst())
        #expect(run.code == .failure && !run.notes.isEmpty)
        #expect(names == ["_default 4", "kept 0"])
    }

    @Test func `revisions are listed, also those of a tombstone`() {
        _ = guide.run("put", "hotel-1", "{}")
        let live = guide.run("revisions", "hotel-1", "-f", "jsonl").lines
        #expect(live.first?.contains(#""author":"*""#) ?? false)
        #expect(live.first?.contains(#""state":"current""#) ?? false)
        _ = guide.run("rm", "hotel-1")
        let deleted = guide.run("revisions", "hotel-1", "-f", "jsonl").lines
        #expect(deleted.first?.contains("current, deleted") ?? false)
        #expect(guide.run("revisions", "none").code == .failure)
    }
}
