import Foundation
import Quire
import QuireReplication

/// The options of the commands that synchronize.
enum ReplicationOptions {
    static let user = OptionSpecification.value("user", "NAME", letter: "u", help: "the user name")
    static let passwordFile = OptionSpecification.value(
        "password-file", "FILE",
        help:
            "the file or pipe with the password; - is standard input (default: the environment variable "
            + "QUIRE_PASSWORD)")

    static let log = OptionSpecification.value(
        "log", "LEVEL", choices: LogMessage.Level.allCases.map { "\($0)" },
        help:
            "print the library's messages of this level and above; debug names each message to and from "
            + "the other database")

    /// The error of a command in a build without the trait.
    static func missing(_ help: CommandHelp) -> Failure {
        Failure("\(help.name) requires a build with the package trait Replication")
    }

    #if Replication
        /// The longest password in bytes.
        private static let maximumLength = 10_000

        /// Returns the endpoint for a URL.
        static func endpoint(_ text: String) throws -> URLEndpoint {
            guard let url = URL(string: text) else {
                throw UsageError("\(text.debugDescription) is not a URL")
            }
            let endpoint = URLEndpoint(url: url)
            do {
                try endpoint.check()
            } catch let error as QuireError {
                throw UsageError(error.message)
            }
            return endpoint
        }

        /// Returns the collections of the option, or all.
        ///
        /// - Parameters:
        ///   - arguments: The arguments of the command.
        ///   - database: The database that contains the collections, or in which they are created.
        ///   - creates: Whether collections that do not exist are created.
        /// - Returns: The collections.
        /// - Throws: ``Failure`` if a collection does not exist, `QuireError` if its name is invalid.
        static func collections(
            _ arguments: Arguments, of database: Database, creates: Bool = false
        ) throws -> [DocumentCollection] {
            let names = arguments.values("collection")
            guard !names.isEmpty else { return try database.allCollections() }
            return try names.map { text in
                let name = QualifiedCollectionName(text)
                if creates {
                    return try database.createCollection(
                        name: name.collection, scope: name.scope)
                }
                guard
                    let collection = try database.collection(
                        name: name.collection, scope: name.scope)
                else {
                    throw Failure("there is no collection \(text) in database \(database.name)")
                }
                return collection
            }
        }

        /// Returns the user and the password of the options, or `nil` without a user.
        ///
        /// - Parameters:
        ///   - arguments: The arguments of the command.
        ///   - console: The console with the environment.
        ///   - allowsEmptyPassword: Whether the password can be empty, which another server may permit.
        /// - Returns: The credentials.
        /// - Throws: ``UsageError`` or ``Failure`` if HTTP cannot transfer them, or an option is missing.
        static func credentials(
            _ arguments: Arguments, _ console: Console, allowsEmptyPassword: Bool
        ) throws -> (user: String, password: String)? {
            guard let name = arguments.value(user.name) else {
                guard arguments.value(passwordFile.name) == nil else {
                    throw UsageError("--\(passwordFile.name) requires --\(user.name)")
                }
                return nil
            }
            guard !name.isEmpty else { throw UsageError("--\(user.name) is empty") }
            guard !name.utf8.contains(UInt8(ascii: ":")) else {
                throw UsageError(
                    "--\(user.name) must not contain a colon, which ends the user name in HTTP")
            }
            guard name.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
                throw UsageError("--\(user.name) must not contain control characters")
            }
            let password = try password(arguments, console)
            guard allowsEmptyPassword || !password.isEmpty else {
                let source = arguments.value(passwordFile.name).map { file in
                    file == "-" ? "on standard input" : "in \(PlainText.escaped(file))"
                }
                throw Failure(
                    "the password \(source ?? "in QUIRE_PASSWORD") is empty, so everyone could connect as "
                        + PlainText.escaped(name))
            }
            return (name, password)
        }

        /// Reads the password from the file or the environment.
        private static func password(_ arguments: Arguments, _ console: Console) throws -> String {
            guard let file = arguments.value(passwordFile.name) else {
                guard let password = console.environment["QUIRE_PASSWORD"] else {
                    throw UsageError("--user requires --password-file or QUIRE_PASSWORD")
                }
                return password
            }
            let data = try BoundedFile.read(
                file, limit: maximumLength, readsInput: true, contents: "a password")
            guard let text = String(data: data, encoding: .utf8) else {
                throw Failure("the password in \(file) is not text")
            }
            return text.trimmingCharacters(in: .newlines)
        }
    #endif
}
