import Foundation
import Quire

/// Where the encryption key of a bundle comes from: a file, standard input, or the terminal.
struct KeySource {
    /// The options that name a file with a key and one with a password.
    typealias Options = (key: OptionSpecification, password: OptionSpecification)

    /// The file of an option.
    private struct File {
        let option: OptionSpecification
        let form: EncryptionKey.Form
        let path: String
    }

    private let options: Options
    private let file: File?
    private let console: Console?

    /// Creates a source without a key, which does not ask on the terminal.
    init() {
        options = (.keyFile, .databasePasswordFile)
        (file, console) = (nil, nil)
    }

    /// Creates a source from the arguments of a command.
    ///
    /// - Parameters:
    ///   - arguments: The arguments.
    ///   - console: The console with standard input and the terminal.
    ///   - options: The options for the file.
    /// - Throws: ``UsageError`` if both options are given, or two arguments are standard input; ``Failure``
    ///   if the command was built without the trait.
    init(
        _ arguments: Arguments, _ console: Console,
        options: Options = (.keyFile, .databasePasswordFile)
    ) throws {
        self.options = options
        self.console = console
        let files = [(options.key, EncryptionKey.Form.raw), (options.password, .password)]
            .compactMap { option, form in
                arguments.value(option.name).map { File(option: option, form: form, path: $0) }
            }
        guard files.count < 2 else {
            throw UsageError(
                "\(options.key.title) and \(options.password.title) exclude each other")
        }
        file = files.first
        guard let file else { return }
        try Self.checkTrait(file.option.title)
        let all = Array(arguments.values.values.joined()) + arguments.operands.values.joined()
        guard file.path != "-" || all.count(where: { $0 == "-" }) == 1 else {
            throw UsageError("only one argument can be -, because standard input is read once")
        }
    }

    /// Checks that the command was built with the trait.
    ///
    /// - Parameter subject: What requires the trait.
    /// - Throws: ``Failure`` that begins with the subject.
    static func checkTrait(_ subject: String) throws {
        #if !Encryption
            throw Failure("\(subject) requires a build with the package trait Encryption")
        #endif
    }

    /// The option that was given.
    var option: OptionSpecification? { file?.option }

    /// The form of the key in the file, if an option was given.
    var form: EncryptionKey.Form? { file?.form }

    /// Returns the option for a form of key.
    func option(for form: EncryptionKey.Form) -> OptionSpecification {
        switch form {
        case .raw: options.key
        case .password: options.password
        }
    }

    /// Throws an error if an option was given.
    ///
    /// - Parameter requirement: What the option requires.
    /// - Throws: ``UsageError`` that contains the requirement.
    func refuse(_ requirement: String) throws {
        if let file { throw UsageError("\(file.option.title) requires \(requirement)") }
    }

    /// Reads the key from the file of the option.
    ///
    /// - Returns: The key, or `nil` if no option was given.
    /// - Throws: ``Failure`` if the file is not readable, not private, or has no key.
    func read() throws -> EncryptionKey? {
        guard let file, let console else { return nil }
        return try SecretInput.read(file.path, with: console) { bytes in
            let name = file.path == "-" ? "standard input" : file.path
            return switch file.form {
            case .raw: try Self.key(bytes, name: name)
            case .password: try Self.password(bytes, name: name)
            }
        }
    }

    /// Asks for the key of a bundle on the terminal.
    ///
    /// - Parameters:
    ///   - form: The form of the key.
    ///   - path: The path of the bundle.
    /// - Returns: The key, or `nil` if the console is not a terminal.
    /// - Throws: ``Failure`` if no key is entered.
    func ask(_ form: EncryptionKey.Form, of path: String) throws -> EncryptionKey? {
        let path = PlainText.escaped(path)
        return switch form {
        case .password: try ask("Password of \(path): ")
        case .raw: try ask("Key of \(path) (64 hexadecimal digits): ", form: .raw)
        }
    }

    /// Asks for a password or a key on the terminal.
    ///
    /// - Parameters:
    ///   - prompt: The question.
    ///   - form: The form of the key.
    /// - Returns: The key, or `nil` if the console is not a terminal.
    /// - Throws: ``Failure`` if nothing is entered.
    func ask(_ prompt: String, form: EncryptionKey.Form = .password) throws -> EncryptionKey? {
        guard let console, console.terminals.input, console.terminals.diagnostics else {
            return nil
        }
        return try SecretInput.ask(prompt, on: console) { bytes in
            switch form {
            case .password: try Self.password(bytes, name: "the input")
            case .raw: try Self.key(bytes, name: "the input")
            }
        }
    }

    /// Prints a message on the terminal.
    func note(_ message: String) { console?.note(PlainText.message(message)) }

    private static func password(
        _ bytes: UnsafeRawBufferPointer, name: String
    ) throws -> EncryptionKey {
        var bytes = bytes[...]
        if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
        if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        guard !bytes.isEmpty else { throw Failure("\(name) is empty") }
        return EncryptionKey(passwordBytes: UnsafeRawBufferPointer(rebasing: bytes))
    }

    private static func key(_ bytes: UnsafeRawBufferPointer, name: String) throws -> EncryptionKey {
        var key = Data(bytes)
        defer { key.resetBytes(in: key.startIndex..<key.endIndex) }
        if key.count != EncryptionKey.length {
            while let last = key.last, last <= UInt8(ascii: " ") { key.removeLast() }
            guard let decoded = Hexadecimal.key(key) else {
                throw Failure(
                    "\(name) contains no key; a key has \(EncryptionKey.length) bytes or "
                        + "\(2 * EncryptionKey.length) hexadecimal digits")
            }
            return decoded
        }
        return try EncryptionKey(data: key)
    }
}

extension Hexadecimal {
    /// Returns the key that has the given digits, or `nil` if they are none or too many or too few.
    fileprivate static func key(_ digits: Data) -> EncryptionKey? {
        guard digits.count == 2 * EncryptionKey.length, var bytes = bytes(ofDigits: digits) else {
            return nil
        }
        defer { bytes.withUnsafeMutableBytes { SecretBytes.erase($0) } }
        var data = Data(bytes)
        defer { data.resetBytes(in: data.startIndex..<data.endIndex) }
        return try? EncryptionKey(data: data)
    }
}
