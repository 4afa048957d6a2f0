#if os(Linux) && PostgreSQL
    import Foundation
    import DatabaseTestSupport
    import QuireTestSupport
    import Testing

    /// Clients of a server that are killed at any moment.
    ///
    /// `Scripts/torture server` is the long form.
    @Suite(
        .enabled(if: PostgresServer.isAvailable, "PostgreSQL is not installed."), .serialized,
        .timeLimit(.minutes(10)))
    struct ServerTortureTests {
        let program: TortureProgram
        let folder: TemporaryFolder

        init() throws {
            program = try TortureProgram()
            folder = try TemporaryFolder()
        }

        @Test func `a killed client loses nothing acknowledged and leaves nothing half done`()
            throws
        {
            let target = [try PostgresServer.connectionString(), PostgresServer.schemaName()]
            let acknowledgements = folder.url.appending(path: "acknowledgements")
            for round in 0..<6 {
                // In every second round, a second process continues after the first one is killed.
                let processes = try (0...round % 2).map { _ in
                    try program.start(["server-save"] + target, appendingTo: acknowledgements)
                }
                if round.isMultiple(of: 3) { waitForGrowth(of: acknowledgements) }
                for process in processes {
                    Thread.sleep(forTimeInterval: .random(in: 0...0.3))
                    try process.kill()
                }
                let verification = try program.start(
                    ["server-verify"] + target + [acknowledgements.path])
                try verification.waitForSuccess()
            }
            let text = try String(contentsOf: acknowledgements, encoding: .utf8)
            #expect(text.contains("ACK "), "no process came so far as to save anything")
            #expect(text.contains("COUNT "), "no process came so far as to save anything")
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
    }
#endif
