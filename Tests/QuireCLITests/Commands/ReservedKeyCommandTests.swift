import Foundation
import QuireTestSupport
import Testing

@testable import QuireCLI

/// The commands that save documents apply the same rules for keys.
@Suite struct ReservedKeyCommandTests {
    struct Door: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let run: @Sendable (Guide, _ key: String) throws -> (code: Int32, notes: String)

        init(
            _ description: String,
            _ run: @escaping @Sendable (Guide, String) throws -> (code: Int32, notes: String)
        ) {
            (testDescription, self.run) = (description, run)
        }
    }

    private static func result(_ run: ToolRun) -> (code: Int32, notes: String) {
        (run.code == .success ? 0 : 1, run.notes)
    }

    private static func importRun(
        _ guide: Guide, _ key: String, _ words: String...
    ) -> (code: Int32, notes: String) {
        result(
            ToolRun(
                ["import", guide.database, "-", "--id-key", "_id"] + words,
                input: #"{"_id":"hotel-2","\#(key)":1}"# + "\n"))
    }

    static let doors = [
        Door("put") { guide, key in
            result(guide.run("put", "hotel-2", "{\"\(key)\":1}"))
        },
        Door("import") { importRun($0, $1) },
        Door("import, replace") { importRun($0, $1, "--mode", "replace") },
        Door("import, merge") { importRun($0, $1, "--mode", "merge") },
        Door("INSERT") { guide, key in
            result(
                guide.run("query", "INSERT INTO _ (KEY, VALUE) VALUES (\"new\", {\"\(key)\":1})"))
        },
        Door("UPSERT") { guide, key in
            result(
                guide.run(
                    "query", "UPSERT INTO _ (KEY, VALUE) VALUES (\"hotel-2\", {\"\(key)\":1})"))
        },
        Door("edit") { guide, key in
            _ = try guide.folder.write(
                "#!/bin/sh\necho '{\"\(key)\": 1}' > \"$1\"\n", to: "editor")
            let run = try QuireProcess.shell(
                "TMPDIR=. EDITOR='sh editor' VISUAL= quire edit hotels.cblite2 hotel-2",
                in: guide.folder.path)
            return (Int32(run.code), run.notes)
        },
    ]

    @Test(arguments: doors)
    func `a command that saves a document rejects the keys of the metadata`(door: Door) throws {
        let guide = try Guide()
        let before = guide.run("export").output
        for key in ["_rev", "_deleted"] {
            let (code, notes) = try door.run(guide, key)
            #expect(code == 1)
            #expect(notes.contains("The key \"\(key)\" of document"))
            #expect(notes.contains("reserved for document metadata. Remove the key"))
        }
        #expect(guide.run("export").output == before && !before.isEmpty)
    }

    @Test func `UPDATE rejects the keys of the metadata`() throws {
        let guide = try Guide()
        let run = guide.run("query", "UPDATE _ SET `_rev` = 1")
        #expect(run.code == .failure && run.notes.contains("The key \"_rev\" of document"))
        #expect(!guide.run("export").output.contains("_rev"))
    }

    @Test func `an import reports documents with such keys and saves the others`() throws {
        let guide = try Guide()
        let lines = [#"{"_id":"a","_rev":"1-x"}"#, #"{"_id":"b","_foo":1}"#]
        let run = ToolRun(
            ["import", guide.database, "-", "--id-key", "_id", "--on-error", "skip"],
            input: lines.joined(separator: "\n"))
        #expect(run.notes.contains("standard input:1: The key \"_rev\" of document \"a\""))
        #expect(guide.run("get", "b").output == "{\"_foo\":1}\n")
        #expect(guide.run("get", "a").code == .failure)
    }
}
