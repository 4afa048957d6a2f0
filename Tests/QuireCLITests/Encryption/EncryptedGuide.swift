#if Encryption
    import Foundation
    import Quire
    import QuireTestSupport
    import Testing

    @testable import QuireCLI

    /// The folder of the guide with an encrypted database, and files with keys and passwords.
    struct EncryptedGuide {
        /// How the database is encrypted.
        enum Form: String, CaseIterable, CustomTestStringConvertible {
            case plain, key, password

            var testDescription: String { rawValue }
        }

        /// The secrets in the files, which no output may contain.
        static let password = "correct horse battery staple"
        static let otherPassword = "wrong horse"
        static let key = String(repeating: "0badc0de", count: 8)
        static let otherKey = String(repeating: "1badc0de", count: 8)
        static let secrets = [password, otherPassword, key, otherKey]

        let guide: Guide

        var database: String { guide.database }

        /// Creates the folder.
        ///
        /// - Parameter form: How the database is encrypted.
        /// - Throws: Errors of the guide.
        init(_ form: Form) throws {
            guide = try Guide()
            for (name, text) in [
                ("key", Self.key), ("key2", Self.otherKey + "\n"),
                ("password", Self.password + "\n"), ("password2", Self.otherPassword),
            ] { try write(Data(text.utf8), to: name) }
            let run = guide.run("rekey", arguments: Self.options(of: form, isNew: true, in: guide))
            guard run.code == .success else { throw Guide.Problem(text: run.notes) }
        }

        /// Writes a file that only the owner can read.
        func write(_ data: Data, to name: String, mode: Int = 0o600) throws {
            let path = guide.path(name)
            guard FileManager.default.createFile(atPath: path, contents: data) else {
                throw Guide.Problem(text: path)
            }
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        }

        /// Returns the options that open a database, or encrypt it.
        static func options(of form: Form, isNew: Bool = false, in guide: Guide) -> [String] {
            switch form {
            case .plain: isNew ? ["--decrypt"] : []
            case .key: [isNew ? "--new-key-file" : "--key-file", guide.path("key")]
            case .password:
                [
                    isNew ? "--new-password-file" : "--database-password-file",
                    guide.path("password"),
                ]
            }
        }

        func options(of form: Form, isNew: Bool = false) -> [String] {
            Self.options(of: form, isNew: isNew, in: guide)
        }

        /// Runs a command on the database.
        func run(_ command: [String], _ options: [String], input: String = "") -> ToolRun {
            guide.run(command[0], arguments: command.dropFirst() + options, input: input)
        }

        /// The bytes of all files of a bundle.
        func bytes(of bundle: String) throws -> Data {
            let names = try FileManager.default.subpathsOfDirectory(atPath: bundle)
            return names.sorted().reduce(into: Data()) { data, name in
                data += FileManager.default.contents(atPath: "\(bundle)/\(name)") ?? Data()
            }
        }
    }

    extension Guide {
        /// Runs a command on the database.
        func run(_ command: String, arguments: [String], input: String = "") -> ToolRun {
            let name = command.split(separator: " ").map(String.init)
            return ToolRun(name + [database] + arguments, input: input)
        }
    }
#endif
