#if Replication && os(Linux)
    import Foundation
    import Quire
    import QuireTestSupport
    import Testing

    @testable import QuireReplication

    /// Three devices, of which the clock of one is wrong, and whose processes are killed or have no space
    /// on their disk.
    ///
    /// They replicate in a ring, or with a hub that is sometimes restored from a copy.
    @Suite(.enabled(if: CommandProcess.canSetClock, "requires the Debian package libfaketime"))
    struct ProcessRingTests {
        private static let seeds = 0..<(CommandProcess.seedCount ?? 1)
        private static let offsets = ["-10y", "-3h", "-150s", "+150s", "+3h", "+10y"]
        private static let deviceCount = 3
        private static let editedCount = 12

        /// The databases and what each device has saved in the documents that only it edits.
        private struct Run {
            let folder: TemporaryFolder
            let hasHub: Bool
            let offset: String
            var random: SplitMix64
            var own: [String: Int] = [:]
            var copy: String?

            init(seed: UInt64, hasHub: Bool) throws {
                folder = try TemporaryFolder()
                self.hasHub = hasHub
                random = SplitMix64(seed: seed)
                offset = offsets[Int.random(in: offsets.indices, using: &random)]
                for index in 0..<(hasHub ? deviceCount + 1 : deviceCount) {
                    try database(index).close()
                }
            }

            func path(_ index: Int) -> String { "\(folder.path)/device\(index).cblite2" }

            func database(_ index: Int) throws -> Database {
                var configuration = DatabaseConfiguration()
                configuration.directory = folder.path
                return try Database(name: "device\(index)", config: configuration)
            }

            var connections: [(active: Int, passive: Int)] {
                (0..<deviceCount).map { ($0, hasHub ? deviceCount : ($0 + 1) % deviceCount) }
            }

            /// The command on a device.
            func command(_ index: Int, isRight: Bool = false) -> CommandProcess {
                CommandProcess(clockOffset: index == 0 && !isRight ? offset : nil)
            }

            /// Edits documents, some of which the other devices edit too.
            mutating func edit(_ index: Int, isRight: Bool) async throws {
                var lines: [String: String] = [:]
                for _ in 0..<Int.random(in: 0...editedCount, using: &random) {
                    let value = Int.random(in: 0..<1_000_000, using: &random)
                    let number = Int.random(in: 0..<editedCount, using: &random)
                    let isOwn = Bool.random(using: &random)
                    let id = isOwn ? "own-\(index)-\(number)" : "shared-\(number)"
                    if isOwn { own[id] = value }
                    lines[id] = #"{"_id":"\#(id)","value":\#(value)}"#
                }
                guard !lines.isEmpty else { return }
                let file = "\(folder.path)/edits.jsonl"
                let text = lines.keys.sorted().compactMap { lines[$0] }.joined(separator: "\n")
                try text.write(toFile: file, atomically: true, encoding: .utf8)
                let failure = try await command(index, isRight: isRight)
                    .failure("import", path(index), file, "--id-key", "_id")
                #expect(failure == nil)
            }

            /// Replicates two databases while something fails.
            mutating func interruptedSync(_ active: Int, _ passive: Int) async throws {
                var (client, host) = (command(active), command(passive))
                let time = Double.random(in: 0.02...0.4, using: &random)
                let kind = Int.random(in: 0..<5, using: &random)
                let limit = Int.random(in: 40...200, using: &random)
                if kind == 3 { client.fileSizeLimit = limit }
                if kind == 4 { host.fileSizeLimit = limit }
                guard let server = try? await host.serve(path(passive)) else { return }
                let (command, path) = (client, path(active))
                // A client tries for minutes to reach a server that has ended.
                async let status = command.run(
                    "sync", path, server.url.absoluteString, killAfter: kind == 1 ? time : 5)
                if kind == 2 {
                    try await Task.sleep(for: .seconds(time))
                    try await CommandProcess.stop(server)
                }
                _ = try await status
                if kind != 2 { try await CommandProcess.stop(server) }
            }

            /// Replaces the hub's database by the copy that was made some rounds ago, or makes a copy.
            mutating func restore() throws {
                let files = FileManager.default
                let hub = path(deviceCount)
                if let copy {
                    try files.removeItem(atPath: hub)
                    try files.moveItem(atPath: copy, toPath: hub)
                    self.copy = nil
                } else {
                    let copy = "\(folder.path)/copy.cblite2"
                    try files.copyItem(atPath: hub, toPath: copy)
                    self.copy = copy
                }
            }

            /// Replicates all databases without failures, and returns the exit statuses.
            func sync() async throws -> Set<Int32?> {
                var statuses: Set<Int32?> = []
                for (active, passive) in connections {
                    let server = try await command(passive, isRight: true).serve(path(passive))
                    statuses.insert(
                        try await command(active, isRight: true)
                            .run("sync", path(active), server.url.absoluteString))
                    try await CommandProcess.stop(server)
                }
                return statuses
            }

            /// What differs between the databases, or from what was saved.
            func differences() throws -> [String] {
                let first = try database(connections[0].passive)
                var differences: [String] = []
                for (active, _) in connections where active != connections[0].passive {
                    differences += try SyncPair(database(active), first, in: folder).differences()
                }
                let documents = try SyncPair.documents(of: first)
                for (id, value) in own where documents[id] != #"{"value":\#(value)}"# {
                    differences.append("\(id): \(documents[id] ?? "missing") and not \(value)")
                }
                return differences.sorted()
            }
        }

        @Test(arguments: seeds, [false, true])
        func `no edit is lost by a wrong clock, a kill, a full disk or a restored hub`(
            seed: UInt64, hasHub: Bool
        ) async throws {
            var run = try Run(seed: seed, hasHub: hasHub)
            for round in 0..<5 {
                // In the last rounds, the clock is right.
                for index in 0..<Self.deviceCount {
                    try await run.edit(index, isRight: round > 2)
                }
                for (active, passive) in run.connections {
                    try await run.interruptedSync(active, passive)
                }
                if hasHub, Bool.random(using: &run.random) { try run.restore() }
            }
            var statuses: Set<Int32?> = []
            for _ in 0..<6 { statuses = try await run.sync() }
            #expect(statuses == [0])
            let differences = try run.differences()
            #expect(differences == [], "the clock of a device: \(run.offset)")
        }
    }
#endif
