/// What a command is and takes.
///
/// Its help and the sorting out of its arguments come from it.
struct CommandHelp: Sendable {
    /// A call that can be tried as it stands, with what it prints.
    struct Example: Sendable {
        /// The command line, for a shell in a folder with the guide's `hotels.cblite2`.
        let line: String
        /// What it prints, or `nil` where that differs from time to time.
        let output: String?

        init(_ line: String, _ output: String? = nil) {
            self.line = line
            self.output = output
        }
    }

    /// The words that call it: `ls`, `index create`.
    let name: String
    /// What it does: a phrase that begins with a verb, without a full stop.
    let summary: String
    /// What else there is to say, a paragraph each.
    var discussion: [String] = []
    /// The arguments that are no options.
    var operands: [OperandSpecification] = []
    /// The options.
    var options: [OptionSpecification] = []
    /// Calls to try.
    let examples: [Example]

    /// The options, with the one that each command has.
    var allOptions: [OptionSpecification] {
        options + [.flag("help", letter: "h", "print this help")]
    }

    /// Sorts out its arguments.
    var parser: ArgumentParser { ArgumentParser(options: options, operands: operands) }

    /// The first line: how it is called.
    var usage: String {
        let operands = operands.map {
            switch $0.count {
            case .one: $0.placeholder
            case .optional: "[\($0.placeholder)]"
            case .oneOrMore: "\($0.placeholder)..."
            case .any: "[\($0.placeholder)...]"
            }
        }
        return (["quire \(name)"] + operands + (options.isEmpty ? [] : ["[options]"]))
            .joined(separator: " ")
    }

    /// The whole help.
    var text: String {
        var text = "quire \(name): \(summary)\n\nUsage: \(usage)\n"
        for paragraph in discussion { text += "\n" + Paragraph.wrapped(paragraph) }
        text += Paragraph.table(
            "Arguments", operands.map { ($0.placeholder, $0.help) })
        text += Paragraph.table(
            "Options",
            allOptions.map { ($0.letter == nil ? "    \($0.usage)" : $0.usage, $0.meaning) })
        text += "\n\(examples.count == 1 ? "Example" : "Examples"):\n"
        for example in examples {
            text += "  $ \(example.line)\n"
            for line in (example.output ?? "").split(separator: "\n") { text += "  \(line)\n" }
        }
        return text
    }
}
