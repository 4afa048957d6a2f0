// A short version of `Scripts/torture`. A failure prints the seed and the command to reproduce it.

#if os(Linux)
    import Foundation
    import QuireTestSupport
    import Testing

    // Serialized, because each test blocks a thread that other tests need, too.
    @Suite(.serialized) struct TortureTests {
        let program: TortureProgram
        let folder: TemporaryFolder

        init() throws {
            program = try TortureProgram()
            // The speed of the disk is irrelevant here.
            let memory = URL(filePath: "/dev/shm")
            folder =
                if FileManager.default.isWritableFile(atPath: memory.path) {
                    try TemporaryFolder(in: memory)
                } else {
                    try TemporaryFolder()
                }
        }

        @Test func `a killed process loses nothing that it reported as saved`() throws {
            let acknowledgements = folder.url.appending(path: "acknowledgements")
            for round in 0..<8 {
                let save = try program.start(
                    ["save", folder.path], appendingTo: acknowledgements)
                // On a busy machine, a process can take seconds to start.
                if round.isMultiple(of: 2) { waitForGrowth(of: acknowledgements) }
                Thread.sleep(forTimeInterval: .random(in: 0...0.15))
                try save.kill()
                try program.run("verify", folder.path, acknowledgements.path)
            }
            let text = try String(contentsOf: acknowledgements, encoding: .utf8)
            #expect(text.contains("ACK "), "no process came so far as to save anything")
        }

        /// Waits until a process has acknowledged a batch, at most half a minute.
        private func waitForGrowth(of file: URL) {
            func count() -> Int {
                let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
                return text.split(separator: "\n").count { $0.hasPrefix("ACK ") }
            }
            let before = count()
            let end = Date(timeIntervalSinceNow: 30)
            while count() == before, Date() < end { Thread.sleep(forTimeInterval: 0.01) }
        }

        @Test func `processes that write concurrently lose no update`() throws {
            let counts = try (0..<4).map {
                try program.start(["count", folder.path, "\($0)", "100"])
            }
            for count in counts { try count.waitForSuccess() }
            let printed = try program.run("check-count", folder.path, "4", "100")
            #expect(printed.contains("400 transactions"))
        }

        static let faults = [["all", "EIO", "once"], ["write", "ENOSPC", "sticky"]]

        @Test(arguments: faults)
        func `a failing disk call is an error and causes no damage`(fault: [String]) throws {
            let run = try program.start(["fault", folder.path, "1...12"] + fault)
            try run.waitForSuccess()
            #expect(run.printed.contains("errors in"))
        }

        /// With `off`, the program fails if no image is damaged.
        @Test(arguments: ["default", "full", "off"])
        func `a power loss leaves complete transactions, and documents with their blobs`(
            durability: String
        ) throws {
            let printed = try program.run("power", folder.path, durability, "20", "6")
            #expect(printed.contains("6 images, "))
        }

        @Test func `live lists equal their queries after any commits`() throws {
            #expect(try program.run("live", "2000").contains("compared: "))
        }

        @Test func `concurrent use by threads keeps the database consistent`() throws {
            #expect(try program.run("race", "2").contains("raced: "))
        }
    }
#endif
