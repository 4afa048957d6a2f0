/// The description of a command: its name, arguments and options.
///
/// The help text and the argument parser are derived from it.
struct CommandHelp: Sendable {
    /// A command line that can be run as shown, and its output.
    struct Example: Sendable {
        /// The command line, for a shell in a directory that contains the guide's `hotels.cblite2`.
        let line: String
        /// The output, or `nil` if it varies between runs.
        let output: String?

        init(_ line: String, _ output: String? = nil) {
            self.line = line
            self.output = output
        }
    }

    /// The words that invoke the command: `ls`, `index create`.
    let name: String
    /// A summary of the command: a phrase that begins with a capitalized verb, without a period.
    let summary: String
    /// Further paragraphs of the help.
    var discussion: [String] = []
    var operands: [OperandSpecification] = []
    var options: [OptionSpecification] = []
    /// Calls to try.
    let examples: [Example]

    /// The options, including `--help`, which every command has, without those for encrypted bundles.
    var allOptions: [OptionSpecification] {
        options + [.flag("help", letter: "h", "print this help")]
    }

    /// The options for encrypted bundles, which every command that opens a database has.
    var encryptionOptions: [OptionSpecification] {
        let opensDatabase = operands.contains {
            $0.placeholder == OperandSpecification.database.placeholder
        }
        return opensDatabase ? OptionSpecification.encryption : []
    }

    /// The parser for the command's arguments.
    var parser: ArgumentParser {
        ArgumentParser(options: options + encryptionOptions, operands: operands)
    }

    /// The usage line.
    var usage: String {
        let operands = operands.map {
            switch $0.count {
            case .one: $0.placeholder
            case .optional: "[\($0.placeholder)]"
            case .oneOrMore: "\($0.placeholder)..."
            case .any: "[\($0.placeholder)...]"
            }
        }
        let hasOptions = !options.isEmpty || !encryptionOptions.isEmpty
        return (["quire \(name)"] + operands + (hasOptions ? ["[options]"] : []))
            .joined(separator: " ")
    }

    /// The complete help text.
    var text: String {
        var text = "quire \(name): \(summary)\n\nUsage: \(usage)\n"
        for paragraph in discussion { text += "\n" + Paragraph.wrapped(paragraph) }
        text += Paragraph.table(
            "Arguments", operands.map { ($0.placeholder, $0.help) })
        text += Paragraph.table("Options", allOptions.map(Self.row))
        text += Paragraph.table("Options for encrypted bundles", encryptionOptions.map(Self.row))
        text += "\n\(examples.count == 1 ? "Example" : "Examples"):\n"
        for example in examples {
            text += "  $ \(example.line)\n"
            for line in (example.output ?? "").split(separator: "\n") { text += "  \(line)\n" }
        }
        return text
    }

    private static func row(_ option: OptionSpecification) -> (term: String, meaning: String) {
        (option.letter == nil ? "    \(option.usage)" : option.usage, option.meaning)
    }
}
