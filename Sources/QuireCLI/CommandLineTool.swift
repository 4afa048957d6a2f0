import Quire
import QuireFormats

/// The command-line tool: finds the command to run, runs it, and reports errors.
///
/// All error output and all exit codes originate here.
struct CommandLineTool {
    /// The exit codes.
    enum ExitCode: Int32 {
        case success = 0
        case failure = 1
        case usage = 2
        case partial = 3
    }

    let console: Console

    /// Runs a command.
    ///
    /// - Parameter words: The command-line arguments, without the program's name.
    /// - Returns: The exit code.
    func run(_ words: [String]) -> ExitCode {
        console.conceal(words.filter(ServerDatabase.mayContainPassword))
        var name = "quire"
        do {
            if try answer(words) {
                try console.output.flush()
                return .success
            }
            let (command, rest) = try CommandTable.command(words)
            name += " " + command.help.name
            if Self.requestsHelp(rest) {
                try console.write(command.help.text)
            } else {
                try command.run(command.help.parser.parse(rest), console)
            }
            try console.output.flush()
            return .success
        } catch is ClosedPipe {
            return .success
        } catch is PartialSuccess {
            try? console.output.flush()
            return .partial
        } catch let error as UsageError {
            console.note("\(name): \(PlainText.message(error.message))")
            console.note("Try '\(name) --help'.")
            return .usage
        } catch {
            // Output printed before the error is still valid.
            try? console.output.flush()
            let message = Self.message(error)
            if !message.isEmpty { console.note("\(name): \(message)") }
            return .failure
        }
    }

    /// Handles `--help`, `--version`, `help COMMAND`, and two undocumented options: `--man`
    /// prints the manual page, and `--complete` prints completions for a shell.
    private func answer(_ words: [String]) throws -> Bool {
        switch words.first {
        case nil:
            throw UsageError("missing command: \(Spelling.list(CommandTable.firstWords))")
        case "--version":
            try console.print("quire \(Version.text)")
        case "--man":
            try console.write(ManualPage.text)
        case "--complete":
            try console.write(Completion.text(for: Array(words.dropFirst())))
        case "--help", "-h", "help":
            let rest = words.dropFirst().filter { !$0.hasPrefix("-") }
            try console.write(
                rest.isEmpty
                    ? CommandTable.help : CommandTable.command(Array(rest)).command.help.text)
        case let word? where words.count == 2 && Self.requestsHelp(words[1...]):
            guard let overview = CommandTable.overview(of: word) else { return false }
            try console.write(overview)
        default:
            return false
        }
        return true
    }

    private static func requestsHelp(_ words: some Sequence<String>) -> Bool {
        words.prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" }
    }

    /// The message to print for an error: a phrase or a sentence.
    ///
    /// It can contain text of a server or of a document.
    static func message(_ error: any Error) -> String { PlainText.message(text(of: error)) }

    private static func text(of error: any Error) -> String {
        switch error {
        case let error as Failure: error.message
        case let error as FormatError: error.description
        case let error as QuireError: error.message
        case is Interrupted: "interrupted"
        default: "\(error)"
        }
    }
}
