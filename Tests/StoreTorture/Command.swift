/// One of the things that the program does.
protocol Command {
    /// The word that stands for it in the command line.
    static var name: String { get }
    /// The words behind that.
    static var usage: String { get }

    /// Takes what it needs from the command line.
    ///
    /// - Parameter arguments: The words behind its name.
    /// - Throws: ``UsageError``.
    init(_ arguments: inout Arguments) throws

    /// Does it.
    ///
    /// - Throws: ``TortureFailure`` if the database did not keep a promise; any other error means the
    ///   same.
    func run() throws
}
