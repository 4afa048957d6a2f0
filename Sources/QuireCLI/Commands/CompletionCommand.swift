/// The command `quire completion`.
enum CompletionCommand: Command {
    /// The shells for which there is a script.
    enum Shell: String, CaseIterable {
        case bash, zsh, fish
    }

    static let help = CommandHelp(
        name: "completion",
        summary: "Print a script that completes the command in a shell",
        discussion: [
            "Completes commands, options, files, and in bundles the names of collections and indexes "
                + "and document IDs. 'make install' installs the scripts. To use one without "
                + "installing it, add source <(quire completion bash) to ~/.bashrc."
        ],
        operands: [OperandSpecification("SHELL", "the shell: bash, zsh or fish")],
        examples: [CommandHelp.Example("quire completion bash > quire.bash && bash -n quire.bash")])

    static func run(_ arguments: Arguments, _ console: Console) throws {
        let name = arguments.operand("SHELL")
        guard let shell = Shell(rawValue: name) else {
            let names = Spelling.list(Shell.allCases.map(\.rawValue))
            throw UsageError("SHELL must be \(names), not \(name.debugDescription)")
        }
        try console.write(shell.script)
    }
}
