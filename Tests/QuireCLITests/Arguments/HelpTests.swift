import Foundation
import QuireTestSupport
import Testing

@testable import QuireCLI

@Suite struct HelpTests {
    struct Entry: Sendable, CustomTestStringConvertible {
        let help: CommandHelp
        var testDescription: String { help.name }
    }

    static let entries = CommandTable.commands.map { Entry(help: $0.help) }

    struct Example: Sendable, CustomTestStringConvertible {
        let line: String
        let output: String?
        var testDescription: String { line }
    }

    static let examples = CommandTable.commands.flatMap { command in
        command.help.examples.map { Example(line: $0.line, output: $0.output) }
    }

    @Test(arguments: examples)
    func `an example prints the output shown in the help`(example: Example) throws {
        let guide = try Guide()
        let run = try QuireProcess.shell(example.line, in: guide.folder.path)
        let output = run.output.hasSuffix("\n") ? String(run.output.dropLast()) : run.output
        #expect(
            run.code == 0 && output == example.output ?? output, "\(run.output)\(run.notes)")
    }

    @Test(arguments: entries)
    func `a command has an example that calls it`(entry: Entry) {
        #expect(entry.help.examples.contains { $0.line.contains("quire \(entry.help.name)") })
    }

    @Test(arguments: entries)
    func `help is at most 80 columns wide, except for examples`(entry: Entry) {
        let text = entry.help.text
        let end = text.range(of: "\nExample")?.lowerBound ?? text.endIndex
        #expect(text[..<end].split(separator: "\n").allSatisfy { $0.count <= 80 })
    }

    @Test(arguments: entries)
    func `help is printed for the command`(entry: Entry) {
        let words = entry.help.name.split(separator: " ").map(String.init)
        let asked = [
            ToolRun(words + ["--help"]), ToolRun(["help"] + words), ToolRun(words + ["-h"]),
        ]
        #expect(asked.allSatisfy { $0.code == .success && $0.output == entry.help.text })
    }

    @Test func `the program's help lists all commands`() {
        let run = ToolRun(["--help"])
        #expect(Self.entries.allSatisfy { run.output.contains("\n  \($0.help.name) ") })
    }
}
