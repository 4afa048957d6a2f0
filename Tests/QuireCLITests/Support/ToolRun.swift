@testable import QuireCLI

/// A run of a command in the process of the test.
struct ToolRun {
    let code: CommandLineTool.ExitCode
    let output: String
    let notes: String

    /// The lines of standard output.
    var lines: [String] { output.split(separator: "\n").map(String.init) }

    /// Runs a command.
    ///
    /// - Parameters:
    ///   - words: The arguments of the program.
    ///   - input: Standard input.
    ///   - width: The width of the terminal for all streams; `nil` for no terminal.
    init(_ words: [String], input: String = "", width: Int? = nil) {
        let output = MemoryOutput()
        let notes = MemoryOutput()
        let isTerminal = width != nil
        let console = Console(
            input: MemoryInput(input), output: output, diagnostics: notes,
            environment: ["NO_COLOR": "1"],
            terminals: Console.Terminals(
                input: isTerminal, output: isTerminal, diagnostics: isTerminal,
                width: { width ?? 80 }))
        code = CommandLineTool(console: console).run(words)
        self.output = output.text
        self.notes = notes.text
    }
}
