#if Encryption
    import Foundation
    import QuireTestSupport
    import Testing

    @testable import QuireCLI

    /// The program, run as a process with encrypted bundles.
    @Suite(.serialized) struct EncryptedProcessTests {
        @Test func `the terminal asks for the password, and does not show it`() throws {
            let encrypted = try EncryptedGuide(.password)
            let terminal = try PseudoTerminal(
                ["ls", "hotels.cblite2"], in: encrypted.guide.folder.path)
            try terminal.expect("Password of hotels.cblite2: ")
            terminal.type("wrong horse\n")
            var shown = try terminal.expect("Password of hotels.cblite2: ")
            #expect(shown.contains("hotels.cblite2 is encrypted with another password"))
            terminal.type(EncryptedGuide.password + "\n")
            shown += terminal.end()
            #expect(
                terminal.process.terminationStatus == 0 && shown.contains("hotel-10"), "\(shown)")
            #expect(!shown.contains("horse"))
        }

        @Test func `the terminal asks three times`() throws {
            let encrypted = try EncryptedGuide(.key)
            let terminal = try PseudoTerminal(
                ["ls", "hotels.cblite2"], in: encrypted.guide.folder.path)
            for digit in ["1", "2", "3"] {
                try terminal.expect("Key of hotels.cblite2 (64 hexadecimal digits): ")
                terminal.type(String(repeating: digit, count: 64) + "\n")
            }
            let shown = terminal.end()
            #expect(shown.contains("is encrypted with another key"), "\(shown)")
            #expect(terminal.process.terminationStatus == 1)
        }

        @Test func `rekey asks for the new password twice`() throws {
            let encrypted = try EncryptedGuide(.plain)
            for again in ["other", EncryptedGuide.password] {
                let terminal = try PseudoTerminal(
                    ["rekey", "hotels.cblite2"], in: encrypted.guide.folder.path)
                try terminal.expect("New password: ")
                terminal.type(EncryptedGuide.password + "\n")
                try terminal.expect("New password again: ")
                terminal.type(again + "\n")
                let shown = terminal.end()
                let isSame = again == EncryptedGuide.password
                #expect(
                    shown.contains(isSame ? "hotels.cblite2: encrypted" : "the passwords differ"))
                #expect(terminal.process.terminationStatus == (isSame ? 0 : 1))
            }
            let list = encrypted.run(["ls"], encrypted.options(of: .password))
            #expect(list.lines.count == 4, "\(list)")
        }

        @Test func `the shell stores no statements of an encrypted bundle`() throws {
            let encrypted = try EncryptedGuide(.key)
            let shell = try PseudoTerminal(
                ["query", "hotels.cblite2", "--key-file", "key"], in: encrypted.guide.folder.path)
            try shell.expect("quire> ")
            shell.type("SELECT COUNT(*) FROM _ WHERE na\tIS VALUED;\r")
            try shell.expect("1 row in ")
            try shell.expect("quire> ")
            shell.type("\u{4}")
            _ = shell.end()
            #expect(!FileManager.default.fileExists(atPath: encrypted.guide.path("quire/history")))
        }

        static let lines: [(line: String, code: Int32)] = [
            ("cat key | quire ls hotels.cblite2 --key-file -", 0),
            ("mkfifo -m 644 pipe; cat key > pipe & quire ls hotels.cblite2 --key-file pipe", 0),
            ("quire ls hotels.cblite2 --key-file \"$PWD/key\" < /dev/null", 0),
            ("ln -s key link; quire ls hotels.cblite2 --key-file link", 0),
            ("chmod 400 key; quire ls hotels.cblite2 --key-file key", 0),
            ("chmod 440 key; quire ls hotels.cblite2 --key-file key", 1),
            ("chmod 440 key; ln -s key link; quire ls hotels.cblite2 --key-file link", 1),
            // The files of systemd's credentials.
            (
                "chmod 440 key; CREDENTIALS_DIRECTORY=$PWD quire ls hotels.cblite2 --key-file \"$PWD/key\"",
                0
            ),
            (
                "chmod 444 key; CREDENTIALS_DIRECTORY=$PWD quire ls hotels.cblite2 --key-file \"$PWD/key\"",
                1
            ),
        ]

        @Test(arguments: lines)
        func `a key comes from a pipe, or a file that only its owner can read`(
            line: String, code: Int32
        ) throws {
            let encrypted = try EncryptedGuide(.key)
            let run = try QuireProcess.shell(line, in: encrypted.guide.folder.path)
            #expect(run.code == code && run.output.isEmpty == (code != 0), "\(run)")
        }
    }
#endif
