#if Replication
    import Foundation
    import Quire
    import QuireTestSupport
    import Testing

    @testable import QuireReplication

    /// Random changes of three databases that replicate with each other.
    @Suite struct ThreeDatabaseTests {
        /// Which databases replicate with which, by their numbers.
        struct Topology: CustomTestStringConvertible, Sendable {
            let testDescription: String
            let connections: [(active: Int, passive: Int)]

            static let all = [
                Topology(testDescription: "a ring", connections: [(0, 1), (1, 2), (2, 0)]),
                Topology(testDescription: "a hub", connections: [(0, 1), (2, 1)]),
                Topology(
                    testDescription: "both directions", connections: [(0, 1), (1, 0), (1, 2)]),
            ]
        }

        private static func databases() throws -> ([Database], TemporaryFolder) {
            let folder = try TemporaryFolder()
            var configuration = DatabaseConfiguration()
            configuration.directory = folder.path
            let databases = try (0..<3).map {
                configuration.encryptionKey = $0 == 1 ? SyncPair.key : nil
                return try Database(name: "database\($0)", config: configuration)
            }
            return (databases, folder)
        }

        @Test(arguments: Topology.all, 0..<8 as Range<UInt64>)
        func `all databases agree after a few rounds`(
            topology: Topology, seed: UInt64
        ) async throws {
            var random = SplitMix64(seed: seed)
            let (databases, folder) = try Self.databases()
            let pairs = topology.connections.map {
                SyncPair(databases[$0.active], databases[$0.passive], in: folder)
            }
            for _ in 0..<6 {
                for database in databases {
                    for _ in 0..<Int.random(in: 0...5, using: &random) {
                        try RandomizedSyncTests.change(database, database.name, using: &random)
                    }
                }
                for pair in pairs where Bool.random(using: &random) {
                    let frames =
                        Bool.random(using: &random) ? Int.random(in: 0...40, using: &random) : nil
                    _ = try await pair.sync(cutAfter: frames)
                }
            }
            // A change passes one database in each round, and so does the resolution of a conflict.
            var transfers: [String] = ["none"]
            for _ in 0..<12 where !transfers.isEmpty {
                transfers = []
                for pair in pairs { transfers += try await pair.sync().log }
            }
            #expect(transfers == [])
            for pair in pairs {
                let differences = try pair.differences()
                #expect(differences == [])
            }
        }
    }
#endif
