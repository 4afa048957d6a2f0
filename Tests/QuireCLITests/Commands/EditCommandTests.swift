import Foundation
import QuireTestSupport
import Testing

@testable import QuireCLI

@Suite struct EditCommandTests {
    private func edit(_ guide: Guide, _ id: String, editor: String) throws -> QuireProcess.Run {
        _ = try guide.folder.write("#!/bin/sh\n\(editor)\n", to: "editor")
        return try QuireProcess.shell(
            "TMPDIR=. EDITOR='sh editor' VISUAL= quire edit hotels.cblite2 \(id)",
            in: guide.folder.path)
    }

    @Test func `the edited text is saved`() throws {
        let guide = try Guide()
        let run = try edit(guide, "hotel-2", editor: #"echo '{"a": 1}' > "$1""#)
        #expect(run.code == 0 && guide.run("get", "hotel-2").output == "{\"a\":1}\n")
    }

    @Test func `only the owner can read the file that is edited`() throws {
        let guide = try Guide()
        _ = try edit(guide, "hotel-2", editor: #"ls -l "$1" | cut -c 1-10 > mode"#)
        let mode = try String(
            contentsOf: guide.folder.url.appending(path: "mode"), encoding: .utf8)
        #expect(mode == "-rw-------\n")
    }

    @Test func `a missing document starts as an empty object`() throws {
        let guide = try Guide()
        let run = try edit(guide, "new", editor: #"sed -i 's/{}/{"a":2}/' "$1""#)
        #expect(run.code == 0 && guide.run("get", "new").output == "{\"a\":2}\n")
    }

    @Test func `nothing is saved if the text is unchanged`() throws {
        let guide = try Guide()
        let before = guide.run("get", "hotel-2", "--meta").output
        let run = try edit(guide, "hotel-2", editor: "true")
        #expect(run.code == 0 && run.notes == "nothing was changed\n")
        #expect(guide.run("get", "hotel-2", "--meta").output == before)
    }

    @Test func `text that is not JSON is kept in its file`() throws {
        let guide = try Guide()
        let run = try edit(guide, "hotel-2", editor: #"echo '{' > "$1""#)
        let path = try #require(run.notes.firstMatch(of: /the text is in (.*)\)/)?.1)
        let text = try String(contentsOfFile: String(path), encoding: .utf8)
        #expect(run.code == 1 && text == "{\n")
    }

    @Test func `a concurrent change is a conflict`() throws {
        let guide = try Guide()
        let run = try edit(
            guide, "hotel-2",
            editor: #"""
                quire put hotels.cblite2 hotel-2 '{"theirs":1}' >/dev/null
                echo '{"ours":1}' > "$1"
                """#)
        #expect(run.code == 1 && guide.run("get", "hotel-2").output == "{\"theirs\":1}\n")
    }

    @Test func `a failing editor saves nothing, and the text is kept`() throws {
        let guide = try Guide()
        let run = try edit(guide, "hotel-2", editor: #"echo '{}' > "$1"; exit 3"#)
        #expect(run.code == 1 && run.notes.contains("failed; nothing was saved (the text is in "))
    }

    @Test(arguments: ["exit 3", #"rm "$1""#])
    func `no file remains if the text is unchanged`(editor: String) throws {
        let guide = try Guide()
        let run = try edit(guide, "hotel-2", editor: editor)
        let folders = try FileManager.default.contentsOfDirectory(atPath: guide.folder.path)
        #expect(run.code == 1 && !folders.contains { $0.hasPrefix("quire-") })
    }
}
