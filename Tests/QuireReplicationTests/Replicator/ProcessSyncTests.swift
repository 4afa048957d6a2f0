#if Replication && os(Linux)
    import Foundation
    import Quire
    import QuireTestSupport
    import Testing

    @testable import QuireReplication

    /// The commands `quire serve` and `quire sync`, whose processes are killed at any moment.
    @Suite struct ProcessSyncTests {
        /// The seeds of the runs, whose number `QUIRE_SYNC_SEEDS` can set.
        private static let seeds: Range<UInt64> =
            0..<(ProcessInfo.processInfo.environment["QUIRE_SYNC_SEEDS"].flatMap(UInt64.init) ?? 2)

        /// A running `quire serve`.
        private struct Server {
            let process: Process
            let url: URL
        }

        private static var command: URL {
            get throws {
                let folder = try #require(Bundle.main.executableURL).deletingLastPathComponent()
                return folder.appending(path: "quire-cli")
            }
        }

        /// Runs a closure on a thread of its own, because it blocks.
        private static func blocking<R: Sendable>(
            _ body: @escaping @Sendable () throws -> R
        ) async throws -> R {
            try await withCheckedThrowingContinuation { continuation in
                Thread.detachNewThread {
                    continuation.resume(with: Result { try body() })
                }
            }
        }

        private static func serve(_ path: String) async throws -> Server {
            let command = try command
            return try await blocking {
                let process = Process()
                let output = Pipe()
                process.executableURL = command
                process.arguments = ["serve", path]
                process.standardOutput = output
                process.standardError = FileHandle.nullDevice
                try process.run()
                var line: [UInt8] = []
                while !line.contains(10) {
                    let part = output.fileHandleForReading.availableData
                    if part.isEmpty { break }
                    line += part
                }
                let text = String(decoding: line, as: UTF8.self).trimmingCharacters(in: .newlines)
                return Server(process: process, url: try #require(URL(string: text)))
            }
        }

        /// Runs `quire sync`, and kills it after a time, if one is given.
        ///
        /// - Returns: Whether the command succeeded.
        private static func sync(
            _ path: String, _ url: URL, killAfter time: Double?
        ) async throws -> Bool {
            let command = try command
            return try await blocking {
                let process = Process()
                process.executableURL = command
                process.arguments = ["sync", path, url.absoluteString]
                process.standardOutput = FileHandle.nullDevice
                process.standardError = FileHandle.nullDevice
                try process.run()
                if let time {
                    Thread.sleep(forTimeInterval: time)
                    kill(process.processIdentifier, SIGKILL)
                }
                process.waitUntilExit()
                return process.terminationReason == .exit && process.terminationStatus == 0
            }
        }

        private static func stop(_ server: Server) async throws {
            try await blocking {
                kill(server.process.processIdentifier, SIGKILL)
                server.process.waitUntilExit()
            }
        }

        private static func change(
            _ database: Database, _ name: String, using random: inout SplitMix64
        ) throws {
            let collection = try database.defaultCollection()
            for _ in 0..<Int.random(in: 0...40, using: &random) {
                let id = "doc-\(Int.random(in: 0..<60, using: &random))"
                let stored = try collection.document(id: id)
                if Int.random(in: 0..<5, using: &random) == 0 {
                    if let stored { try collection.delete(document: stored) }
                    continue
                }
                let document = stored?.toMutable() ?? MutableDocument(id: id)
                document.setString("\(name)-\(random.next() % 1000)", forKey: "text")
                if Int.random(in: 0..<6, using: &random) == 0 {
                    let count = Int.random(in: 1...30_000, using: &random)
                    document.setBlob(
                        Blob(contentType: "text/plain", data: Data(repeating: 1, count: count)),
                        forKey: "blob")
                }
                try collection.save(document: document)
            }
        }

        @Test(arguments: seeds)
        func `both databases agree in the end, whichever process was killed`(
            seed: UInt64
        ) async throws {
            var random = SplitMix64(seed: seed)
            let pair = try SyncPair()
            let folder = pair.folder.path
            let (active, passive) = ("\(folder)/active.cblite2", "\(folder)/passive.cblite2")
            var server = try await Self.serve(passive)
            for _ in 0..<6 {
                try Self.change(pair.active, "active", using: &random)
                try Self.change(pair.passive, "passive", using: &random)
                let time = Double.random(in: 0.02...0.25, using: &random)
                if Bool.random(using: &random) {
                    _ = try await Self.sync(active, server.url, killAfter: time)
                } else {
                    let url = server.url
                    async let result = Self.sync(active, url, killAfter: nil)
                    try await Task.sleep(for: .seconds(time))
                    try await Self.stop(server)
                    // The command tries again, with another port it cannot succeed.
                    _ = try await result
                    server = try await Self.serve(passive)
                }
            }
            let isComplete = try await Self.sync(active, server.url, killAfter: nil)
            try await Self.stop(server)
            #expect(isComplete)
            let differences = try pair.differences()
            #expect(differences == [])
        }
    }
#endif
