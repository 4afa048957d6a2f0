import QuireFormats

/// The streams of a command: data goes to standard output, everything else to standard error.
final class Console {
    /// Standard input.
    let input: any ByteInput
    /// Standard output, for data.
    let output: any ByteOutput
    /// Standard error, for messages.
    let diagnostics: any ByteOutput
    /// The environment variables.
    let environment: [String: String]
    /// Which of the standard streams are terminals.
    let terminals: Terminals
    /// The handling of Ctrl-C.
    let interruption: Interruption
    /// The arguments that no message contains.
    private var concealed: [String] = []
    /// When output is colored.
    private var color = ColorChoice.auto

    /// Which of the standard streams are terminals, and the width of the terminal.
    struct Terminals {
        var input = false
        var output = false
        var diagnostics = false
        /// Returns the number of columns; queried each time, because a window can be resized.
        var width: () -> Int = { 80 }
    }

    init(
        input: any ByteInput, output: any ByteOutput, diagnostics: any ByteOutput,
        environment: [String: String] = [:], terminals: Terminals = Terminals(),
        interruption: Interruption = Interruption()
    ) {
        self.input = input
        self.output = terminals.output ? ControlEscaping(output) : output
        self.diagnostics = diagnostics
        self.environment = environment
        self.terminals = terminals
        self.interruption = interruption
    }

    /// Writes text to standard output.
    func write(_ text: String) throws {
        try output.write(text)
    }

    /// Writes a line to standard output.
    func print(_ line: String) throws {
        try output.print(line)
    }

    /// Writes a line to standard error; write errors are ignored.
    func note(_ line: String) {
        noteText(line + "\n")
    }

    /// Replaces arguments in later messages by an ellipsis, because they can contain a password.
    func conceal(_ arguments: [String]) { concealed += arguments }

    /// Writes text to standard error, without the concealed arguments.
    func noteText(_ text: String) {
        let text = concealed.reduce(text) { text, argument in
            let quoted = String(argument.debugDescription.dropFirst().dropLast())
            return text.replacing(argument, with: "…").replacing(quoted, with: "…")
        }
        try? diagnostics.write(text)
        try? diagnostics.flush()
    }

    /// Asks a question on the terminal, and returns whether the answer is yes.
    func confirms(_ question: String) throws -> Bool {
        noteText("\(question) [y/N] ")
        var answer: [UInt8] = []
        var byte: UInt8 = 0
        while answer.count < 100,
            try withUnsafeMutableBytes(of: &byte, { try input.read(into: $0) }) == 1,
            byte != UInt8(ascii: "\n")
        { answer.append(byte) }
        let text = String(decoding: answer, as: UTF8.self).lowercased()
        return ["y", "yes"].contains(text.filter { !$0.isWhitespace })
    }

    /// The text style for standard output.
    var style: TextStyle { TextStyle(isOn: color.isOn(isTerminal: terminals.output, environment)) }

    /// The text style for standard error.
    var diagnosticStyle: TextStyle {
        TextStyle(isOn: color.isOn(isTerminal: terminals.diagnostics, environment))
    }

    /// Standard output for JSON text, colored if the text style is on.
    var jsonOutput: any ByteOutput { style.isOn ? JSONColoring(output) : output }

    /// Applies the option `--color`.
    func chooseColor(_ arguments: Arguments) {
        color = arguments.value(ColorChoice.option.name).flatMap(ColorChoice.init) ?? .auto
    }

    /// Returns a console with another destination for data, which is not a terminal.
    func replacing(output: any ByteOutput) -> Console {
        var terminals = terminals
        terminals.output = false
        let console = Console(
            input: input, output: output, diagnostics: diagnostics, environment: environment,
            terminals: terminals, interruption: interruption)
        console.concealed = concealed
        return console
    }
}

/// Colors for text on terminals that support them.
struct TextStyle {
    let isOn: Bool

    func bold(_ text: String) -> String { wrapped(text, "1") }
    func faint(_ text: String) -> String { wrapped(text, "2") }
    func red(_ text: String) -> String { wrapped(text, "31") }
    func green(_ text: String) -> String { wrapped(text, "32") }

    private func wrapped(_ text: String, _ code: String) -> String {
        isOn ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
