#if Replication && os(Linux)
    import Foundation
    import Quire
    import QuireTestSupport
    import Testing

    @testable import QuireReplication

    /// The commands `quire serve` and `quire sync`, whose processes are killed at any moment.
    @Suite struct ProcessSyncTests {
        private static let seeds = 0..<(CommandProcess.seedCount ?? 2)

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
            let command = CommandProcess()
            let options = try SyncPair.keyOptions(in: pair.folder)
            var server = try await command.serve(passive, options: options)
            for _ in 0..<6 {
                try Self.change(pair.active, "active", using: &random)
                try Self.change(pair.passive, "passive", using: &random)
                let time = Double.random(in: 0.02...0.25, using: &random)
                if Bool.random(using: &random) {
                    try await command.run(
                        "sync", active, server.url.absoluteString, killAfter: time)
                } else {
                    let url = server.url.absoluteString
                    async let result = command.run("sync", active, url)
                    try await Task.sleep(for: .seconds(time))
                    try await CommandProcess.stop(server)
                    // The command tries again, with another port it cannot succeed.
                    _ = try await result
                    server = try await command.serve(passive, options: options)
                }
            }
            let status = try await command.run("sync", active, server.url.absoluteString)
            try await CommandProcess.stop(server)
            #expect(status == 0)
            let differences = try pair.differences()
            #expect(differences == [])
        }
    }
#endif
