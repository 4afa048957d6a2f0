import Foundation
import QuireTestSupport
import Testing

@testable import QuireCLI

@Suite struct CompletionCommandTests {
    /// Returns the completions of the last word, without descriptions.
    private func candidates(_ words: String...) -> [String] {
        ToolRun(["--complete"] + words).lines.map {
            String($0.prefix { $0 != "\t" })
        }
    }

    @Test func `commands and their second words are completed`() {
        #expect(candidates("ex") == ["expire", "export"])
        #expect(candidates("index", "") == ["ls", "create", "rm"])
        #expect(candidates("help", "index", "c") == ["create"])
        #expect(candidates("collection", "rename", "") == [":files"])
    }

    @Test func `options and their values are completed`() {
        #expect(candidates("query", "--ex") == ["--explain"])
        #expect(candidates("query", "--format", "js") == ["json", "jsonl"])
        #expect(candidates("export", "x.cblite2", "-o", "") == [":files"])
        #expect(candidates("get", "--", "--m") == [":files"])
    }

    @Test func `document IDs, collections and indexes are completed`() throws {
        let guide = try Guide()
        let database = guide.database
        _ = guide.run("put", "it's \"x\"", "{}")
        _ = guide.run("index create", "byCity", "city")
        #expect(candidates("get", database, "hotel-1") == ["hotel-1", "hotel-10"])
        #expect(candidates("rm", database, "hotel-2", "it") == ["it's \"x\""])
        #expect(candidates("index", "rm", database, "") == ["byCity"])
        #expect(candidates("ls", database, "-c", "") == ["_default"])
        #expect(candidates("get", database, "-c", "none", "h").isEmpty)
    }

    @Test(arguments: ["", "nowhere.cblite2", "postgresql://nowhere/x"])
    func `a database that cannot be opened has no completions`(database: String) {
        #expect(candidates("get", database, "").isEmpty)
    }

    @Test(arguments: [["bash", "-n"], ["zsh", "-n"], ["fish", "--no-execute"]])
    func `the shells accept their scripts`(command: [String]) throws {
        let guide = try Guide()
        let file = guide.path("script")
        try ToolRun(["completion", command[0]]).output.write(
            toFile: file, atomically: true, encoding: .utf8)
        let line = "! command -v \(command[0]) || \(command.joined(separator: " ")) script"
        let run = try QuireProcess.shell(line, in: guide.folder.path)
        #expect(run.code == 0 && run.notes.isEmpty, "\(run)")
    }

    @Test func `bash completes words with the script`() throws {
        let guide = try Guide()
        _ = guide.run("put", "a b", "{}")
        let script = """
            source <(quire completion bash)
            for words in "ex" "get hotels.cblite2 hotel-1" "get hotels.cblite2 a" "ls ho"; do
                COMP_WORDS=(quire $words); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _quire
                printf '%s|' "${COMPREPLY[@]}"; echo
            done
            """
        try script.write(toFile: guide.path("run.bash"), atomically: true, encoding: .utf8)
        let run = try QuireProcess.shell(
            "! command -v bash || bash run.bash", in: guide.folder.path)
        #expect(
            run.output.hasSuffix(
                "expire|export|\nhotel-1|hotel-10|\na\\ b|\nhotels.cblite2|hotels.jsonl|\n"),
            "\(run)")
    }

    @Test func `an unknown shell is a usage error`() {
        #expect(ToolRun(["completion", "csh"]).code == .usage)
    }
}
