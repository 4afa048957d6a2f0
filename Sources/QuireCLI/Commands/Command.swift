/// A command of `quire`.
protocol Command: Sendable {
    /// What it is and takes.
    static var help: CommandHelp { get }

    /// Runs it.
    ///
    /// - Throws: ``UsageError`` for exit code 2, ``ClosedPipe`` if nobody reads the output any more,
    ///   ``Interrupted``, anything else for exit code 1.
    static func run(_ arguments: Arguments, _ console: Console) throws
}
