#if Encryption
    import Foundation
    import Quire
    import QuireTestSupport
    import Testing

    @testable import QuireCLI

    /// Commands on encrypted bundles.
    @Suite struct EncryptedCommandTests {
        /// Calls whose output does not depend on times, and which can follow each other.
        static let commands = [
            ["ls"], ["get", "hotel-1"], ["export"], ["schema"], ["collection ls"], ["check"],
            ["query", "SELECT name FROM _ WHERE city = 'Oslo'"],
            ["index create", "byCity", "city"],
            ["index ls"], ["query", "SELECT name FROM _ WHERE city = 'Bergen'", "--explain"],
            ["put", "hotel-4", #"{"name":"Pier"}"#], ["rm", "hotel-3"], ["purge", "hotel-2"],
            ["query", "UPDATE _ SET stars = 4 WHERE city = 'Oslo'"], ["expire", "hotel-1", "1d"],
            ["collection create", "archive"], ["collection rename", "archive", "old"],
            ["put", "n", #"{"n":1}"#, "-c", "old"], ["collection ls"], ["collection rm", "old"],
            ["index rm", "byCity"], ["watch", "--since", "4", "--limit", "1"], ["ls"], ["check"],
            ["export"],
        ]

        @Test(arguments: [EncryptedGuide.Form.key, .password])
        func `every command has the same output as without encryption`(
            form: EncryptedGuide.Form
        ) throws {
            let (plain, encrypted) = (try EncryptedGuide(.plain), try EncryptedGuide(form))
            for command in Self.commands {
                let expected = plain.run(command, [])
                let run = encrypted.run(command, encrypted.options(of: form))
                let notes = run.notes.replacing(encrypted.database, with: plain.database)
                // A revision contains the time.
                let isEqual = run.output == expected.output || command[0] == "put"
                #expect(
                    run.code == expected.code && isEqual && notes == expected.notes,
                    "\(command): \(run)")
            }
        }

        static let options: [(form: EncryptedGuide.Form, options: String, message: String)] = [
            (.key, "", "hotels.cblite2 is encrypted with a key of 32 bytes; use --key-file FILE\n"),
            (
                .password, "",
                "hotels.cblite2 is encrypted with a password; use --database-password-file FILE\n"
            ),
            (.key, "--key-file key2", "hotels.cblite2 is encrypted with another key, or"),
            (
                .password, "--database-password-file password2",
                "hotels.cblite2 is encrypted with another password, or"
            ),
            (
                .key, "--database-password-file password",
                "is encrypted with a key of 32 bytes; use --key-file instead of --database-password-file\n"
            ),
            (
                .password, "--key-file key",
                "is encrypted with a password; use --database-password-file instead of --key-file\n"
            ),
            (
                .plain, "--key-file key",
                "is not encrypted; omit --key-file, or encrypt it with 'quire rekey'\n"
            ),
            (.key, "--key-file none", "cannot read none: No such file or directory\n"),
            (.key, "--key-file .", "cannot read"),
            (.key, "--key-file empty", "empty is empty\n"),
            (.key, "--key-file password", "password contains no key; a key has 32 bytes or 64"),
            (.key, "--key-file long", "long is too large for a key or a password\n"),
            (.key, "--key-file open", "other users of the machine can read"),
            (.key, "--key-file group", "other users of the machine can read"),
            (.key, "--key-file -", "standard input is empty\n"),
            (.password, "--database-password-file line", "line is empty\n"),
            (
                .key, "--key-file key --database-password-file password",
                "--key-file and --database-password-file exclude each other\n"
            ),
            (.key, "--key-file key --key-file key", "--key-file cannot be repeated\n"),
            (.key, "--key-file", "--key-file requires a value\n"),
        ]

        @Test(
            arguments: options, ["ls", "info", "check", "rm", "compact", "query", "copy", "rekey"])
        func `a wrong key is refused by name, before anything changes, and appears nowhere`(
            call: (form: EncryptedGuide.Form, options: String, message: String), command: String
        ) throws {
            if command == "info", call.options.isEmpty { return }
            let encrypted = try EncryptedGuide(call.form)
            let files: [(String, Data, Int)] = [
                ("empty", Data(), 0o600), ("line", Data("\n".utf8), 0o600),
                ("long", Data(count: 10_001), 0o600),
                ("open", Data(EncryptedGuide.key.utf8), 0o604),
                ("group", Data(EncryptedGuide.key.utf8), 0o640),
            ]
            for (name, data, mode) in files { try encrypted.write(data, to: name, mode: mode) }
            let before = try FolderContent(of: encrypted.database)
            let words = call.options.split(separator: " ").map { word in
                ["-", "--"].contains { word == $0 } || word.hasPrefix("--") || word == "none"
                    ? String(word) : encrypted.guide.path(String(word))
            }
            let further = [
                "rm": ["hotel-1"], "query": ["SELECT 1 FROM _"],
                "copy": [encrypted.guide.path("copy.cblite2")], "rekey": ["--decrypt"],
            ]
            let run = encrypted.run([command] + (further[command] ?? []), words)
            #expect(
                run.code != .success && run.notes.contains(call.message) && run.output.isEmpty,
                "\(run)")
            #expect(!EncryptedGuide.secrets.contains { run.notes.contains($0) })
            let after = try FolderContent(of: encrypted.database)
            #expect(after.differences(from: before) == [])
            #expect(!FileManager.default.fileExists(atPath: encrypted.guide.path("copy.cblite2")))
        }

        @Test func `a key is 32 bytes, or 64 digits of either case, also from standard input`()
            throws
        {
            let encrypted = try EncryptedGuide(.key)
            let bytes = try #require(Hexadecimal.bytes(EncryptedGuide.key))
            try encrypted.write(Data(bytes), to: "bytes")
            try encrypted.write(Data((EncryptedGuide.key.uppercased() + "\r\n").utf8), to: "upper")
            let runs = [
                encrypted.run(["ls"], ["--key-file", encrypted.guide.path("bytes")]),
                encrypted.run(["ls"], ["--key-file", encrypted.guide.path("upper")]),
                encrypted.run(["ls"], ["--key-file=-"], input: EncryptedGuide.key + "\n"),
            ]
            #expect(runs.allSatisfy { $0.lines.count == 4 }, "\(runs)")
        }

        @Test func `a password ends before the line break of its file`() throws {
            let encrypted = try EncryptedGuide(.password)
            let password = EncryptedGuide.password
            let inputs = [password, password + "\n", password + "\r\n"]
            let codes = (inputs + [password + "\n\n", " " + password]).map {
                encrypted.run(["ls"], ["--database-password-file", "-"], input: $0).code
            }
            #expect(codes == [.success, .success, .success, .failure, .failure])
        }

        static let inputs = [
            ["import", "-", "--id-key", "_id", "--key-file", "-"],
            ["query", "-", "--key-file", "-"],
            ["rekey", "--key-file", "-", "--new-password-file", "-"],
        ]

        @Test(arguments: inputs)
        func `standard input is read for one argument only`(words: [String]) throws {
            let encrypted = try EncryptedGuide(.key)
            let run = encrypted.run(words, [], input: EncryptedGuide.key)
            #expect(
                run.code == .usage && run.notes.contains("only one argument can be -"), "\(run)")
        }

        @Test(arguments: [EncryptedGuide.Form.key, .password])
        func `a new bundle is encrypted if there is a key`(form: EncryptedGuide.Form) throws {
            let encrypted = try EncryptedGuide(.plain)
            let bundle = encrypted.guide.path("new.cblite2")
            let words = ["import", bundle, encrypted.guide.path("hotels.jsonl"), "--id-key", "_id"]
            let options = encrypted.options(of: form)
            #expect(ToolRun(words + options).code == .success)
            #expect(try encrypted.bytes(of: bundle).range(of: Data("Harbour House".utf8)) == nil)
            #expect(ToolRun(["ls", bundle] + options).lines.count == 4)
            #expect(ToolRun(["ls", bundle]).code == .failure)
        }

        @Test(arguments: [EncryptedGuide.Form.key, .password])
        func `info describes the encryption without the key`(form: EncryptedGuide.Form) throws {
            let encrypted = try EncryptedGuide(form)
            let text = encrypted.run(["info"], []).output
            let json = encrypted.run(["info"], ["--json"]).output
            let complete = encrypted.run(["info"], encrypted.options(of: form)).output
            let details =
                form == .key
                ? "key of 32 bytes" : "password, PBKDF2-HMAC-SHA-256 with 600,000 rounds"
            #expect(text.contains(details) && complete.contains(details), "\(text)")
            #expect(
                !text.contains("collection")
                    && complete.contains("collection _default\t4 documents"))
            #expect(
                json.contains(form == .key ? #""rounds": null"# : #""rounds": 600000"#), "\(json)")
            #expect(
                try EncryptedGuide(.plain).run(["info"], []).output.contains("encryption\tnone\n"))
        }

        @Test func `a damaged key file of the bundle is reported`() throws {
            let encrypted = try EncryptedGuide(.key)
            let path = encrypted.database + "/encryption.key"
            var bytes = try #require(FileManager.default.contents(atPath: path))
            bytes.removeLast()
            try bytes.write(to: URL(filePath: path))
            for command in ["info", "ls", "check"] {
                let run = encrypted.run([command], encrypted.options(of: .key))
                #expect(run.code == .failure && run.notes.contains("is damaged"), "\(run)")
            }
        }

        @Test func `check finds a changed page and a changed blob`() throws {
            let encrypted = try EncryptedGuide(.key)
            let config = DatabaseConfiguration(directory: encrypted.guide.folder.path)
            try Database(name: "hotels", config: config.with(key: EncryptedGuide.key)).store()
            for file in ["db.sqlite3", "Attachments"] {
                let copy = encrypted.guide.path("\(file).cblite2")
                try FileManager.default.copyItem(atPath: encrypted.database, toPath: copy)
                var path = "\(copy)/\(file)"
                if file == "Attachments" {
                    path += "/" + (try FileManager.default.contentsOfDirectory(atPath: path)[0])
                }
                var bytes = try #require(FileManager.default.contents(atPath: path))
                bytes[bytes.count - 100] ^= 1
                try bytes.write(to: URL(filePath: path))
                let run = ToolRun(["check", copy] + encrypted.options(of: .key))
                #expect(run.code == .failure && run.output.hasPrefix("fault: "), "\(run)")
            }
        }

        @Test func `options for encrypted bundles are completed`() {
            let run = ToolRun(["--complete", "ls", "hotels.cblite2", "--key"])
            #expect(run.output.hasPrefix("--key-file\t"))
            #expect(
                ToolRun(["--complete", "ls", "hotels.cblite2", "--key-file", ""]).output
                    == ":files\n")
        }

        @Test func `options for encrypted bundles require a bundle`() throws {
            let encrypted = try EncryptedGuide(.plain)
            let server = "postgresql://app@127.0.0.1:1/none"
            let key = encrypted.options(of: .key)
            let runs = [
                ToolRun(["ls", server] + key), ToolRun(["copy", server, "x.cblite2"] + key),
                ToolRun(
                    ["copy", encrypted.database, server] + encrypted.options(of: .key, isNew: true)),
                ToolRun(["copy", server, "x.cblite2", "--decrypt"]),
            ]
            #expect(
                runs.allSatisfy { $0.code == .usage && $0.notes.contains(" requires ") }, "\(runs)")
        }
    }

    extension DatabaseConfiguration {
        /// Returns the configuration with a key in hexadecimal digits.
        func with(key: String) throws -> DatabaseConfiguration {
            var config = self
            config.encryptionKey = try EncryptionKey(data: Data(Hexadecimal.bytes(key) ?? []))
            return config
        }
    }

    extension Database {
        /// Saves a document with a blob, and closes the database.
        fileprivate func store() throws {
            let document = MutableDocument(id: "picture")
            document.setBlob(
                Blob(contentType: "text/plain", data: Data(count: 1000)), forKey: "blob")
            try defaultCollection().save(document: document)
            try performMaintenance(type: .fullOptimize)
            try close()
        }
    }
#endif
