import QuireTestSupport
import Testing

@testable import QuireCLI

@Suite struct ExitCodeTests {
    struct Call: Sendable, CustomTestStringConvertible {
        let line: String
        let code: CommandLineTool.ExitCode
        let notes: String

        init(_ line: String, _ code: CommandLineTool.ExitCode, _ notes: String) {
            self.line = line
            self.code = code
            self.notes = notes
        }

        var testDescription: String { line }
    }

    static let calls = [
        Call("--version", .success, ""),
        Call("", .usage, "quire: missing command: info"),
        Call("lss", .usage, "quire: unknown command lss; did you mean ls?"),
        Call("qurey", .usage, "quire: unknown command qurey; did you mean query?"),
        Call("ls", .usage, "quire ls: missing argument DB: the path of a .cblite2 bundle"),
        Call(
            "ls DB --limt 3", .usage, "quire ls: unknown option --limt; did you mean --limit?"),
        Call("ls nowhere.cblite2", .failure, "quire ls: there is no database at nowhere.cblite2"),
        Call("ls nowhere", .failure, "quire ls: nowhere is not the path of a .cblite2 bundle"),
        Call("ls DB -c none", .failure, "quire ls: there is no collection none in database hotels"),
        Call("get DB none", .failure, "quire get: there is no document \"none\""),
        Call("rm DB none", .failure, "quire rm: Document \"none\" in collection _default"),
        Call("purge DB none", .failure, "quire purge: Document \"none\" in collection _default"),
        Call("put DB x {", .failure, "quire put: the document is not JSON: "),
        Call("put DB x []", .failure, "quire put: the document is not a JSON object"),
        Call("put DB hotel-1 {} --new", .failure, "quire put: Document \"hotel-1\""),
        Call("put DB x {} --revision 1", .usage, "quire put: \"1\" is not a revision ID"),
        Call("put DB _x {}", .failure, "quire put: \"_x\" cannot be a document's ID"),
        Call("expire DB hotel-1 soon", .usage, "quire expire: \"soon\" is not a time"),
        Call("expire DB none 1d", .failure, "quire expire: Document \"none\""),
        Call("import DB nowhere.jsonl", .failure, "quire import: cannot open nowhere.jsonl"),
        Call("copy DB DB", .failure, "quire copy: "),
        Call("check nowhere.cblite2", .failure, "quire check: there is no database at"),
    ]

    @Test(arguments: calls)
    func `a call ends with its exit code and prints the reason on standard error`(call: Call) throws
    {
        let guide = try Guide()
        let words = call.line.split(separator: " ").map { $0 == "DB" ? guide.database : String($0) }
        let run = ToolRun(words)
        #expect(
            run.code == call.code && run.notes.hasPrefix(call.notes)
                && (call.code == .success || run.output.isEmpty), "\(run)")
    }

    @Test(arguments: ["quire ls hotels.cblite2", "quire export hotels.cblite2", "quire --help"])
    func `a closed output is not a failure`(line: String) throws {
        let guide = try Guide()
        // The output is closed before the command begins to write.
        let run = try QuireProcess.shell(
            "(sleep 0.3; \(line); echo $? >&2) | true", in: guide.folder.path)
        #expect(run.notes == "0\n")
    }
}
