import Quire

/// How a command encrypts the bundle that it writes.
struct NewKey {
    /// Where the key comes from.
    let source: KeySource
    /// Whether the bundle is not encrypted afterward.
    let decrypts: Bool

    /// Reads the options of a command.
    ///
    /// - Parameters:
    ///   - arguments: The arguments of the command.
    ///   - console: The console with standard input and the terminal.
    /// - Throws: ``UsageError`` if the options exclude each other, ``Failure`` if the command was built
    ///   without the trait.
    init(_ arguments: Arguments, _ console: Console) throws {
        source = try KeySource(arguments, console, options: (.newKeyFile, .newPasswordFile))
        decrypts = arguments.has(OptionSpecification.decrypt.name)
        if decrypts, let option = source.option {
            throw UsageError(
                "\(option.title) and \(OptionSpecification.decrypt.title) exclude each other")
        }
    }

    /// Whether an option was given.
    var isGiven: Bool { decrypts || source.option != nil }

    /// Throws an error if an option was given.
    ///
    /// - Parameter requirement: What the option requires.
    /// - Throws: ``UsageError`` that contains the requirement.
    func refuse(_ requirement: String) throws {
        try source.refuse(requirement)
        if decrypts {
            throw UsageError("\(OptionSpecification.decrypt.title) requires \(requirement)")
        }
    }

    /// Returns the key, and asks for a password on the terminal if no option was given.
    ///
    /// - Returns: The key, or `nil` if the bundle is not encrypted afterward.
    /// - Throws: ``Failure`` if the key cannot be read, or the passwords on the terminal differ; ``UsageError``
    ///   if no option was given and the console is not a terminal.
    func value() throws -> EncryptionKey? {
        if decrypts { return nil }
        if let key = try source.read() { return key }
        try KeySource.checkTrait("encryption")
        guard let key = try source.ask("New password: ") else {
            throw UsageError(
                "missing option: \(Spelling.list(OptionSpecification.newEncryption.map(\.title)))")
        }
        guard try source.ask("New password again: ") == key else {
            throw Failure("the passwords differ")
        }
        return key
    }
}
