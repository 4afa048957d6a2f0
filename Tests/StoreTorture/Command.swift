/// A command of the program.
protocol Command {
    /// The name of the command.
    static var name: String { get }
    /// The usage of its arguments.
    static var usage: String { get }

    /// Creates a command from arguments.
    ///
    /// - Parameter arguments: The arguments after the name.
    /// - Throws: ``UsageError``.
    init(_ arguments: inout Arguments) throws

    /// Runs the command.
    ///
    /// - Throws: ``TortureFailure`` if the database violates a guarantee; any other error is a
    ///   violation,
    ///   too.
    func run() throws
}
