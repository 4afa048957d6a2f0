/// A command of `quire`.
protocol Command: Sendable {
    /// The command's description, arguments and options.
    static var help: CommandHelp { get }

    /// Runs the command.
    ///
    /// - Throws: ``UsageError`` for exit code 2, ``ClosedPipe`` if the reader of the output has
    ///   closed
    ///   it, ``Interrupted``, or any other error for exit code 1.
    static func run(_ arguments: Arguments, _ console: Console) throws
}
