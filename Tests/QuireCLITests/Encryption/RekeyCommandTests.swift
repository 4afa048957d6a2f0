#if Encryption
    import Foundation
    import Quire
    import QuireTestSupport
    import Testing

    @testable import QuireCLI

    /// The commands that encrypt a bundle with another key.
    @Suite struct RekeyCommandTests {
        typealias Form = EncryptedGuide.Form

        static let outcomes: [(from: Form, to: Form, isRewritten: Bool, note: String)] = [
            (.plain, .plain, false, "not encrypted, as before"),
            (.plain, .key, false, "encrypted"), (.plain, .password, false, "encrypted"),
            (.key, .plain, false, "no longer encrypted"),
            (.password, .plain, true, "no longer encrypted"),
            (.key, .password, false, "encrypted with a new key"),
            (.password, .key, false, "encrypted with a new key"),
            (.key, .key, true, "encrypted with a new key and a new data key"),
            (.key, .password, true, "encrypted with a new key and a new data key"),
        ]

        @Test(arguments: outcomes)
        func `a bundle has the same documents with its new key, and none with the former one`(
            from: Form, to: Form, isRewritten: Bool, note: String
        ) throws {
            let encrypted = try EncryptedGuide(from)
            let (old, new) = (encrypted.options(of: from), encrypted.options(of: to))
            let documents = encrypted.run(["export"], old).output
            let before = try encrypted.bytes(of: encrypted.database)
            let run = encrypted.run(
                ["rekey"] + old,
                encrypted.options(of: to, isNew: true) + (isRewritten ? ["--rewrite"] : []))
            #expect(
                run.code == .success && run.notes == "\(encrypted.database): \(note)\n", "\(run)")
            #expect(encrypted.run(["export"], new).output == documents)
            #expect(encrypted.run(["check"], new).code == .success)
            #expect(from == to || encrypted.run(["export"], old).code == .failure)
            let hasText =
                try encrypted.bytes(of: encrypted.database)
                .range(of: Data("Harbour House".utf8)) != nil
            #expect(hasText == (to == .plain))
            let after = try encrypted.bytes(of: encrypted.database)
            #expect((after == before) == (from == to && !isRewritten))
        }

        @Test(arguments: Form.allCases, [nil, Form.plain, .key, .password])
        func `a copy has the key of its source, or the one that an option names`(
            from: Form, to: Form?
        ) throws {
            let encrypted = try EncryptedGuide(from)
            let copy = encrypted.guide.path("copy.cblite2")
            let options = to.map { encrypted.options(of: $0, isNew: true) } ?? []
            let run = encrypted.run(["copy", copy], encrypted.options(of: from) + options)
            #expect(run.code == .success, "\(run)")
            let export = ToolRun(["export", copy] + encrypted.options(of: to ?? from))
            #expect(
                export.output == encrypted.run(["export"], encrypted.options(of: from)).output,
                "\(export)")
            let keyFiles = [encrypted.database, copy].map {
                FileManager.default.contents(atPath: $0 + "/encryption.key")
            }
            #expect(keyFiles[0] == nil || keyFiles[0] != keyFiles[1])
        }

        static let refused: [(options: [String], message: String)] = [
            ([], "missing option: --new-key-file, --new-password-file or --decrypt\n"),
            (
                ["--new-key-file", "key", "--decrypt"],
                "--new-key-file and --decrypt exclude each other\n"
            ),
            (
                ["--new-key-file", "key", "--new-password-file", "password"],
                "--new-key-file and --new-password-file exclude each other\n"
            ),
        ]

        @Test(arguments: refused)
        func `options that exclude each other are usage errors`(
            options: [String], message: String
        ) throws {
            let run = try EncryptedGuide(.plain).run(["rekey"], options)
            #expect(run.code == .usage && run.notes.contains(message), "\(run)")
        }

        @Test(arguments: [
            (Form.key, "use --new-key-file instead of --key-file to encrypt it"),
            (
                .password,
                "use --new-password-file instead of --database-password-file to encrypt it"
            ),
        ])
        func `the key of a bundle that is not encrypted is no new key`(
            form: Form, advice: String
        ) throws {
            let encrypted = try EncryptedGuide(.plain)
            let run = encrypted.run(["rekey"], encrypted.options(of: form))
            #expect(run.code == .failure && run.notes.contains(advice), "\(run)")
        }

        @Test func `an open bundle gets another key, but its files are not written again`() throws {
            let encrypted = try EncryptedGuide(.key)
            let config = DatabaseConfiguration(directory: encrypted.guide.folder.path)
            let open = try Database(name: "hotels", config: config.with(key: EncryptedGuide.key))
            defer { try? open.close() }
            let options = encrypted.options(of: .key)
            let runs = [
                ["--decrypt"], ["--new-key-file", encrypted.guide.path("key2"), "--rewrite"],
            ]
            .map { encrypted.run(["rekey"] + options, $0) }
            #expect(
                runs.allSatisfy { $0.code == .failure && $0.notes.contains("is open") }, "\(runs)")
            let key = ["--new-key-file", encrypted.guide.path("key2")]
            #expect(encrypted.run(["rekey"] + options, key).code == .success)
            try open.defaultCollection().save(document: MutableDocument(id: "later"))
            let list = encrypted.run(["ls"], ["--key-file", encrypted.guide.path("key2")])
            #expect(list.lines.count == 5, "\(list)")
        }
    }
#endif
