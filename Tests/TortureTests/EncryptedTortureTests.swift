#if os(Linux) && Encryption
    import Foundation
    import QuireTestSupport
    import Testing

    /// Encrypted databases of processes that are killed, lose power or get errors of the disk.
    ///
    /// `Scripts/torture --encrypted` is the long form.
    @Suite(.serialized) struct EncryptedTortureTests {
        let program: TortureProgram
        let folder: TemporaryFolder

        init() throws {
            program = try TortureProgram(encrypts: true)
            folder = try TemporaryFolder()
        }

        @Test func `a killed process loses nothing that it reported as saved`() throws {
            let acknowledgements = folder.url.appending(path: "acknowledgements")
            for round in 0..<6 {
                let processes = try (0...round % 2).map { _ in
                    try program.start(["save", folder.path], appendingTo: acknowledgements)
                }
                for process in processes {
                    Thread.sleep(forTimeInterval: .random(in: 0.2...0.5))
                    try process.kill()
                }
                try program.run("verify", folder.path, acknowledgements.path)
            }
            let text = try String(contentsOf: acknowledgements, encoding: .utf8)
            #expect(text.contains("ACK "), "no process came so far as to save anything")
        }

        @Test func `processes that write concurrently lose no update`() throws {
            let counts = try (0..<3).map {
                try program.start(["count", folder.path, "\($0)", "100"])
            }
            for count in counts { try count.waitForSuccess() }
            let printed = try program.run("check-count", folder.path, "3", "100")
            #expect(printed.contains("300 transactions"))
        }

        @Test(arguments: [["all", "EIO", "once"], ["write", "ENOSPC", "sticky"]])
        func `a failing disk call is an error and causes no damage`(fault: [String]) throws {
            let run = try program.start(["fault", folder.path, "1...6"] + fault)
            try run.waitForSuccess()
            #expect(run.printed.contains("errors in"))
        }

        @Test func `a change of the key that is interrupted at any call loses nothing`() throws {
            let printed = try program.run("rekey", folder.path)
            // A slow program also removes old drafts, and prints their names.
            #expect(printed.split(separator: "\n").count { $0.hasPrefix("rekey: ") } == 4)
        }

        @Test
        func `a power loss during a change of the key leaves one of the keys, and all contents`()
            throws
        {
            let printed = try program.run("rekey-power", folder.path, "7")
            #expect(printed.split(separator: "\n").count { $0.hasPrefix("rekey-power: ") } == 4)
        }

        static let creators = [["none", "1"], ["1", "2"], ["1", "1"], ["none", "none"]]

        @Test(arguments: creators)
        func `of processes with different keys that create a database at once, one succeeds`(
            keys: [String]
        ) throws {
            var wrong: [String] = []
            for round in 0..<8 {
                let (directory, file) = (
                    folder.path + "/\(round)", folder.url.appending(path: "go-\(round)")
                )
                let runs = try (keys + keys).map {
                    try program.start(["create", directory, $0, file.path])
                }
                Thread.sleep(forTimeInterval: 0.15)
                try Data().write(to: file)
                for run in runs { try run.waitForSuccess() }
                let later = try keys.map { try program.run("create", directory, $0, file.path) }
                let printed = Set(runs.map(\.printed))
                // Those with the key of the first one succeed, also later.
                let opened = printed.filter { $0.hasPrefix("opened") }
                if opened.count != 1 || printed.count != Set(keys).count || printed != Set(later) {
                    wrong.append("\(printed), then \(later)")
                }
            }
            #expect(wrong == [])
        }

        @Test(arguments: ["default", "full", "off"])
        func `a power loss leaves complete transactions, and documents with their blobs`(
            durability: String
        ) throws {
            let printed = try program.run("power", folder.path, durability, "20", "6")
            #expect(printed.contains("6 images, "))
        }
    }
#endif
